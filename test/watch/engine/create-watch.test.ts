import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/store/store-error.ts';
import { createWatch } from '../../../src/watch/engine/create-watch.ts';
import type { WatchDeps } from '../../../src/watch/engine/ports.ts';
import { THRESHOLDS } from '../../account/accounts.ts';
import { NOON_MS, SILENT } from '../../store/use-databases.ts';
import { claimOne, HOUR_MS, MINUTE_MS, TURNED_CRITICAL, watching } from '../../store/watch/watching.ts';

const UNUSED: Omit<WatchDeps, 'store' | 'now'> = {
  readAccount: () => Promise.reject(new Error('nothing is to be read')),
  tell: () => Promise.reject(new Error('nothing is to be told')),
  termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
  reads: { atOnce: 1, perSecond: 5 },
  chance: () => 0.5,
  log: SILENT,
};

test('a slow service is no absence: while accounts are read, somebody watches', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => String(1000 + index));
  const { watchStore: store } = await watching('sqlite::memory:', ids);
  let nowMs = NOON_MS;
  let isRead = 0;
  let silentMs = 0;
  const startProcess = () =>
    createWatch({
      ...UNUSED,
      store,
      async readAccount() {
        nowMs += 20_000;
        isRead += 1;
        silentMs = Math.max(silentMs, nowMs - ((await store.readSource()).aliveAtMs ?? 0));
        return { kind: 'not-found' };
      },
      now: () => nowMs,
    });
  const watch = startProcess();
  while (isRead < ids.length) await watch.read();
  await startProcess().read();
  expect(silentMs).toBeLessThanOrEqual(2 * 60_000);
  expect((await store.readSource()).absence).toBeUndefined();
});

test('an outage lasts from the first failure to the answer that ends it', async () => {
  const { watchStore: store } = await watching('sqlite::memory:', ['1001', '1002', '1003']);
  let nowMs = NOON_MS;
  let isOut = true;
  const watch = createWatch({
    ...UNUSED,
    store,
    readAccount: async () => (isOut ? { kind: 'failed', isSure: true } : { kind: 'not-found' }),
    now: () => nowMs,
  });
  await watch.read();
  expect((await store.readSource()).outage).toEqual({ sinceMs: NOON_MS });
  isOut = false;
  const isOver = async () => (await store.readSource()).outage?.overAtMs !== undefined;
  for (nowMs += HOUR_MS; !(await isOver()); nowMs = Math.ceil(await watch.read()));
  const { outage } = await store.readSource();
  expect(outage).toEqual({ sinceMs: NOON_MS, overAtMs: expect.any(Number) });
  // One account is tried at a time, three answers end it.
  expect(outage?.overAtMs).toBeGreaterThanOrEqual(NOON_MS + HOUR_MS);
  expect(outage?.overAtMs).toBeLessThan(NOON_MS + HOUR_MS + MINUTE_MS);
});

describe('what Slack has taken and the database has not', () => {
  /** It is time to tell of 1004, and what Slack answers cannot be recorded while `failure` says why. */
  async function telling() {
    const opened = await watching('sqlite::memory:', ['1004']);
    await opened.watchStore.commitReading(await claimOne(opened), TURNED_CRITICAL, NOON_MS);
    const world = { nowMs: NOON_MS + 2 * MINUTE_MS, failure: undefined as Error | undefined, posts: 0 };
    const watch = createWatch({
      ...UNUSED,
      store: {
        ...opened.watchStore,
        finishChannel: (...args) =>
          world.failure === undefined
            ? opened.watchStore.finishChannel(...args)
            : Promise.reject(world.failure),
      },
      async tell({ kind, channelId }) {
        if (kind === 'post') world.posts += 1;
        return { kind: 'sent', ts: `${world.posts}.5`, channelId };
      },
      now: () => world.nowMs,
    });
    return { world, tell: watch.tell };
  }

  test('is recorded once the database, which was away, is back, and told once', async () => {
    const { world, tell } = await telling();
    world.failure = new StoreError('unavailable', 'the database is away');
    for (let turn = 1; turn <= 4; turn += 1) {
      await expect(tell()).rejects.toBe(world.failure);
      world.nowMs += HOUR_MS;
    }
    world.failure = undefined;
    await tell();
    expect(world.posts).toBe(1);
  });

  test('is told again after a defect, which holds up no other turn', async () => {
    const { world, tell } = await telling();
    world.failure = new TypeError('a defect');
    await expect(tell()).rejects.toBe(world.failure);
    await tell();
    expect(world.posts).toBe(1);
    world.failure = undefined;
    world.nowMs += MINUTE_MS;
    await tell();
    expect(world.posts).toBe(2);
  });
});
