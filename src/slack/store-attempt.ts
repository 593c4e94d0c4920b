import type { Logger } from 'pino';
import { within } from '../async.ts';

export type StoreFailed = { readonly kind: 'store-failed' };
export const FAILED: StoreFailed = { kind: 'store-failed' };

/** The store gives up within two seconds by itself; this is for one that does not. */
const GIVE_UP_AFTER_MS = 2_500;

/** Work of the store, with every failure as one line in the log and then the value `failed`. Never rejects. */
export function createAttempt(log: Logger) {
  return async <T, const F>(
    doing: string,
    failed: F,
    work: () => Promise<T>,
    withinMs = GIVE_UP_AFTER_MS,
  ): Promise<T | F> => {
    try {
      const done = await within(work(), withinMs);
      if (done !== undefined) return done.value;
      log.warn({ doing, error: 'timeout' }, 'the store failed');
    } catch (error) {
      // A StoreError says what is wrong, and holds no values of rows; anything else is a defect.
      const { name, code, message } = error as NodeJS.ErrnoException;
      const isDefect = name !== 'StoreError' && code === undefined;
      const why = name === 'StoreError' ? { reason: message } : isDefect && { err: error };
      log[isDefect ? 'error' : 'warn']({ doing, error: name, code, ...why }, 'the store failed');
    }
    return failed;
  };
}
