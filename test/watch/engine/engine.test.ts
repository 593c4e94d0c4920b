import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/store/store-error.ts';
import { createWatch, type Watch, type WatchDeps } from '../../../src/watch/engine/engine.ts';
import { accountWith, THRESHOLDS } from '../../account/accounts.ts';
import { NOON_MS, SILENT } from '../../store/use-databases.ts';
import {
  ADA,
  claimOne,
  HOUR_MS,
  MINUTE_MS,
  notifyAll,
  OPTIONS,
  TURNED_CRITICAL,
  watching,
} from '../../store/watch/watching.ts';
import { captureLog } from '../../support/capture-log.ts';

const UNUSED: Omit<WatchDeps, 'store' | 'now'> = {
  readAccount: () => Promise.reject(new Error('nothing is to be read')),
  notify: () => Promise.reject(new Error('nothing is to be told')),
  targets: [],
  callTarget: () => Promise.reject(new Error('no target is to be called')),
  channelsAtOnce: 8,
  rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
  reads: { atOnce: 2, perSecond: 5, withinMs: 20_000 },
  wake: () => {},
  chance: () => 0.5,
  log: SILENT,
};
const DAY_MS = 24 * HOUR_MS;
const fine = (atMs: number) => {
  const last = { kind: 'at', atMs, precision: 'second' } as const;
  return { kind: 'found', account: accountWith({ database: last, folders: last }) } as const;
};
/** What was worth saying. */
const told = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ level }) => Number(level) >= 30).map(({ msg }) => msg);
const NO_ANSWER = { kind: 'failed', isSure: false } as const;

/** Several processes over one database and one clock. */
async function processes(accountIds: readonly string[], readAccount: WatchDeps['readAccount']) {
  const { watchStore: store } = await watching('sqlite::memory:', [...accountIds]);
  const world = { nowMs: NOON_MS };
  const start = (given: Partial<WatchDeps> = {}) =>
    createWatch({ ...UNUSED, store, readAccount, now: () => world.nowMs, ...given });
  return { store, world, start };
}

/** Reads everything that becomes due until then, in steps of at least this length. */
async function readUntil(
  world: { nowMs: number },
  untilMs: number,
  watch: Watch,
  stepMs = 1_000,
): Promise<void> {
  while (world.nowMs < untilMs) {
    const nextAtMs = await watch.read();
    await watch.idle();
    world.nowMs = Math.max(world.nowMs + stepMs, Math.ceil(Math.min(nextAtMs, untilMs)));
  }
}
/** In a long outage one account is tried every minute. Longer steps would be a downtime. */
const LONG_STEP_MS = 10 * MINUTE_MS;

test('a slow read delays no other read', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => String(1001 + index));
  const read: string[] = [];
  const { world, start } = await processes(ids, (accountId) => {
    read.push(accountId);
    return accountId === '1001' ? new Promise(() => {}) : Promise.resolve({ kind: 'not-found' });
  });
  const watch = start();
  for (; read.length < ids.length; world.nowMs += 200) {
    await watch.read();
    await new Promise(setImmediate);
  }
  expect(read.toSorted()).toEqual(ids);
});

test('a read wakes the ticker if something may be due after it', async () => {
  let reading: Awaited<ReturnType<WatchDeps['readAccount']>> = fine(NOON_MS - HOUR_MS);
  let woken = 0;
  const { store, world, start } = await processes(['1001'], async () => reading);
  const watch = start({
    store: { ...store, tick: async () => 0 },
    wake: () => {
      woken += 1;
    },
  });
  const wokenBy = async () => {
    woken = 0;
    await watch.read();
    await watch.idle();
    return woken;
  };
  expect(await wokenBy()).toBe(0);
  world.nowMs += DAY_MS / 2;
  expect(await wokenBy()).toBe(0);
  world.nowMs += 3 * DAY_MS;
  expect(await wokenBy(), 'the account is critical now').toBe(1);
  world.nowMs += DAY_MS;
  reading = NO_ANSWER;
  expect(await wokenBy(), 'the service gave no answer').toBe(1);
});

test('calls to targets are looked for at most once a second while there are none', async () => {
  let looks = 0;
  const { store, world, start } = await processes(['1001'], () => new Promise(() => {}));
  const claimCalls: typeof store.claimCalls = async (...args) => {
    looks += 1;
    return await store.claimCalls(...args);
  };
  const watch = start({ store: { ...store, claimCalls }, targets: ['ntfy'] });
  for (let tick = 0; tick < 3; tick += 1) await watch.notify();
  expect(looks).toBe(1);
  expect(await watch.notify()).toBe(world.nowMs + 1_000);
  world.nowMs += 1_000;
  await watch.notify();
  expect(looks).toBe(2);
});

