import type { Logger } from 'pino';
import { createPostgresPool } from '../postgres/create-postgres-pool.ts';
import type { Caches } from './create-caches.ts';
import { createSharedKeyv } from './create-shared-keyv.ts';
import { removeExpired } from './remove-expired.ts';

interface SharedCachesDeps {
  readonly url: string;
  readonly removeExpiredEveryMs: number;
  readonly log: Logger;
}

/** As `createCaches`, in PostgreSQL. Rejects as the driver does, with everything closed. */
export async function createSharedCaches({
  url,
  removeExpiredEveryMs,
  log,
}: SharedCachesDeps): Promise<Caches> {
  const pool = createPostgresPool({ url, log });
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
    throw error;
  }
}
