import { expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import type { PinChange } from '../../../src/account/pins.ts';
import { formatPinned } from '../../../src/slack/card/pin-messages.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it.each<[PinChange, name: string | undefined]>([
  [{ kind: 'pinned' }, undefined],
  [{ kind: 'pinned' }, 'Acme'],
  [{ kind: 'already-pinned' }, undefined],
  [{ kind: 'unpinned' }, undefined],
  [{ kind: 'not-pinned' }, 'Acme'],
  [{ kind: 'named' }, 'Acme'],
  [{ kind: 'named' }, undefined],
  [{ kind: 'limit-reached', limit: 50 }, undefined],
  [{ kind: 'name-taken', name: 'acme', accountId: '1001' }, 'Acme'],
  [{ kind: 'store-failed' }, undefined],
])('%o with the name %s', (change, name) => {
  const message = formatPinned(change, { accountId: '1004', ...(name !== undefined && { name }) }, PRIVATE);
  const line = words.pins.change(change, '1004', name);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([line]);
  expect(message.text).toBe(line);
});

it('shows hostile ids and names as characters, cut', () => {
  const change = { kind: 'name-taken', name: '<!channel>\u202E*x*', accountId: 'y'.repeat(500) } as const;
  const id = `${'y'.repeat(23)}…${'y'.repeat(24)}`;
  const { blocks, text } = formatPinned(change, { accountId: '\u200B<@U1>', name: 'x' }, PRIVATE);
  expect(drawn(blocks)).toEqual([
    words.pins.change({ kind: 'name-taken', name: '<!channel>*x*', accountId: id }, '<@U1>', 'x'),
  ]);
  expect(text).not.toContain('<');
});
