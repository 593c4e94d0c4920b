import { expect, it } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { formatPinned } from '../../src/formatters/pin-message.ts';
import type { PinChange } from '../../src/words/home-words.ts';
import { drawn } from './drawn.ts';
import { PRIVATE } from './samples.ts';

it.each<[PinChange, name: string | undefined, said: string]>([
  [{ kind: 'pinned' }, undefined, '1004 is pinned and stands in Home.'],
  [{ kind: 'pinned' }, 'Acme', '1004 is pinned and stands in Home. “Acme” works in place of the id.'],
  [{ kind: 'already-pinned' }, undefined, '1004 is pinned already.'],
  [{ kind: 'unpinned' }, undefined, '1004 is no longer pinned.'],
  [{ kind: 'not-pinned' }, 'Acme', '1004 is not pinned. Pin it first.'],
  [{ kind: 'named' }, 'Acme', '1004: “Acme” works in place of the id now.'],
  [{ kind: 'named' }, undefined, '1004 has no short name now.'],
  [
    { kind: 'limit-reached', limit: 50 },
    undefined,
    '1004 was not pinned: 50 accounts can be pinned at most. Unpin one first.',
  ],
  [
    { kind: 'name-taken', name: 'acme', accountId: '1001' },
    'Acme',
    '“acme” is your name for 1001 already. 1004 keeps what it had.',
  ],
  [
    { kind: 'store-failed' },
    undefined,
    '1004: This app’s storage does not answer, so the change may not be saved. Try again in a minute.',
  ],
])('%o with the name %s', (change, name, said) => {
  const message = formatPinned(change, { accountId: '1004', ...(name !== undefined && { name }) }, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([said]);
  expect(message.text).toBe(said);
});

it('shows hostile ids and names as characters, cut', () => {
  const change = { kind: 'name-taken', name: '<!channel>\u202E*x*', accountId: 'y'.repeat(500) } as const;
  const { blocks, text } = formatPinned(change, { accountId: '\u200B<@U1>', name: 'x' }, PRIVATE);
  expect(drawn(blocks)).toEqual([
    `“<!channel>*x*” is your name for ${'y'.repeat(23)}…${'y'.repeat(24)} already. <@U1> keeps what it had.`,
  ]);
  expect(text).not.toContain('<');
});
