import type { BackupServiceError } from './errors.ts';

/** An error as flat facts for a log line. All of them primitive; none of them personal or secret. */
export function factsOf(error: BackupServiceError): Readonly<Record<string, string | number>> {
  const { code, operation } = error;
  switch (error.code) {
    case 'http':
      return {
        code,
        operation,
        status: error.status,
        ...(error.serviceCode !== undefined && { serviceCode: error.serviceCode }),
        ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
      };
    case 'network':
      return { code, operation, reason: error.reason };
    case 'timeout':
      return { code, operation, waitingFor: error.waitingFor };
    case 'bad-response':
      return {
        code,
        operation,
        reason: error.reason,
        ...(error.status !== undefined && { status: error.status }),
      };
    case 'login-rejected':
      return {
        code,
        operation,
        ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
      };
    case 'circuit-open':
      return { ...factsOf(error.failure), code, retryAfterMs: error.retryAfterMs };
    case 'busy':
      return { code, operation, retryAfterMs: error.retryAfterMs };
    default:
      return error satisfies never;
  }
}
