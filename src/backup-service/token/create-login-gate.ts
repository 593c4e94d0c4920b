import type { Logger } from 'pino';
import { startSpan } from '../circuit-breaker/start-span.ts';
import { HttpError, LoginRejectedError } from '../errors.ts';
import type { Deadline } from '../http/create-deadlines.ts';
import type { SharedRefusals } from './create-shared-token.ts';

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Why no login is sent, and for how long. */
interface Pause {
  readonly leftMs: () => number;
  readonly failure: (retryAfterMs: number) => HttpError | LoginRejectedError;
}

/**
 * Stands before the login. After a refusal it lets nothing through for 1 minute, doubling to 15, so that a wrong
 * password does not lock the account; after a 429 with Retry-After, for as long as that says, five minutes at most. Meanwhile it fails at once
 * with the same error and the time that is left. A success forgets it all. Where refusals are shared, all replicas pause
 * after the refusal of one.
 */
export function createLoginGate<T>(deps: {
  readonly login: (deadline: Deadline) => Promise<T>;
  /** Absent: the pause is for this process alone. */
  readonly shared?: SharedRefusals;
  readonly now: () => number;
  readonly log: Logger;
}): (deadline: Deadline) => Promise<T> {
  const { shared, now, log } = deps;
  let refusals = 0;
  let pause: Pause | undefined;
  /** Names what was shared last, so that it counts once, whatever has become of the clock since. */
  let sharedUntilMs: number | undefined;

  function pauseFor(lengthMs: number, failure: Pause['failure'] = asRefusal): void {
    pause = { leftMs: startSpan(now, lengthMs), failure };
  }

  /** Takes over what another replica was told since. */
  async function adopt(): Promise<void> {
    const known = await shared?.read();
    if (known === undefined || known.untilMs === sharedUntilMs) return;
    sharedUntilMs = known.untilMs;
    refusals = Math.max(refusals, known.count);
    // By another replica's clock: never longer than a pause is.
    pauseFor(Math.min(known.untilMs - now(), LONGEST_PAUSE_MS));
  }

  async function pauseAfter(error: unknown): Promise<unknown> {
    if (error instanceof HttpError && error.status === 429 && error.retryAfterMs) {
      const { operation, status } = error;
      pauseFor(error.retryAfterMs, (retryAfterMs) => new HttpError({ operation, status, retryAfterMs }));
    }
    if (!(error instanceof LoginRejectedError)) return error;
    const retryAfterMs = Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS);
    refusals++;
    pauseFor(retryAfterMs);
    log.error(
      { refusals, retryAfterMs },
      'LOGIN REFUSED: the service does not accept the user name or password of the service account',
    );
    sharedUntilMs = now() + retryAfterMs;
    await shared?.write({ count: refusals, untilMs: sharedUntilMs });
    return asRefusal(retryAfterMs);
  }

  function failIfPausing(): void {
    const leftMs = pause?.leftMs() ?? 0;
    if (pause !== undefined && leftMs > 0) throw pause.failure(leftMs);
  }

  return async (deadline) => {
    failIfPausing();
    await adopt();
    failIfPausing();
    try {
      const result = await deps.login(deadline);
      if (refusals > 0) await shared?.clear();
      refusals = 0;
      pause = undefined;
      return result;
    } catch (error) {
      throw await pauseAfter(error);
    }
  };
}

const asRefusal = (retryAfterMs: number) => new LoginRejectedError({ retryAfterMs });
