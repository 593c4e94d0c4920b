import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { startErrorOf } from '../errors/start-error-of.ts';
import { parseDatabaseUrl } from '../parse-database-url.ts';
import { createMemoryKeyv } from './create-memory-keyv.ts';

/**
 * Throw when the database fails, instead of missing: that is for their owners to decide. Values are kept as given;
 * what must not be read in the database comes encrypted.
 */
export interface Caches {
  /** Absent unless other processes can share it. */
  readonly tokens?: Keyv;
  readonly answers: Keyv;
  close(): Promise<void>;
}

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
