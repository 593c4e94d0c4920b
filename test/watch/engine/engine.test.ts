import { expect, test } from 'vitest';
import { StoreError } from '../../../src/store/store-error.ts';
import { createWatch, type Watch, type WatchDeps } from '../../../src/watch/engine/engine.ts';
import { accountWith } from '../../account/accounts.ts';
import { bothDatabases, NOON_MS, postgresOfRun, SILENT, UNHURRIED } from '../../store/use-databases.ts';
import {
  ADA,
  alerted,
  claimOne,
  DAY_MS,
  HOUR_MS,
  heals,
  MINUTE_MS,
  notifyAll,
  notifying,
  OPTIONS,
  type Opened,
  read,
  TELLS_ONLY,
  TURNED_CRITICAL,
  turns,
  watching,
} from '../../store/watch/watching.ts';

const postgres = postgresOfRun();

/** Without what the test is about. */
const UNUSED = {
  ...TELLS_ONLY,
  notify: () => Promise.reject(new Error('nothing is to be told')),
  reads: { ...TELLS_ONLY.reads, atOnce: 2 },
  log: SILENT,
};
const fine = (atMs: number) => {
  const last = { kind: 'at', atMs, precision: 'second' } as const;
  return { kind: 'found', account: accountWith({ database: last, folders: last }) } as const;
};
const NO_ANSWER = { kind: 'failed', isSure: false } as const;

/** Several processes over one database and one clock. */
async function processes(accountIds: readonly string[], readAccount: WatchDeps['readAccount']) {
  const { watchStore: store } = await watching('sqlite::memory:', [...accountIds]);
  const world = { nowMs: NOON_MS };
  const start = (given: Partial<WatchDeps> = {}) =>
    createWatch({ ...UNUSED, store, readAccount, now: () => world.nowMs, ...given });
  return { store, world, start };
}

/** 1004 is watched in C1 and has turned critical. */
async function turnedCritical() {
  const opened = await watching('sqlite::memory:', ['1004']);
  await opened.watchStore.commitReading(NOON_MS, await claimOne(opened), () => TURNED_CRITICAL);
  return opened;
}

