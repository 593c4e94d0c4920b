import { SERVICE_CALL_RESULTS, type ServiceCallResult } from '../../domain/events.ts';
import type { AttemptError } from '../errors.ts';

/** How a failed attempt is counted. */
export function callResult(error: AttemptError): ServiceCallResult {
  switch (error.code) {
    case 'http':
      return statusResult(error.status);
    case 'network':
      return error.reason === 'closed' ? 'closed' : 'network';
    case 'timeout':
    case 'bad-response':
      return error.code;
    default:
      return error satisfies never;
  }
}

function statusResult(status: number): ServiceCallResult {
  const exact = SERVICE_CALL_RESULTS.find((result) => result === String(status));
  if (exact !== undefined) return exact;
  if (status >= 500) return '5xx';
  return status >= 400 ? '4xx' : '3xx';
}
