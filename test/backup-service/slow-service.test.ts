import { describe, expect, test } from 'vitest';
import { connect, deferred, startReference, startServer } from './support.ts';

const budgetMs = 10_000;
const SLOW_AFTER_MS = 250;

/** A service whose token is in hand, asked by a client for which a quarter of a second is slow. */
async function setUp(options: { readonly maxConcurrentRequests?: number } = {}) {
  const reference = await startReference();
  const { service } = connect(reference, { slowAfterMs: SLOW_AFTER_MS, ...options });
  await service.readAccount('1001', { budgetMs });
  reference.resetCounts();
  return { reference, service };
}

describe('a slow answer inside the budget', () => {
  // As 6, 10 and 15 s are to the 5 s after which a request is slow.
  test.each([1.2, 2, 3])('is an answer after %d times the time that is slow', async (times) => {
    const { reference, service } = await setUp();
    reference.set({ latencyMs: SLOW_AFTER_MS * times });
    await expect(service.readAccount('1002', { budgetMs })).resolves.toMatchObject({ id: '1002' });
    expect(reference.counts.generalInfos).toBe(1);
    expect(service.health()).toMatchObject({ breaker: 'closed' });
  });
});

describe('a service that hangs', () => {
  test('is asked once in a look-up, which then says so', async () => {
    const { reference, service } = await setUp();
    reference.addFault({ kind: 'hang' });
    await expect(service.readAccount('1002', { budgetMs: 4 * SLOW_AFTER_MS })).rejects.toMatchObject({
      code: 'timeout',
      waitingFor: 'response',
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

describe('a slow login', () => {
  test('is begun once more and then waited for, so that no later one kills its token', async () => {
    const slow = deferred<void>();
    const ended: string[] = [];
    let logins = 0;
    const url = await startServer(async (request, response) => {
      if (request.url !== '/login') return void response.end('{}');
      const login = `login ${++logins}`;
      response.once('close', () =>
        ended.push(response.writableFinished ? `${login} answered` : `${login} cut`),
      );
      if (logins === 2) setTimeout(() => slow.resolve(), 2 * SLOW_AFTER_MS);
      await slow.promise;
      response.end(JSON.stringify({ token: `t${logins}` }));
    });
    const { service } = connect({ url, username: 'u', password: 'p' }, { slowAfterMs: SLOW_AFTER_MS });
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
    expect(ended).toEqual(['login 1 cut', 'login 2 answered']);
  });
});