test('notifies no more than the allowed number of channels at a time', async () => {
  const { watches, watchStore, ...opened } = await watching('sqlite::memory:', ['1004']);
  await watches.add({ channelId: 'C2', person: ADA, patterns: ['1004'], options: OPTIONS });
  const claim = await claimOne({ ...opened, watches, watchStore });
  await watchStore.commitReading(NOON_MS, claim, () => TURNED_CRITICAL);
  let claims = 0;
  const claimChannels: typeof watchStore.claimChannels = async (...args) => {
    const claimed = await watchStore.claimChannels(...args);
    claims += claimed.length;
    return claimed;
  };
  const watch = createWatch({
    ...UNUSED,
    store: { ...watchStore, claimChannels },
    channelsAtOnce: 1,
    notify: () => new Promise(() => {}),
    now: () => NOON_MS + 2 * MINUTE_MS,
  });
  for (let tick = 0; tick < 3; tick += 1) await watch.notify();
  expect(claims).toBe(1);
});

test('a call that could end after its lease is not made', async () => {
  const opened = await watching('sqlite::memory:', ['1004']);
  const { watchStore } = opened;
  await watchStore.commitReading(NOON_MS, await claimOne(opened), () => TURNED_CRITICAL);
  const world = { nowMs: NOON_MS + 2 * MINUTE_MS, standsForMs: MINUTE_MS - 10_000, calls: 0 };
  const watch = createWatch({
    ...UNUSED,
    store: {
      ...watchStore,
      async planChannel(...plan) {
        const planned = await watchStore.planChannel(...plan);
        // The process stands still until ten seconds before the end of the lease.
        world.nowMs += world.standsForMs;
        return planned;
      },
    },
    async notify({ channelId }) {
      world.calls += 1;
      return { kind: 'sent', ts: '1.5', channelId };
    },
    now: () => world.nowMs,
  });
  await watch.notify();
  await watch.idle();
  expect(world.calls).toBe(0);
  world.standsForMs = 0;
  await watch.notify();
  await watch.idle();
  expect(world.calls).toBe(1);
});

test('no other process reads an account within the time limit of its read', async () => {
  const { store, world, start } = await processes(['1001'], () => new Promise(() => {}));
  await start({ reads: { ...UNUSED.reads, withinMs: 10 * MINUTE_MS } }).read();
  world.nowMs += 10 * MINUTE_MS;
  expect(await store.claimAccounts(world.nowMs, 1)).toEqual([]);
  world.nowMs += MINUTE_MS;
  expect(await store.claimAccounts(world.nowMs, 1)).toHaveLength(1);
});

describe('downtime', () => {
  const notFound = async () => ({ kind: 'not-found' }) as const;

  test('is recorded when a process stood still or could not reach the database', async () => {
    const { store, world, start } = await processes(['1001'], notFound);
    const { log, lines } = captureLog();
    const watch = start({ log });
    await watch.read();
    world.nowMs += 3 * HOUR_MS;
    await watch.read();
    expect(told(lines)).toEqual(['no process was watching the accounts']);
    const downtime = { fromMs: NOON_MS, toMs: NOON_MS + 3 * HOUR_MS };
    expect((await store.readSource()).downtime).toEqual(downtime);
  });

  test('is not recorded while another process watches or while the service is slow', async () => {
    const { store, world, start } = await processes(['1001', '1002'], () => new Promise(() => {}));
    const [frozen, other] = [start(), start()];
    await frozen.read();
    for (let minute = 0; minute < 180; minute += 10) {
      await other.read();
      world.nowMs += 10 * MINUTE_MS;
    }
    await frozen.read();
    expect((await store.readSource()).downtime).toBeUndefined();
  });
});

