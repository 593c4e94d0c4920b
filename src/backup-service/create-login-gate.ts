import type { Logger } from 'pino';
import type { Deadline } from './create-deadlines.ts';
import { HttpError, LoginRejectedError } from './errors.ts';

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Why no login is sent, and until when. */
interface Pause {
  readonly untilMs: number;
  readonly failure: (retryAfterMs: number) => HttpError | LoginRejectedError;
}

/**
 * Stands before the login. After a refusal it lets nothing through for 1 minute, doubling to 15, so that a wrong
 * password does not lock the account; after a 429 with Retry-After, for as long as asked. Meanwhile it fails at once
 * with the same error and the time that is left. A success forgets it all.
 */
export function createLoginGate<T>(deps: {
  readonly login: (deadline: Deadline) => Promise<T>;
  readonly now: () => number;
  readonly log: Logger;
}): (deadline: Deadline) => Promise<T> {
  const { now, log } = deps;
  let refusals = 0;
  let pause: Pause | undefined;

  function pauseAfter(error: unknown): unknown {
    if (error instanceof HttpError && error.status === 429 && error.retryAfterMs) {
      const { operation, status } = error;
      const failure = (retryAfterMs: number) => new HttpError({ operation, status, retryAfterMs });
      pause = { untilMs: now() + error.retryAfterMs, failure };
    }
    if (!(error instanceof LoginRejectedError)) return error;
    const retryAfterMs = Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);
    refusals++;
    pause = {
      untilMs: now() + retryAfterMs,
      failure: (leftMs) => new LoginRejectedError({ retryAfterMs: leftMs }),
    };
    log.error(
      { refusals, retryAfterMs },
      'LOGIN REFUSED: the service does not accept the user name or password of the service account',
    );
    return pause.failure(retryAfterMs);
  }

  return async (deadline) => {
    const leftMs = pause === undefined ? 0 : pause.untilMs - now();
    if (pause !== undefined && leftMs > 0) throw pause.failure(leftMs);
    try {
      const result = await deps.login(deadline);
      refusals = 0;
      pause = undefined;
      return result;
    } catch (error) {
      throw pauseAfter(error);
    }
  };
}
