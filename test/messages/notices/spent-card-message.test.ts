import { expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatExpiredCard } from '../../../src/slack/lookup/notices.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it.each([
  ['1001', '/yedek 1001 share'],
  ['Acme Ltd', '/yedek "Acme Ltd" share'],
])('says that the card of %s cannot be changed any more, and how to share a new one', (id, typed) => {
  const message = formatExpiredCard(id, { ...PRIVATE, command: '/yedek' });
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([words.recheck.cardSpent, `${words.recheck.shareAgain} ${typed}`]);
  expect(message.text).toBe(drawn(message.blocks).join('\n'));
});