describe('an outage of the service', () => {
  test.each([1, 4])(
    'of %i accounts lasts from the first failure to the next answer, and changes no account',
    async (count) => {
      let isOut = false;
      const ids = Array.from({ length: count }, (_, index) => String(1001 + index));
      const { store, world, start } = await processes(ids, async () =>
        isOut ? NO_ANSWER : fine(world.nowMs),
      );
      const { log, lines } = captureLog();
      const watch = start({ log });
      await readUntil(world, NOON_MS + HOUR_MS, watch);
      const levels = { critical: 0, attention: 0, unknown: 0, healthy: count };
      expect(await store.countByLevel()).toEqual(levels);
      const outAtMs = world.nowMs;
      isOut = true;
      await readUntil(world, outAtMs + 7 * MINUTE_MS, watch);
      expect(watch.isSourceOut()).toBe(true);
      const { sinceMs = 0 } = (await store.readSource()).outage ?? {};
      expect(sinceMs).toBeGreaterThanOrEqual(outAtMs);
      expect(sinceMs).toBeLessThan(outAtMs + 6 * MINUTE_MS);
      await readUntil(world, outAtMs + 25 * HOUR_MS, watch, LONG_STEP_MS);
      expect(await store.countByLevel()).toEqual(levels);
      isOut = false;
      await readUntil(world, world.nowMs + 2 * MINUTE_MS, watch);
      expect(watch.isSourceOut()).toBe(false);
      expect((await store.readSource()).outage).toEqual({ sinceMs, overAtMs: expect.any(Number) });
      expect(told(lines)).toEqual(['watched accounts cannot be read', 'watched accounts can be read again']);
    },
  );

  test('is not one account failing for a day, which becomes unknown', async () => {
    const { store, world, start } = await processes(['1001', '1002', '1003'], async (accountId) =>
      accountId === '1001' && world.nowMs > NOON_MS + HOUR_MS ? NO_ANSWER : fine(world.nowMs),
    );
    await readUntil(world, NOON_MS + DAY_MS, start());
    expect((await store.countByLevel()).unknown).toBe(0);
    const { log, lines } = captureLog();
    await readUntil(world, NOON_MS + DAY_MS + 3 * HOUR_MS, start({ log }));
    expect((await store.countByLevel()).unknown).toBe(1);
    expect(told(lines)).toEqual(['a watched account has changed']);
    expect((await store.readSource()).outage).toBeUndefined();
  });

  test('is not counted for an account that goes on failing after it', async () => {
    let failing: readonly string[] = ['1001', '1002', '1003'];
    const { store, world, start } = await processes(failing, async (accountId) =>
      failing.includes(accountId) && world.nowMs > NOON_MS + HOUR_MS ? NO_ANSWER : fine(world.nowMs),
    );
    const watch = start();
    await readUntil(world, NOON_MS + 2 * HOUR_MS, watch);
    await readUntil(world, NOON_MS + 26 * HOUR_MS, watch, LONG_STEP_MS);
    failing = ['1001'];
    await readUntil(world, NOON_MS + 40 * HOUR_MS, watch);
    expect((await store.readSource()).outage?.overAtMs).toBeDefined();
    expect(await store.readStates('', 1)).toMatchObject([
      { state: { level: expect.not.stringMatching('unknown') } },
    ]);
  });
});

describe('a call that Slack accepted and the database did not record', () => {
  /** 1004 is to be reported, and Slack's answer cannot be recorded while `failure` is set. */
  async function notifying() {
    const opened = await watching('sqlite::memory:', ['1004']);
    await opened.watchStore.commitReading(NOON_MS, await claimOne(opened), () => TURNED_CRITICAL);
    const world = {
      nowMs: NOON_MS + 2 * MINUTE_MS,
      failure: undefined as Error | 'lost' | undefined,
      posts: 0,
    };
    const { log, lines } = captureLog();
    const watch = createWatch({
      ...UNUSED,
      log,
      store: {
        ...opened.watchStore,
        async finishChannel(...args) {
          if (world.failure === 'lost') return 'lost';
          if (world.failure !== undefined) throw world.failure;
          return await opened.watchStore.finishChannel(...args);
        },
      },
      async notify({ call, channelId }) {
        if (call.kind === 'post') world.posts += 1;
        return { kind: 'sent', ts: `${world.posts}.5`, channelId };
      },
      now: () => world.nowMs,
    });
    return { world, lines, notify: () => notifyAll(watch, () => world.nowMs) };
  }

  test('is recorded, and not repeated, once the database is back', async () => {
    const { world, lines, notify } = await notifying();
    world.failure = new StoreError('unavailable', 'the database is away');
    for (let turn = 1; turn <= 4; turn += 1) {
      await expect(notify()).rejects.toBe(world.failure);
      world.nowMs += 5 * MINUTE_MS;
    }
    world.failure = undefined;
    await notify();
    expect(world.posts).toBe(1);
    expect(told(lines)).toEqual([]);
  });

  test('is logged when another process has taken the lease', async () => {
    const { world, lines, notify } = await notifying();
    world.failure = 'lost';
    await notify();
    expect(told(lines)).toEqual(['lost the lease of a channel']);
  });

  test('is repeated after a defect, which delays no other tick', async () => {
    const { world, notify } = await notifying();
    world.failure = new TypeError('a defect');
    await expect(notify()).rejects.toBe(world.failure);
    await notify();
    expect(world.posts).toBe(1);
    world.failure = undefined;
    world.nowMs += MINUTE_MS;
    await notify();
    expect(world.posts).toBe(2);
  });
});
