import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { startCountdown } from '../../async/countdown.ts';
import { within } from '../../async/within.ts';
import { codeOf } from '../errors.ts';

const STORE_TIMEOUT_MS = 1_000;
/** A login asks the store several times; a store that hangs may cost it one time-out, not seven. */
const REST_AFTER_FAILURE_MS = 5_000;

/** A store whose failures and time-outs are logged misses, never errors. */
export interface GuardedStore {
  /** Undefined when there is nothing, or the store fails. */
  get(key: string): Promise<unknown>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Does not ask the store for 5 s after a failure. */
export function createGuardedStore(deps: {
  /** Made with `throwOnErrors`: without it keyv 5 turns a failed get into a silent miss. */
  readonly store: Keyv;
  readonly now: () => number;
  readonly log: Logger;
}): GuardedStore {
  const { store, now, log } = deps;
  let restsForMs = () => 0;

  async function guarded(operation: string, action: () => Promise<unknown>): Promise<unknown> {
    if (restsForMs() > 0) return undefined;
    const failed = (reason: string) => {
      restsForMs = startCountdown(now, REST_AFTER_FAILURE_MS);
      log.warn({ operation, reason }, 'the shared token store failed; going on without it');
    };
    try {
      const done = await within(action(), STORE_TIMEOUT_MS);
      if (done === undefined) failed('timeout');
      return done?.value;
    } catch (error) {
      // The code or name alone: drivers put addresses and more into their messages.
      failed(codeOf(error) ?? (error instanceof Error ? error.name : 'unknown'));
      return undefined;
    }
  }

  return {
    get: (key) => guarded('get', () => store.get<unknown>(key)),
    set: async (key, value, ttlMs) => void (await guarded('set', () => store.set(key, value, ttlMs))),
    delete: async (key) => void (await guarded('delete', () => store.delete(key))),
  };
}
