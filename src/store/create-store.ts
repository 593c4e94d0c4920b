// store/ owns what must outlive the process, pins and recent look-ups, and the caches that replicas share. It must
// never know Slack, the service, or how long a cached answer may be used.
import type { Logger } from 'pino';
import type { AccountListStore } from '../domain/names/account-list.ts';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { WatchList } from '../domain/watch/watch-list.ts';
import type { WatchStore } from '../domain/watch/watch-store.ts';
import { createAccountListStore } from './accounts/create-account-list-store.ts';
import { createGuardedDatabase } from './create-guarded-database.ts';
import { MIGRATIONS } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { parseDatabaseUrl } from './parse-database-url.ts';
import { createPinStore } from './pins/create-pin-store.ts';
import { createRecentStore } from './pins/create-recent-store.ts';
import { startErrorOf } from './start-error-of.ts';
import { createWatchList } from './watch/create-watch-list.ts';
import { createWatchStore } from './watch/create-watch-store.ts';

export interface Store {
  readonly pins: PinStore;
  readonly recents: RecentStore;
  readonly accountList: AccountListStore;
  /** The watches, as people make them. */
  readonly watches: WatchList;
  /** The same, as the engine works through them. */
  readonly watchStore: WatchStore;
  /** Reads a row, of which there always is one. Rejects with a StoreError when the database does not answer. */
  ping(): Promise<void>;
  /** Since when nothing that was asked of it has worked, epoch milliseconds; undefined: the last thing did. */
  failingSinceMs(): number | undefined;
  /** Lets what is under way finish. Whatever is asked of it afterwards rejects with a StoreError `unavailable`. */
  close(): Promise<void>;
}

export interface StoreDeps {
  /** `sqlite:./data/x.db`, `sqlite::memory:` (for tests: gone when closed) or `postgres://…`. */
  readonly databaseUrl: string;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * Opens the database, makes it if there is none, and migrates it; several replicas may do so at once. Rejects with a
 * StoreError whose message says where and what to do. PostgreSQL that goes away later is found again by itself.
 */
export async function createStore(deps: StoreDeps): Promise<Store> {
  const { databaseUrl, now, log } = deps;
  const address = parseDatabaseUrl(databaseUrl);
  const db = await openDatabase({ address, migrations: MIGRATIONS, log }).catch((error: unknown) => {
    throw startErrorOf(error, address);
  });
  const database = createGuardedDatabase(db, now);
  log.info({ database: address.shownAs }, 'the store is open');
  return {
    pins: createPinStore({ database, now }),
    recents: createRecentStore({ database, now }),
    accountList: createAccountListStore({ database }),
    watches: createWatchList({ database, now }),
    watchStore: createWatchStore({ database }),
    async ping() {
      await database.read((kysely) =>
        kysely.selectFrom('kysely_migration').select('name').limit(1).execute(),
      );
    },
    failingSinceMs: database.failingSinceMs,
    close: database.close,
  };
}
