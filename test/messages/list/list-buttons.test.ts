import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatTriage } from '../../../src/slack/card/list.ts';
import { decodeAccounts } from '../../../src/slack/kit/ids.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { CHANNEL, CRITICAL, found, lastKnown, PRIVATE, unavailable } from '../samples.ts';

describe('what can be pressed under a list', () => {
  const buttonsUnder = (outcomes: Parameters<typeof formatTriage>[0], context = PRIVATE) =>
    drawn(formatTriage(outcomes, context).blocks).filter((line) => line.startsWith('['));
  const { refresh, share, recheck } = words.buttons;
  const critical = (id: string) => found({ ...CRITICAL, id });

  test('opens its worst accounts, three at most, and asks anew or shares all of it', () => {
    const outcomes = ['1', '2', '3', '4'].map(critical);
    expect(buttonsUnder([...outcomes, found()])).toEqual(['[1] [2] [3]', `[${refresh}] [${share}]`]);
  });

  test('opens what has only an earlier answer, and neither what is fine nor what has none', () => {
    const outcomes = [lastKnown(CRITICAL, 'no-answer'), unavailable('no-answer', '2'), found()];
    expect(buttonsUnder(outcomes)[0]).toBe('[1004]');
    expect(buttonsUnder([found(), found({ id: '2' })])).toEqual([`[${refresh}] [${share}]`]);
  });

  test('in a channel asks anew, and keeps who shared it', () => {
    const { blocks } = formatTriage([critical('1'), found()], CHANNEL);
    expect(buttonsUnder([critical('1'), found()], CHANNEL)).toEqual(['[1]', `[${recheck}]`]);
    expect(JSON.stringify(blocks)).toContain(`"user_id":"${CHANNEL.sharedBy}"`);
  });

  test('carries the ids of ten accounts in their order', () => {
    const ids = Array.from({ length: 10 }, (_, index) => `müşteri <${index}> ${'x'.repeat(30)}`);
    const { blocks } = formatTriage(ids.map(critical), PRIVATE);
    const row = blocks.at(-1);
    const [first] = row?.type === 'actions' ? row.elements : [];
    expect(decodeAccounts(first?.type === 'button' ? (first.value ?? '') : '')).toEqual(ids);
  });

  test('is left out where the message has no more room, and the list can still be sent', () => {
    const name = 'ş'.repeat(40);
    const ids = Array.from({ length: 10 }, (_, index) => `${index}${'漢'.repeat(127)}`);
    const pins = ids.map((accountId) => ({ accountId, name, pinnedAtMs: 0 }));
    const message = formatTriage(ids.map(critical), { ...PRIVATE, pins });
    expect(validateMessage(message)).toEqual([]);
    expect(buttonsUnder(ids.map(critical), { ...PRIVATE, pins })).not.toContain(`[${refresh}] [${share}]`);
    const plain = formatTriage(
      ids.map((_, index) => critical(`${index}${'x'.repeat(127)}`)),
      PRIVATE,
    );
    expect(validateMessage(plain)).toEqual([]);
    expect(drawn(plain.blocks).at(-1)).toBe(`[${refresh}] [${share}]`);
  });
});
