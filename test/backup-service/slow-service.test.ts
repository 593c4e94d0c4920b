import { describe, expect, test, vi } from 'vitest';
import type { AppEvent } from '../../src/domain/events.ts';
import { connect, deferred, startReference, startServer } from './support.ts';

const budgetMs = 10_000;
const SLOW_AFTER_MS = 250;

/** A service whose token is in hand, asked by a client for which a quarter of a second is slow. */
async function setUp(options: { readonly maxConcurrentRequests?: number } = {}) {
  const reference = await startReference();
  const events: AppEvent[] = [];
  const observe = (event: AppEvent) => events.push(event);
  const { service, lines } = connect(reference, { slowAfterMs: SLOW_AFTER_MS, observe, ...options });
  await service.readAccount('1001', { budgetMs });
  reference.resetCounts();
  events.splice(0);
  return { reference, service, lines, events };
}

describe('a slow answer inside the budget', () => {
  // As 6, 10 and 15 s are to the 5 s after which a request is slow.
  test.each([1.2, 2, 3])('is an answer after %d times the time that is slow', async (times) => {
    const { reference, service } = await setUp();
    reference.set({ latencyMs: SLOW_AFTER_MS * times });
    await expect(service.readAccount('1002', { budgetMs })).resolves.toMatchObject({ id: '1002' });
    expect(reference.counts.generalInfos).toBeLessThanOrEqual(2);
    expect(reference.counts.maxInFlight).toBeLessThanOrEqual(2);
    expect(service.health()).toMatchObject({ breaker: 'closed' });
  });

  test('comes from the first request, though the second hangs', async () => {
    const { reference, service, lines } = await setUp();
    const open = reference.hold();
    const reading = service.readAccount('1002', { budgetMs });
    await vi.waitFor(() => expect(reference.counts.generalInfos).toBe(1));
    reference.addFault({ kind: 'hang' });
    await vi.waitFor(() => expect(reference.counts.generalInfos).toBe(2));
    open();
    await expect(reading).resolves.toMatchObject({ id: '1002' });
    await vi.waitFor(() => expect(reference.counts.inFlight).toBe(0));
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  test('comes from the second request where the first hangs, which is then called off', async () => {
    const { reference, service, lines, events } = await setUp();
    reference.addFault({ kind: 'hang' }, { next: 1 });
    await expect(service.readAccount('1002', { budgetMs })).resolves.toMatchObject({ id: '1002' });
    await vi.waitFor(() => expect(reference.counts.inFlight).toBe(0));
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'service-call')).toMatchObject([
      { result: 'ok' },
      { result: 'superseded' },
    ]);
  });

  test.each([
    { kind: 'status', status: 503 } as const,
    { kind: 'reset' } as const,
    { kind: 'rate-limited', retryAfterSeconds: 60 } as const,
  ])('comes from the first request, though the second meets %o', async (fault) => {
    const { reference, service } = await setUp();
    const open = reference.hold();
    const reading = service.readAccount('1002', { budgetMs });
    await vi.waitFor(() => expect(reference.counts.generalInfos).toBe(1));
    reference.addFault(fault, { next: 1 });
    await vi.waitFor(() => expect(reference.counts.generalInfos).toBe(2));
    open();
    await expect(reading).resolves.toMatchObject({ id: '1002' });
  });

  test('is believed when it says that there is no such account', async () => {
    const { reference, service } = await setUp();
    const open = reference.hold();
    const reading = service.readAccount('nobody', { budgetMs });
    await vi.waitFor(() => expect(reference.counts.generalInfos).toBe(2));
    open();
    await expect(reading).rejects.toMatchObject({ code: 'http', status: 404 });
    expect(reference.counts.generalInfos).toBe(2);
  });
});

describe('a service that hangs', () => {
  test('is asked twice in a look-up, both at once at the end, and not four times', async () => {
    const { reference, service } = await setUp();
    reference.addFault({ kind: 'hang' });
    // Four times as long as what is slow, as 20 s are to 5 s.
    await expect(service.readAccount('1002', { budgetMs: 4 * SLOW_AFTER_MS })).rejects.toMatchObject({
      code: 'timeout',
      waitingFor: 'response',
    });
    expect(reference.counts).toMatchObject({ generalInfos: 2, maxInFlight: 2 });
    await vi.waitFor(() => expect(reference.counts.inFlight).toBe(0));
  });

  test('says so, where the second request found no free slot', async () => {
    const { reference, service } = await setUp({ maxConcurrentRequests: 1 });
    reference.addFault({ kind: 'hang' });
    await expect(service.readAccount('1002', { budgetMs: 4 * SLOW_AFTER_MS })).rejects.toMatchObject({
      code: 'timeout',
      waitingFor: 'response',
    });
    expect(reference.counts.generalInfos).toBe(1);
  });

  test('for some accounts only leaves room for the others, and never more requests than allowed', async () => {
    const { reference, service } = await setUp({ maxConcurrentRequests: 4 });
    const stuck = ['stuck-1', 'stuck-2', 'stuck-3', 'stuck-4'];
    for (const account of stuck) reference.addFault({ kind: 'hang' }, { account });
    const hanging = stuck.map((id) => service.readAccount(id, { budgetMs: 4_000 }));
    const ended = Promise.allSettled(hanging);
    let areStuckDone = false;
    void ended.then(() => {
      areStuckDone = true;
    });
    await vi.waitFor(() => expect(reference.counts.generalInfos).toBe(4));
    await Promise.all(['1001', '1002', '1003'].map((id) => service.readAccount(id, { budgetMs })));
    expect(areStuckDone).toBe(false);
    expect(reference.counts.maxInFlight).toBeLessThanOrEqual(4);
    expect((await ended).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  });
});

test('a slow request goes on while nobody waits for its slot', async () => {
  const { reference, service } = await setUp({ maxConcurrentRequests: 1 });
  reference.set({ latencyMs: 2 * SLOW_AFTER_MS });
  await expect(service.readAccount('1002', { budgetMs })).resolves.toMatchObject({ id: '1002' });
  expect(reference.counts.generalInfos).toBe(1);
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
