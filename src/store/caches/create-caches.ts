import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { atMost } from '../../async.ts';
import { parseDatabaseUrl } from '../parse-database-url.ts';
import { startErrorOf } from '../start-error-of.ts';
import type { SharedCaches } from './create-shared-caches.ts';

/** `tokens` and `loginLock` are absent with SQLite, which no other process shares. */
export type Caches = Pick<SharedCaches, 'answers' | 'close'> & Partial<SharedCaches>;

export interface CachesDeps {
  /** PostgreSQL keeps them for all replicas; with SQLite they stay in this process. */
  readonly databaseUrl: string;
  /** Default ten minutes. */
  readonly removeExpiredEveryMs?: number;
  readonly log: Logger;
}

/** Some 2 kB each. */
const ANSWERS_IN_MEMORY = 10_000;

/** Rejects with a StoreError, as `createStore` does, when PostgreSQL is not there. */
export async function createCaches({
  databaseUrl,
  removeExpiredEveryMs = 600_000,
  log,
}: CachesDeps): Promise<Caches> {
  const address = parseDatabaseUrl(databaseUrl);
  if (address.kind === 'sqlite') {
    const answers = createMemoryKeyv({ maxCount: ANSWERS_IN_MEMORY });
    const sweeping = setInterval(answers.removeExpired, removeExpiredEveryMs).unref();
    return { answers: answers.keyv, close: async () => clearInterval(sweeping) };
  }
  // As for the database itself: the driver is for those who use it.
  const { createSharedCaches } = await import('./create-shared-caches.ts');
  try {
    return await createSharedCaches({ url: address.url, removeExpiredEveryMs, log });
  } catch (error) {
    throw startErrorOf(error, address);
  }
}

/** Values of this process alone. Those not used for the longest time go once there are more than `maxCount`. */
export function createMemoryKeyv({ maxCount }: { readonly maxCount: number }) {
  const kept = new LRUCache<string, string>(atMost(maxCount));
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string, ttlMs?: number) => void kept.set(key, value, { ttl: ttlMs }),
    delete: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  };
  return {
    // Stored as JSON, which nobody can change. Keyv's own serialisation is several times slower and only adds Buffers.
    keyv: new Keyv({ store, throwOnErrors: true, serialize: JSON.stringify, deserialize: JSON.parse }),
    /** How many values are kept, those that have expired included. */
    count: () => kept.size,
    /** Frees expired values; until then they are merely not found. */
    removeExpired: () => void kept.purgeStale(),
  };
}
