// store/ owns all data that outlives the process, and the caches that replicas share. It must never know Slack, the service,
// or how long a cached answer may be used.

import { Keyv } from 'keyv';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createAccountListStore } from './account-list-store.ts';
import { createDatabase, type Database, openDatabase } from './database.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './parse-database-url.ts';
import { createPins } from './pins.ts';
import { createFileCheck } from './sqlite.ts';
import { StoreError, startTroubleOf } from './store-error.ts';
import { createWatchStore } from './watch/engine.ts';
import { createWatchList } from './watch/watch-list.ts';

export type { ChannelClaim, PlannedChannel } from './watch/channels.ts';
export type { TargetClaim } from './watch/deliveries.ts';
export type { AccountClaim, AccountStep } from './watch/engine.ts';
export type { WatchedState, Workspace } from './watch/watch-list.ts';

export type Store = Awaited<ReturnType<typeof createStore>>;

const CHECK_EVERY_MS = 60_000;

/**
 * Opens the database of a `DATABASE_URL`, for tests also `sqlite::memory:`, which is lost when closed. Creates it if there
 * is none, and migrates it; several replicas may do so at once. Rejects with a StoreError whose message names the database
 * and the fix. Reconnects by itself if PostgreSQL goes away later.
 */
export async function createStore(databaseUrl: string, now: () => number, log: Logger) {
  const address = parseDatabaseUrl(databaseUrl);
  const db = await openDatabase(address, log).catch((error: unknown) => {
    const trouble = startTroubleOf(error, address);
    if (trouble === undefined) throw error;
    throw new StoreError(trouble.code, `${trouble.message} ${trouble.fix}`, { cause: error });
  });
  const database = createDatabase(db, now);
  log.info({ database: address.shownAs }, 'the store is open');
  const fileGoneSinceMs =
    address.kind === 'sqlite' ? createFileCheck(address.path, now, log) : () => undefined;
  // Logs it even if nobody calls the readiness probe.
  const checking = setInterval(fileGoneSinceMs, CHECK_EVERY_MS).unref();
  return {
    /** The file or host, without user name and password. */
    shownAs: address.shownAs,
    pins: createPins(database),
    accountList: createAccountListStore(database),
    /** The watches, as people create and see them. */
    watches: createWatchList(database),
    /** The watches, as the engine processes them. */
    watchStore: createWatchStore(database),
    caches: await openCaches(address, database, log),
    fileGoneSinceMs,
    /** Since when calls have failed, at least those that write, epoch milliseconds. Undefined: they work. */
    failingSinceMs: database.failingSinceMs,
    /** Waits for running queries. Every later call rejects with a StoreError `unavailable`. */
    close() {
      clearInterval(checking);
      return database.close();
    },
  };
}

/** About 2 kB each. */
const MAX_ANSWERS = 10_000;

/** The caches that all replicas share. With SQLite there is only one process, which caches answers in memory. */
async function openCaches(address: DatabaseAddress, database: Database, log: Logger) {
  if (address.kind === 'sqlite') {
    const kept = new LRUCache<string, string>({ max: MAX_ANSWERS });
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: string, ttl?: number) => void kept.set(key, value, { ttl }),
      delete: (key: string) => kept.delete(key),
      clear: () => kept.clear(),
    };
    // Keyv's own serialization is several times slower and only adds Buffers.
    const json = { serialize: JSON.stringify, deserialize: JSON.parse };
    const answers = new Keyv({ store, throwOnErrors: true, ...json });
    return { answers, tokens: undefined, loginLock: undefined };
  }
  const { createLoginLock } = await import('./postgres.ts');
  return {
    answers: createSharedCache(database, 'answers'),
    tokens: createSharedCache(database, 'tokens'),
    /** Makes replicas log in one at a time. */
    loginLock: createLoginLock(address.url, log),
  };
}

/**
 * A cache that replicas share, in the table `cache`. A failure of the database is an error here, not a miss: the callers
 * decide what to do. Values are stored as given, so callers encrypt secrets. `namespace` separates the keys of several
 * caches. `forgetOld` of the watches deletes expired values, by the system's clock as Keyv does.
 */
function createSharedCache({ run }: Database, namespace: string): Keyv {
  const getMany = (keys: readonly string[]) =>
    run(async ({ db }) => {
      const rows = await db.selectFrom('cache').select(['key', 'value']).where('key', 'in', keys).execute();
      const values = new Map(rows.map(({ key, value }) => [key, value]));
      return keys.map((key) => values.get(key));
    });
  const store = {
    get: async (key: string) => (await getMany([key]))[0],
    getMany,
    set: (key: string, value: string, ttlMs: number) =>
      run(({ db }) =>
        sql`
          insert into cache (key, value, expires_at_ms) values (${key}, ${value}, ${Math.ceil(Date.now() + ttlMs)})
          on conflict (key) do update set value = excluded.value, expires_at_ms = excluded.expires_at_ms
        `.execute(db),
      ),
    delete: (key: string) =>
      run(({ db }) => db.deleteFrom('cache').where('key', '=', key).execute()).then(() => true),
    clear: async () => {},
  };
  return new Keyv({ store, namespace, throwOnErrors: true });
}
