import { describe, expect, test } from 'vitest';
import { connect, startReference } from './support.ts';

const budgetMs = 10_000;
const SLOW_MS = 250;

/** A service whose token is in hand. */
async function setUp(options: { readonly maxConcurrentRequests?: number } = {}) {
  const reference = await startReference();
  const { service } = connect(reference, options);
  await service.readAccount('1001', { budgetMs });
  reference.resetCounts();
  return { reference, service };
}

test('a slow answer inside the budget is an answer', async () => {
  const { reference, service } = await setUp();
  reference.set({ latencyMs: 3 * SLOW_MS });
  await expect(service.readAccount('1002', { budgetMs })).resolves.toMatchObject({ id: '1002' });
  expect(reference.counts.generalInfos).toBe(1);
  expect(service.health()).toMatchObject({ breaker: 'closed' });
});

describe('a service that hangs', () => {
  test('is asked once in a look-up, which then says so', async () => {
    const { reference, service } = await setUp();
    reference.addFault({ kind: 'hang' });
    await expect(service.readAccount('1002', { budgetMs: 4 * SLOW_MS })).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(reference.counts.generalInfos).toBe(1);
    await expect.poll(() => reference.counts.inFlight).toBe(0);
  });

  test('for some accounts only leaves the other slots to the others', async () => {
    const { reference, service } = await setUp({ maxConcurrentRequests: 4 });
    const stuck = ['stuck-1', 'stuck-2', 'stuck-3'];
    for (const account of stuck) reference.addFault({ kind: 'hang' }, { account });
    const hanging = Promise.allSettled(stuck.map((id) => service.readAccount(id, { budgetMs: 2_000 })));
    await expect.poll(() => reference.counts.generalInfos).toBe(3);
    await Promise.all(['1001', '1002', '1003'].map((id) => service.readAccount(id, { budgetMs })));
    expect(reference.counts).toMatchObject({ inFlight: 3, maxInFlight: 4 });
    expect((await hanging).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  });
});

test('a login that hangs is cut and sent again, never two at a time', async () => {
  const reference = await startReference();
  const { service } = connect(reference, { loginAttemptMs: SLOW_MS });
  reference.addFault({ kind: 'hang' }, { operation: 'login', next: 1 });
  await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
  expect(reference.counts).toMatchObject({ logins: 1, maxInFlight: 1 });
});
