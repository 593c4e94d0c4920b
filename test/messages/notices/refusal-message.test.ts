import { describe, expect, test } from 'vitest';
import { validateMessage, validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { ACCESS_REFUSALS, type RefusalReason } from '../../../src/slack/kit/access.ts';
import { formatRefusal, formatRefusalHome, formatRefusalModal } from '../../../src/slack/lookup/notices.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const { 'not-here': notHere, 'not-you': notYou, 'not-checked': notChecked } = words.access.refusals;
const SAID: Partial<Record<RefusalReason, typeof notYou>> = { elsewhere: notHere, unknown: notChecked };
const NOWHERE = { places: [] };

describe.each(ACCESS_REFUSALS)('refused: %s', (reason) => {
  test('says why and what to do, the same in a message, a modal and Home', () => {
    const { what, next } = SAID[reason] ?? notYou;
    const message = formatRefusal({ reason, ...NOWHERE }, PRIVATE);
    expect(validateMessage(message)).toEqual([]);
    expect(message.text).toBe(`${what}\n${next}`);
    for (const { blocks } of [
      message,
      formatRefusalModal({ reason, ...NOWHERE }, PRIVATE),
      formatRefusalHome({ reason, ...NOWHERE }, PRIVATE),
    ]) {
      expect(drawn(blocks)).toEqual([what, next]);
    }
    expect(validateView(formatRefusalModal({ reason, ...NOWHERE }, PRIVATE))).toEqual([]);
    expect(validateView(formatRefusalHome({ reason, ...NOWHERE }, PRIVATE))).toEqual([]);
  });
});

test('where it would be answered is listed, channels by the name that Slack shows for them', () => {
  const refusal = { reason: 'elsewhere', places: ['C0123456789', 'home', 'direct'] } as const;
  const message = formatRefusal(refusal, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  const { what, next } = notHere;
  const { places } = words.access;
  expect(message.text.split('\n')).toEqual([what, next, '<#C0123456789>', places.home, places.direct]);
  expect(JSON.stringify(message.blocks)).toContain('{"type":"channel","channel_id":"C0123456789"}');
  expect(drawn(message.blocks).slice(2)).toEqual(['• {channel}', `• ${places.home}`, `• ${places.direct}`]);
});

test('only who is in the wrong place is told of others', () => {
  const message = formatRefusal({ reason: 'guest', places: ['C0123456789'] }, PRIVATE);
  expect(JSON.stringify(message)).not.toContain('C0123456789');
});

test('a long list stays a list', () => {
  const places = Array.from({ length: 300 }, (_, index) => `C0${String(index).padStart(9, '0')}`);
  const message = formatRefusal({ reason: 'elsewhere', places }, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(message.text.match(/<#C/g)).toHaveLength(20);
});
