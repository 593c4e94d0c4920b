import { expect, test } from 'vitest';
import type { LookupOptions, LookupOutcome, UnavailableReason } from '../../src/account/outcome.ts';
import { readForWatch } from '../../src/lookup/lookup-backup-status.ts';
import { account, answer } from '../messages/samples.ts';

const ANSWER = answer(account());

/** The reading for a look-up with this outcome, and the options of that look-up. */
async function read(outcome: LookupOutcome, isDown = false) {
  const asked: (LookupOptions | undefined)[] = [];
  const lookup = async (_id: string, options?: LookupOptions) => {
    asked.push(options);
    return outcome;
  };
  return { reading: await readForWatch(lookup, () => isDown, '1001'), asked };
}

const unavailable = (reason: UnavailableReason, lastKnown?: typeof ANSWER) =>
  ({ kind: 'unavailable', id: '1001', reason, ...(lastKnown && { lastKnown }) }) as const;

test('looks up in the background, past cached answers', async () => {
  const { reading, asked } = await read({ kind: 'found', id: '1001', answer: ANSWER });
  expect(reading).toEqual({ kind: 'found', account: ANSWER.account });
  expect(asked).toEqual([{ fresh: true, isBackground: true }]);
});

test.each(['not-found', 'forbidden', 'invalid-id'] as const)('%s is a reading', async (kind) => {
  expect((await read({ kind, id: '1001' })).reading).toEqual({ kind });
});

test.each<[UnavailableReason, boolean]>([
  ['no-answer', false],
  ['bad-response', false],
  ['busy', false],
  ['login-rejected', true],
])('%s is a failed read that concerns every account: %s', async (reason, isSure) => {
  expect((await read(unavailable(reason))).reading).toEqual({ kind: 'failed', isSure });
});

test('every failure concerns all accounts while the breaker is open', async () => {
  expect((await read(unavailable('no-answer'), true)).reading).toEqual({ kind: 'failed', isSure: true });
});

test('an earlier answer counts as a failed read', async () => {
  expect((await read(unavailable('no-answer', ANSWER))).reading).toEqual({ kind: 'failed', isSure: false });
});