/** A process that notifies, and the kinds of its calls, which Slack accepts. `change` replaces parts of the store. */
function notifier(
  { watchStore }: Opened,
  nowMs: number,
  change: (world: { nowMs: number }) => Partial<WatchDeps['store']> = () => ({}),
) {
  const world = { nowMs, kinds: [] as string[] };
  const watch = createWatch({
    ...UNUSED,
    store: { ...watchStore, ...change(world) },
    async notify({ call: { notification }, channelId }) {
      world.kinds.push(notification.kind);
      return { kind: 'sent', ts: `${world.kinds.length}.5`, channelId };
    },
    now: () => world.nowMs,
  });
  const tick = async () => {
    await watch.notify();
    await watch.idle();
  };
  return { world, watch, tick };
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

test('everything is read again after the clock was set back', async () => {
  let reads = 0;
  const { world, start } = await processes(['1001'], async () => {
    reads += 1;
    return fine(NOON_MS - 2 * DAY_MS);
  });
  const watch = start();
  for (const backMs of [0, DAY_MS]) {
    world.nowMs -= backMs;
    await watch.read();
    await watch.idle();
  }
  expect(reads).toBe(2);
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

test.each(bothDatabases(postgres))(
  'after a pause nothing is posted again before the downtime is, though channels are due first: $kind',
  async ({ freshUrl }) => {
    const opened = await watching(await freshUrl(), ['1004']);
    await alerted(opened);
    await opened.watchStore.tick(NOON_MS + 2 * MINUTE_MS);
    const { world, tick } = notifier(opened, NOON_MS + 5 * HOUR_MS);
    await tick();
    expect(world.kinds).toEqual(['downtime']);
  },
);

test('a recovery is reported although an alert about another account was held back until both were fine', async () => {
  const opened = await watching('sqlite::memory:');
  await alerted(opened);
  const laterMs = NOON_MS + 10 * MINUTE_MS;
  await read(opened, '1007', laterMs, turns('critical', laterMs));
  await notifying(opened, laterMs + MINUTE_MS, () => ({ kind: 'held', retryAfterMs: 5 * MINUTE_MS }));
  const fineMs = laterMs + 2 * MINUTE_MS;
  for (const id of ['1004', '1007']) await read(opened, id, fineMs, heals(fineMs));
  const kinds: string[] = [];
  for (let minute = 6; minute < 10; minute += 1)
    for (const { kind, notification } of await notifying(opened, laterMs + minute * MINUTE_MS))
      kinds.push(`${kind} ${notification.kind}`);
  expect(kinds).toEqual(['edit alert', 'reply recovered']);
});

test('notifies no more than the allowed number of channels at a time', async () => {
  const { watches, watchStore } = await turnedCritical();
  await watches.add({ channelId: 'C2', person: ADA, patterns: ['1004'], options: OPTIONS });
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
  const opened = await turnedCritical();
  let standsForMs = MINUTE_MS - 10_000;
  const { world, tick } = notifier(opened, NOON_MS + 2 * MINUTE_MS, (clock) => ({
    async planChannel(...plan) {
      const planned = await opened.watchStore.planChannel(...plan);
      // The process stands still until ten seconds before the end of the lease.
      clock.nowMs += standsForMs;
      return planned;
    },
  }));
  await tick();
  expect(world.kinds).toEqual([]);
  standsForMs = 0;
  await tick();
  expect(world.kinds).toEqual(['alert']);
});

test.each<[string, begin: (opened: Opened) => Promise<unknown>]>([
  ['stopped', ({ watches }) => watches.remove('C1', ['1007'], 'U2')],
  ['downtime', ({ watchStore }) => watchStore.tick(NOON_MS)],
  [
    'summary',
    ({ watches }) => {
      const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], zone: OPTIONS.zone };
      return watches.setSummary('C1', 'C1', { ...everyDay, atMinute: 15 * 60 + 1 });
    },
  ],
])('a message that Slack never answers holds back no alert: %s', async (unanswered, begin) => {
  const opened = await watching('sqlite::memory:');
  await opened.watchStore.tick(NOON_MS - HOUR_MS / 2);
  await begin(opened);
  const kindsAt = async (nowMs: number) => {
    const calls = await notifying(opened, nowMs, ({ notification, channelId }) =>
      notification.kind === unanswered ? { kind: 'unconfirmed' } : { kind: 'sent', ts: '1.5', channelId },
    );
    return calls.map(({ notification }) => notification.kind);
  };
  expect(await kindsAt(NOON_MS + MINUTE_MS)).toEqual([unanswered]);
  await opened.watchStore.commitReading(NOON_MS, await claimOne(opened), () => TURNED_CRITICAL);
  expect(await kindsAt(NOON_MS + 2 * MINUTE_MS)).toEqual(['alert']);
  // It is tried again.
  expect(await kindsAt(NOON_MS + 3 * MINUTE_MS)).toEqual([unanswered]);
});

test('no other process reads an account within the time limit of its read', async () => {
  const { store, world, start } = await processes(['1001'], () => new Promise(() => {}));
  await start({ reads: { ...UNUSED.reads, withinMs: 10 * MINUTE_MS } }).read();
  world.nowMs += 10 * MINUTE_MS;
  expect(await store.claimAccounts(world.nowMs, 1, UNHURRIED)).toEqual([]);
  world.nowMs += MINUTE_MS;
  expect(await store.claimAccounts(world.nowMs, 1, UNHURRIED)).toHaveLength(1);
});

test('no downtime is recorded while another process watches or while the service is slow', async () => {
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

test('old rows are deleted at the first tick and then every hour, at once again while there are more', async () => {
  const { store, world, start } = await processes(['1001'], () => new Promise(() => {}));
  const kept: number[] = [];
  const forgetOld: typeof store.forgetOld = async (nowMs, beforeMs) => {
    kept.push((nowMs - beforeMs) / DAY_MS);
    return kept.length === 1;
  };
  const watch = start({ store: { ...store, forgetOld } });
  for (const afterMs of [0, 1_000, 2_000, HOUR_MS, HOUR_MS + 1_000]) {
    world.nowMs = NOON_MS + afterMs;
    await watch.read();
  }
  expect(kept).toEqual([35, 35, 35]);
});

test('an outage of a day makes no account unknown, and is not counted for one that goes on failing after it', async () => {
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

test.each([
  ['is recorded, and not repeated, once the database is back', new StoreError('unavailable', 'away'), 1],
  ['is repeated after a defect', new TypeError('a defect'), 2],
])('a call that Slack accepted and the database did not record %s', async (_, failure, posts) => {
  const opened = await turnedCritical();
  let isBroken = true;
  const { world, watch } = notifier(opened, NOON_MS + 2 * MINUTE_MS, () => ({
    async finishChannel(...args) {
      if (isBroken) throw failure;
      return await opened.watchStore.finishChannel(...args);
    },
  }));
  const notify = () => notifyAll(watch, () => world.nowMs);
  await expect(notify()).rejects.toBe(failure);
  isBroken = false;
  world.nowMs += 5 * MINUTE_MS;
  await notify();
  expect(world.kinds).toHaveLength(posts);
});
