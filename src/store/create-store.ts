// store/ owns what must outlive the process, pins and recent look-ups, and the caches that replicas share. It must
// never know Slack, the service, or how long a cached answer may be used.

import type { Logger } from 'pino';
import { createAccountListStore } from './account-list-store.ts';
import { openCaches } from './caches.ts';
import { createDatabase, openDatabase } from './database.ts';
import { parseDatabaseUrl } from './parse-database-url.ts';
import { createPins, createRecents } from './pins.ts';
import { createFileCheck } from './sqlite.ts';
import { StoreError, startTroubleOf } from './store-error.ts';
import { createWatchStore } from './watch/engine.ts';
import { createWatchList } from './watch/watch-list.ts';

export type Store = Awaited<ReturnType<typeof createStore>>;

export interface StoreDeps {
  /** `sqlite:./data/x.db`, `sqlite::memory:` (for tests: gone when closed) or `postgres://…`. */
  readonly databaseUrl: string;
  readonly now: () => number;
  readonly log: Logger;
}

const CHECK_EVERY_MS = 60_000;

/**
 * Opens the database, makes it if there is none, and migrates it; several replicas may do so at once. Rejects with a
 * StoreError whose message says where and what to do. PostgreSQL that goes away later is found again by itself.
 */
export async function createStore({ databaseUrl, now, log }: StoreDeps) {
  const address = parseDatabaseUrl(databaseUrl);
  const db = await openDatabase(address, log).catch((error: unknown) => {
    const trouble = startTroubleOf(error, address);
    if (trouble === undefined) throw error;
    throw new StoreError(trouble.code, `${trouble.message} ${trouble.fix}`, { cause: error });
  });
  const database = createDatabase(db, now);
  log.info({ database: address.shownAs }, 'the store is open');
  const checkFile = address.kind === 'sqlite' ? createFileCheck(address.path, log) : undefined;
  /** Reads a row, of which there always is one. Rejects with a StoreError when the database does not answer. */
  const ping = () =>
    database.run(async (kysely) => {
      checkFile?.();
      await kysely.selectFrom('kysely_migration').select('name').limit(1).execute();
    });
  // Nobody may ask whether the app is ready.
  const checking = checkFile && setInterval(() => void ping().catch(() => {}), CHECK_EVERY_MS).unref();
  return {
    pins: createPins(database, now),
    recents: createRecents(database, now),
    accountList: createAccountListStore(database, now),
    /** The watches, as people make them. */
    watches: createWatchList(database, now),
    /** The same, as the engine works through them. */
    watchStore: createWatchStore(database),
    caches: await openCaches(address, database, log),
    ping,
    /** Since when nothing that was asked of it has worked, epoch milliseconds; undefined: the last thing did. */
    failingSinceMs: database.failingSinceMs,
    /** Lets what is under way finish. Whatever is asked of it afterwards rejects with a StoreError `unavailable`. */
    close() {
      clearInterval(checking);
      return database.close();
    },
  };
}
