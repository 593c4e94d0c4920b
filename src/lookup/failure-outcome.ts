import {
  type BackupServiceError,
  type HttpError,
  isBackupServiceError,
  isRefusedId,
} from '../backup-service/errors.ts';
import type { LookupOutcome, UnavailableReason } from '../domain/outcome.ts';

/** How a look-up ends without an account, before the fall-back to a last known answer. */
export type FailedOutcome = Exclude<LookupOutcome, { readonly kind: 'found' }>;

/**
 * Turns a failure of the backup service into an outcome: the one place where that happens. Throws `error` itself when
 * it is not a `BackupServiceError`: a defect, for the error handler of src/slack.
 */
export function failureOutcome(id: string, error: unknown): FailedOutcome {
  if (!isBackupServiceError(error)) throw error;
  if (isRefusedId(error)) {
    if (error.status === 400) return { kind: 'invalid-id', id };
    if (error.status === 403) return { kind: 'forbidden', id };
    if (error.status === 404) return { kind: 'not-found', id };
  }
  if (error.code === 'http' && error.isThisAccountAlone) return { kind: 'forbidden', id };
  const retryAfterMs = 'retryAfterMs' in error ? error.retryAfterMs : undefined;
  const reason = unavailableReason(error);
  return { kind: 'unavailable', id, reason, retryAfterMs };
}

function unavailableReason(error: BackupServiceError): UnavailableReason {
  switch (error.code) {
    case 'http':
      return statusReason(error);
    case 'timeout':
      return error.waitingFor === 'slot' ? 'busy' : 'no-answer';
    case 'network':
      return 'no-answer';
    case 'bad-response':
    case 'login-rejected':
    case 'busy':
      return error.code;
    case 'circuit-open':
      return unavailableReason(error.failure);
    default:
      return error satisfies never;
  }
}

function statusReason({ status, hasErrorObject }: HttpError): UnavailableReason {
  if (status === 429) return 'busy';
  if (status >= 500) return 'no-answer';
  // A token refused right after its login: the service account is not let in.
  return status === 401 && hasErrorObject ? 'login-rejected' : 'bad-response';
}
