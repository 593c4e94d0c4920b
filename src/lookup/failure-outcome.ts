import type { LookupOutcome, UnavailableReason } from '../domain/outcome.ts';
import { ServiceError, type ServiceErrorCode } from '../service/errors.ts';

/** How a look-up ends without an account, before the fall-back to a last known answer. */
export type FailedOutcome = Exclude<LookupOutcome, { readonly kind: 'found' }>;

/** Why nothing is known of the account. */
const REASONS: Readonly<
  Record<Exclude<ServiceErrorCode, 'invalid-id' | 'forbidden' | 'not-found'>, UnavailableReason>
> = {
  timeout: 'no-answer',
  network: 'no-answer',
  'server-error': 'no-answer',
  closed: 'no-answer',
  'bad-response': 'bad-response',
  unauthorized: 'login-rejected',
  'login-rejected': 'login-rejected',
  'rate-limited': 'busy',
  busy: 'busy',
};

/**
 * Turns a failure of the backup service into an outcome: the one place where that happens. Throws `error` itself when
 * it is not a `ServiceError`: a defect, for the error handler of src/slack.
 */
export function failureOutcome(id: string, error: unknown): FailedOutcome {
  if (!(error instanceof ServiceError)) throw error;
  const { code, retryAfterMs } = error;
  if (code === 'invalid-id' || code === 'forbidden' || code === 'not-found') return { kind: code, id };
  return { kind: 'unavailable', id, reason: REASONS[code], retryAfterMs };
}
