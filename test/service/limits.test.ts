import { describe, expect, test } from 'vitest';
import { connect, createClock, HOUR_MS, startReference } from './support.ts';

const budgetMs = 10_000;
const ids = (count: number) => Array.from({ length: count }, (_, index) => `load-${index}`);

describe('look-ups that wait', () => {
  test('fail at once when too many wait', async () => {
    const reference = await startReference();
    const { service } = connect(reference, { changed: { BACKUP_SERVICE_MAX_CONCURRENT: 1 } });
    reference.addFault({ kind: 'hang' });
    const waiting = Promise.allSettled(ids(2_001).map((id) => service.readAccount(id, { budgetMs: 60_000 })));
    await expect(service.readAccount('one too many', { budgetMs })).rejects.toMatchObject({ code: 'busy' });
    await service.close();
    expect((await waiting).filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });

  test('are answered after those of people if they are in the background', async () => {
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

test('a login does not wait for look-ups that hang', async () => {
  const clock = createClock();
  const reference = await startReference({ now: clock.now });
  const changed = { BACKUP_SERVICE_MAX_CONCURRENT: 2 };
  const { service } = connect(reference, { now: clock.now, changed });
  await service.signIn();
  reference.addFault({ kind: 'hang' }, { operation: 'general-info' });
  const hanging = Promise.allSettled(ids(2).map((id) => service.readAccount(id, { budgetMs: 60_000 })));
  await expect.poll(() => reference.counts.inFlight).toBe(2);
  clock.advance(HOUR_MS);
  await service.signIn();
  expect(reference.counts.logins).toBe(2);
  await service.close();
  await hanging;
});

test('a failure that a retry passes does not open the breaker, however many look-ups wait', async () => {
  const reference = await startReference();
  const { service } = connect(reference);
  await service.readAccount('1001', { budgetMs });
  reference.addFault({ kind: 'reset' }, { operation: 'general-info', next: 8 });
  const all = await Promise.allSettled(ids(30).map((id) => service.readAccount(id, { budgetMs })));
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(service.health().isOpen).toBe(false);
});
