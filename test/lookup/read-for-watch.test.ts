import { expect, test } from 'vitest';
import type { LookupOptions, LookupOutcome, UnavailableReason } from '../../src/account/outcome.ts';
import { readForWatch } from '../../src/lookup/lookup-backup-status.ts';
import { account, answer } from '../messages/samples.ts';

const ANSWER = answer(account());

/** What a read says whose look-up ends like this, and how it was asked for. */
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

test('asks the service itself, after everybody who waits', async () => {
  const { reading, asked } = await read({ kind: 'found', id: '1001', answer: ANSWER });
  expect(reading).toEqual({ kind: 'found', account: ANSWER.account });
  expect(asked).toEqual([{ fresh: true, isBackground: true }]);
});

test.each(['not-found', 'forbidden', 'invalid-id'] as const)('%s is said of the account', async (kind) => {
  expect((await read({ kind, id: '1001' })).reading).toEqual({ kind });
});

test.each<[UnavailableReason, boolean]>([
  ['no-answer', false],
  ['bad-response', false],
  ['busy', false],
  ['login-rejected', true],
])('%s is no answer, and whether it concerns every account: %s', async (reason, isSure) => {
  expect((await read(unavailable(reason))).reading).toEqual({ kind: 'failed', isSure });
});

test('with the breaker open every failure concerns all', async () => {
  expect((await read(unavailable('no-answer'), true)).reading).toEqual({ kind: 'failed', isSure: true });
});

test('an earlier answer is no reading', async () => {
  expect((await read(unavailable('no-answer', ANSWER))).reading).toEqual({ kind: 'failed', isSure: false });
});
