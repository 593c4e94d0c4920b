import { Keyv } from 'keyv';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { maxEntries } from '../async.ts';
import type { Database } from './database.ts';
import type { DatabaseAddress } from './parse-database-url.ts';

/** Some 2 kB each. */
const ANSWERS_IN_MEMORY = 10_000;

/** Those of all replicas. With SQLite there is one process: it keeps answers in memory and has nothing to share. */
export async function openCaches(address: DatabaseAddress, database: Database, log: Logger) {
  if (address.kind === 'sqlite') {
    const kept = new LRUCache<string, string>(maxEntries(ANSWERS_IN_MEMORY));
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: string, ttl?: number) => void kept.set(key, value, { ttl }),
      delete: (key: string) => kept.delete(key),
      clear: () => kept.clear(),
    };
    // Keyv's own serialisation is several times slower and only adds Buffers.
    const json = { serialize: JSON.stringify, deserialize: JSON.parse };
    const answers = new Keyv({ store, throwOnErrors: true, ...json });
    return { answers, tokens: undefined, loginLock: undefined };
  }
  const { createLoginLock } = await import('./postgres.ts');
  return {
    answers: createSharedCache(database, 'answers', log),
    tokens: createSharedCache(database, 'tokens', log),
    /** Lets replicas log in one at a time. */
    loginLock: createLoginLock(address.url, log),
  };
}

/**
 * Values that replicas share, in the table `cache`. They throw when the database fails, instead of missing: their owners
 * decide what to do. Values are kept as given; what must not be read in the database comes encrypted. `namespace` keeps
 * its keys apart from those of others. Removed once expired by `forgetOld` of the watches.
 */
function createSharedCache(database: Database, namespace: string, log: Logger): Keyv {
  const getMany = async (keys: readonly string[]) => {
    const rows = await database.run((db) =>
      db.selectFrom('cache').select(['key', 'value']).where('key', 'in', keys).execute(),
    );
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    return keys.map((key) => values.get(key));
  };
  const keyv = new Keyv({
    store: {
      getMany,
      get: async (key: string) => (await getMany([key]))[0],
      set: (key: string, value: string, ttlMs?: number) =>
        database.run((db) =>
          sql`
            insert into cache (key, value, expires_at_ms)
            values (${key}, ${value}, ${ttlMs === undefined ? null : Math.ceil(Date.now() + ttlMs)})
            on conflict (key) do update set value = excluded.value, expires_at_ms = excluded.expires_at_ms
          `.execute(db),
        ),
      delete: async (key: string) => {
        const { numAffectedRows } = await database.run((db) =>
          sql`delete from cache where key = ${key}`.execute(db),
        );
        return numAffectedRows === 1n;
      },
      clear: () =>
        database.run((db) => sql`delete from cache where key like ${`${namespace}:%`}`.execute(db)),
    },
    namespace,
    throwOnErrors: true,
  });
  // The caller sees the error; it is not logged again at the same level.
  keyv.on('error', (error: unknown) => log.debug({ namespace, error }, 'the shared cache failed'));
  return keyv;
}
