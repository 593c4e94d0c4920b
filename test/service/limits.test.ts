import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/operations/events.ts';
import { connect, createClock, startReference } from './support.ts';

const budgetMs = 10_000;
const ids = (count: number) => Array.from({ length: count }, (_, index) => `load-${index}`);

describe('too many look-ups that wait', () => {
  test('fail at once', async () => {
    const reference = await startReference();
    const { service } = connect(reference, { changed: { BACKUP_SERVICE_MAX_CONCURRENT: 1 } });
    reference.addFault({ kind: 'hang' });
    const waiting = Promise.allSettled(ids(2_001).map((id) => service.readAccount(id, { budgetMs: 60_000 })));
    await expect(service.readAccount('one too many', { budgetMs })).rejects.toMatchObject({ code: 'busy' });
    await service.close();
    expect((await waiting).filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });

  test('go after people when nobody waits for them', async () => {
    const reference = await startReference();
    const { service } = connect(reference, { changed: { BACKUP_SERVICE_MAX_CONCURRENT: 1 } });
    await service.readAccount('1001', { budgetMs });
    reference.resetCounts();
    const background = ids(5).map((id) => service.readAccount(id, { budgetMs, isBackground: true }));
    const ended: string[] = [];
    const order = [...background, service.readAccount('1001', { budgetMs })].map((read) =>
      read.then(({ id }) => ended.push(id)),
    );
    await Promise.all(order);
    expect(ended).toEqual(['load-0', '1001', 'load-1', 'load-2', 'load-3', 'load-4']);
  });
});

describe('a pause that the service asks for', () => {
  test('is kept by all look-ups: they fail at once with the time that is left, and nothing is sent', async () => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now });
    const { service } = connect(reference, { now: clock.now });
    reference.addFault(
      { kind: 'rate-limited', retryAfterSeconds: 60 },
      { operation: 'general-info', next: 1 },
    );
    await expect(service.readAccount('1001', { budgetMs })).rejects.toMatchObject({ code: 'rate-limited' });
    clock.advance(20_000);
    for (const id of ids(20)) {
      await expect(service.readAccount(id, { budgetMs })).rejects.toMatchObject({
        code: 'rate-limited',
        retryAfterMs: 40_000,
      });
    }
    expect(reference.counts.generalInfos).toBe(1);
    clock.advance(40_000);
    await expect(service.readAccount('1001', { budgetMs })).resolves.toMatchObject({ id: '1001' });
  });
});

describe('a service that is down', () => {
  test('is not asked any more, until its wait is over', async () => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now });
    const { service } = connect(reference, { now: clock.now });
    await service.readAccount('1001', { budgetMs });
    reference.addFault({ kind: 'status', status: 503 }, { operation: 'general-info' });
    const down = await Promise.allSettled(ids(5).map((id) => service.readAccount(id, { budgetMs: 100 })));
    expect(down.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    const asked = reference.counts.generalInfos;
    for (const id of ids(50)) {
      await expect(service.readAccount(id, { budgetMs })).rejects.toMatchObject({
        code: 'server-error',
        retryAfterMs: expect.any(Number),
      });
    }
    expect(reference.counts.generalInfos).toBe(asked);
    expect(service.health().isOpen).toBe(true);
    reference.clearFaults();
    clock.advance(10_000);
    const back = await Promise.all(ids(20).map((id) => service.readAccount(id, { budgetMs })));
    expect(back).toHaveLength(20);
    expect(service.health().isOpen).toBe(false);
  });

  test('a hiccup that a retry gets over opens nothing, whatever the crowd', async () => {
    const reference = await startReference();
    const { service } = connect(reference);
    await service.readAccount('1001', { budgetMs });
    reference.addFault({ kind: 'reset' }, { operation: 'general-info', next: 8 });
    const all = await Promise.allSettled(ids(30).map((id) => service.readAccount(id, { budgetMs })));
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(service.health().isOpen).toBe(false);
  });
});

test('observe gets each call, without ids', async () => {
  const reference = await startReference();
  const events: AppEvent[] = [];
  const { service } = connect(reference, { observe: (event) => events.push(event) });
  await service.readAccount('1001', { budgetMs });
  await service.readAccount('nope', { budgetMs }).catch(() => undefined);
  expect(events).toEqual([
    { kind: 'service-call', operation: 'login', result: 'ok', durationMs: expect.any(Number) },
    { kind: 'service-call', operation: 'general-info', result: 'ok', durationMs: expect.any(Number) },
    { kind: 'service-call', operation: 'general-info', result: 'not-found', durationMs: expect.any(Number) },
  ]);
});
