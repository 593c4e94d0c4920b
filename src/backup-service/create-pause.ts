import { HttpError } from './errors.ts';

/** The pause that the service asked of us, which counts for everybody. */
export interface Pause {
  /** Takes note if this is a 429 that says how long to wait. */
  learnFrom(error: unknown): void;
  /** The 429 again with the time that is left, if there is more than `toleratedMs` left. */
  failure(toleratedMs?: number): HttpError | undefined;
}

/** However long it says: a slip of the service must not shut out everybody for a day. */
const LONGEST_PAUSE_MS = 5 * 60_000;

export function createPause(now: () => number): Pause {
  let untilMs = 0;
  let lengthMs = 0;
  return {
    learnFrom(error) {
      if (!(error instanceof HttpError) || error.status !== 429 || !error.retryAfterMs) return;
      if (now() + error.retryAfterMs <= untilMs) return;
      lengthMs = Math.min(error.retryAfterMs, LONGEST_PAUSE_MS);
      untilMs = now() + lengthMs;
    },
    failure(toleratedMs = 0) {
      const leftMs = untilMs - now();
      // More than it was: the clock was set back.
      if (leftMs <= toleratedMs || leftMs > lengthMs) return undefined;
      return new HttpError({ operation: 'general-info', status: 429, retryAfterMs: leftMs });
    },
  };
}
