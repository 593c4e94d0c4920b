import type { Logger } from 'pino';
import { parseDatabaseUrl } from '../parse-database-url.ts';
import { startErrorOf } from '../start-error-of.ts';
import { createMemoryKeyv } from './create-memory-keyv.ts';
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
