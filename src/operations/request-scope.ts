import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Knows for which Slack request any piece of work is done. */
export type RequestScope = ReturnType<typeof createRequestScope>;

/**
 * The id follows the calls, so that nobody has to pass it on. Work that several requests share, a question to the
 * service or a login, goes under the id of the one who asked first: the others' lines name the account as well.
 */
export function createRequestScope() {
  const ids = new AsyncLocalStorage<string>();
  return {
    /** Runs the work of one request under an id of its own, which everything that it awaits or starts keeps. */
    run: <T>(work: () => T) => ids.run(randomUUID(), work),
    /** Undefined outside of any request: at start, in timers, in renewals ahead of time. */
    id: () => ids.getStore(),
  };
}
