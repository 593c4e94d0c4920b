import { startCountdown } from '../async.ts';
import { type BackupServiceError, HttpError } from './errors.ts';

/** The pause that the service asked of us, which counts for everybody. */
export type Pause = ReturnType<typeof createPause>;

export function createPause(now: () => number) {
  let leftMs = () => 0;
  const tooManyRequests = (retryAfterMs: number) =>
    new HttpError({ operation: 'general-info', status: 429, retryAfterMs });

  return {
    /** Takes note if this is a 429 that says how long to wait. Returns it, with more time if a longer pause is in force. */
    learnFrom(error: BackupServiceError) {
      if (!(error instanceof HttpError) || error.status !== 429 || !error.retryAfterMs) return error;
      if (error.retryAfterMs < leftMs()) return tooManyRequests(leftMs());
      leftMs = startCountdown(now, error.retryAfterMs);
      return error;
    },
    /** The 429 again with the time that is left, if there is more than `toleratedMs` left. */
    failure: (toleratedMs = 0) => (leftMs() > toleratedMs ? tooManyRequests(leftMs()) : undefined),
  };
}
