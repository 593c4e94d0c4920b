import { expect, test } from 'vitest';
import { createWatch } from '../../src/watch/create-watch.ts';
import { THRESHOLDS } from '../domain/accounts.ts';
import { NOON_MS, SILENT } from '../store/use-databases.ts';
import { watching } from '../store/watch/watching.ts';

test('a slow service is no absence: while accounts are read, somebody watches', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => String(1000 + index));
  const { watchStore: store } = await watching('sqlite::memory:', ids);
  let nowMs = NOON_MS;
  let isRead = 0;
  let silentMs = 0;
  const startProcess = () =>
    createWatch({
      store,
      async readAccount() {
        nowMs += 20_000;
        isRead += 1;
        silentMs = Math.max(silentMs, nowMs - ((await store.readSource()).aliveAtMs ?? 0));
        return { kind: 'not-found' };
      },
      tell: () => Promise.reject(new Error('nothing is to be told')),
      termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
      reads: { atOnce: 1, perSecond: 5 },
      historyDays: 90,
      chance: () => 0.5,
      now: () => nowMs,
      log: SILENT,
    });
  const watch = startProcess();
  while (isRead < ids.length) await watch.read();
  await startProcess().read();
  expect(silentMs).toBeLessThanOrEqual(2 * 60_000);
  expect((await store.readSource()).absence).toBeUndefined();
});
