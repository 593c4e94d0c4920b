import { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { parseDatabaseUrl } from './parse-database-url.ts';
import { startErrorOf } from './start-error-of.ts';

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

/** Rejects with a StoreError, as `createStore` does, when PostgreSQL is not there. */
export async function createCaches(deps: CachesDeps): Promise<Caches> {
  const address = parseDatabaseUrl(deps.databaseUrl);
  if (address.kind === 'sqlite') {
    return { answers: new Keyv({ throwOnErrors: true }), close: async () => undefined };
  }
  // As for the database itself: the driver is for those who use it.
  const { createSharedCaches } = await import('./create-shared-caches.ts');
  try {
    return await createSharedCaches(deps, address.url);
  } catch (error) {
    throw startErrorOf(error, address);
  }
}
