import type { Logger } from 'pino';
import { startCountdown } from '../../async.ts';
import { HttpError, LoginRejectedError } from '../errors.ts';
import type { Deadline } from '../http/create-deadlines.ts';
import type { SharedRefusals } from './create-shared-token.ts';

const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 15 * 60_000;

/** Why no login is sent, and for how long. */
interface BackOff {
  readonly leftMs: () => number;
  readonly failure: (retryAfterMs: number) => HttpError | LoginRejectedError;
}

interface LoginBackOffDeps<T> {
  readonly login: (deadline: Deadline) => Promise<T>;
  /** Absent: the back-off is for this process alone. */
  readonly shared: SharedRefusals | undefined;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * The login with a back-off. After a refusal it sends none for 1 minute, doubling to 15, so that a wrong password does not
 * lock the account; after a 429 with Retry-After, for as long as that says, five minutes at most. Meanwhile it fails at once
 * with the same error and the time that is left. A success ends it. Where refusals are shared, all replicas back off
 * after the refusal of one.
 */
export function createLoginBackOff<T>(deps: LoginBackOffDeps<T>): (deadline: Deadline) => Promise<T> {
  const { shared, now, log } = deps;
  let refusals = 0;
  let backOff: BackOff | undefined;
  /** Identifies what was shared last, so that it counts once, even if the clock is set since. */
  let sharedUntilMs: number | undefined;

  const backOffFor = (lengthMs: number, failure: BackOff['failure'] = rejected) => {
    backOff = { leftMs: startCountdown(now, lengthMs), failure };
  };

  async function syncFromReplicas(): Promise<void> {
    const known = await shared?.read();
    if (known === undefined || known.untilMs === sharedUntilMs) return;
    sharedUntilMs = known.untilMs;
    refusals = Math.max(refusals, known.count);
    // Set by another replica's clock, so bounded by the longest back-off.
    backOffFor(Math.min(known.untilMs - now(), LONGEST_BACK_OFF_MS));
  }

  async function backOffAfter(error: unknown): Promise<unknown> {
    if (error instanceof HttpError && error.status === 429 && error.retryAfterMs) {
      const { operation, status } = error;
      backOffFor(error.retryAfterMs, (retryAfterMs) => new HttpError({ operation, status, retryAfterMs }));
    }
    if (!(error instanceof LoginRejectedError)) return error;
    const retryAfterMs = Math.min(FIRST_BACK_OFF_MS * 2 ** refusals, LONGEST_BACK_OFF_MS);
    refusals++;
    backOffFor(retryAfterMs);
    log.error(
      { refusals, retryAfterMs },
      'LOGIN REFUSED: the service does not accept the user name or password of the service account',
    );
    sharedUntilMs = now() + retryAfterMs;
    await shared?.write({ count: refusals, untilMs: sharedUntilMs });
    return rejected(retryAfterMs);
  }

  function failWhileBackingOff(): void {
    const leftMs = backOff?.leftMs() ?? 0;
    if (backOff !== undefined && leftMs > 0) throw backOff.failure(leftMs);
  }

  return async (deadline) => {
    failWhileBackingOff();
    await syncFromReplicas();
    failWhileBackingOff();
    try {
      const result = await deps.login(deadline);
      if (refusals > 0) await shared?.clear();
      refusals = 0;
      backOff = undefined;
      return result;
    } catch (error) {
      throw await backOffAfter(error);
    }
  };
}

const rejected = (retryAfterMs: number) => new LoginRejectedError({ retryAfterMs });
