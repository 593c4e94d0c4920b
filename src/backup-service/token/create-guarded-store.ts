import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { startSpan } from '../circuit-breaker/start-span.ts';
import { orAborted } from '../http/or-aborted.ts';

const STORE_TIMEOUT_MS = 1_000;
/** A login asks the store several times; a store that hangs may cost it one time-out, not seven. */
const REST_AFTER_FAILURE_MS = 5_000;

/** A store that may fail or hang as it likes: that is a logged miss, never an error. */
export interface GuardedStore {
  /** Undefined when there is nothing, or nothing to be had. */
  get(key: string): Promise<unknown>;
  /** Whether it was kept. */
  set(key: string, value: string, ttlMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
}

/** After a failure it lets the store rest for 5 s. Switches the store to `throwOnErrors`, without which keyv 5 turns a failed get into a silent miss. */
export function createGuardedStore(deps: {
  readonly store: Keyv;
  readonly now: () => number;
  readonly log: Logger;
}): GuardedStore {
  const { store, now, log } = deps;
  store.throwOnErrors = true;
  let restsForMs = () => 0;

  async function guarded<T>(operation: string, action: () => Promise<T>): Promise<T | undefined> {
    if (restsForMs() > 0) return undefined;
    try {
      const late = () => new Error('timeout');
      return await orAborted(action(), AbortSignal.timeout(STORE_TIMEOUT_MS), late);
    } catch (error) {
      restsForMs = startSpan(now, REST_AFTER_FAILURE_MS);
      // The name alone: drivers put addresses and more into their messages.
      log.warn({ operation, reason: reasonOf(error) }, 'the shared token store failed; going on without it');
      return undefined;
    }
  }

  return {
    get: (key) => guarded('get', () => store.get<unknown>(key)),
    set: async (key, value, ttlMs) => (await guarded('set', () => store.set(key, value, ttlMs))) === true,
    delete: async (key) => void (await guarded('delete', () => store.delete(key))),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
