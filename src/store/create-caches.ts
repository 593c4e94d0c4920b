import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { createMemoryKeyv } from './create-memory-keyv.ts';
import { createPostgresPool } from './create-postgres-pool.ts';
import { createSharedKeyv } from './create-shared-keyv.ts';
import { parseDatabaseUrl } from './parse-database-url.ts';
import { removeExpired } from './remove-expired.ts';
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

/** Some 2 kB each. */
const ANSWERS_IN_MEMORY = 10_000;

/** Rejects with a StoreError, as `createStore` does, when PostgreSQL is not there. */
export async function createCaches(deps: CachesDeps): Promise<Caches> {
  const address = parseDatabaseUrl(deps.databaseUrl);
  const { removeExpiredEveryMs = 600_000, log } = deps;
  if (address.kind === 'sqlite') {
    const answers = createMemoryKeyv({ maxCount: ANSWERS_IN_MEMORY });
    const sweeping = setInterval(answers.removeExpired, removeExpiredEveryMs).unref();
    return { answers: answers.keyv, close: async () => clearInterval(sweeping) };
  }
  const pool = createPostgresPool({ url: address.url, log });
  try {
    const tokens = await createSharedKeyv({ pool, namespace: 'tokens', log });
    const answers = await createSharedKeyv({ pool, namespace: 'answers', log });
    const sweeping = setInterval(() => removeExpired({ pool, log }), removeExpiredEveryMs).unref();
    let ending: Promise<void> | undefined;
    return {
      tokens,
      answers,
      async close() {
        clearInterval(sweeping);
        ending ??= pool.end();
        await ending;
      },
    };
  } catch (error) {
    await pool.end();
    throw startErrorOf(error, address);
  }
}
