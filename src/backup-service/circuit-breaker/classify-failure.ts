import type { BackupServiceError } from '../errors.ts';

/** What a failure says of the service as a whole: it does not answer, it does, or nothing, for it was not asked. */
export function classifyFailure(error: BackupServiceError): 'down' | 'up' | 'none' {
  switch (error.code) {
    case 'http':
      return error.status === 429 || (error.status < 500 && error.hasErrorObject) ? 'up' : 'down';
    case 'network':
      return error.reason === 'closed' ? 'none' : 'down';
    case 'timeout':
      return error.waitingFor === 'slot' ? 'none' : 'down';
    case 'bad-response':
    case 'login-rejected':
      return 'up';
    case 'circuit-open':
    case 'busy':
      return 'none';
    default:
      return error satisfies never;
  }
}
