import {
  type AttemptError,
  BadResponseError,
  codeOf,
  isAttemptError,
  NetworkError,
  type Operation,
  TimeoutError,
} from '../errors.ts';

const TIMEOUT_CODES = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
];

/** Used when there is no code: not all of the parser's errors have one. */
const MALFORMED_HTTP = 'HPE';

/**
 * Names what undici, Node or an abort signal threw. Rethrows what neither the network nor the service can cause:
 * that is a defect of ours.
 */
export function toServiceError(error: unknown, operation: Operation): AttemptError {
  if (isAttemptError(error)) return error;
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') return new TimeoutError({ operation, waitingFor: 'response' });
  const code = error.name === 'HTTPParserError' ? MALFORMED_HTTP : codeOf(error);
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') throw error;
  if (TIMEOUT_CODES.includes(code)) return new TimeoutError({ operation, waitingFor: 'response' });
  // The parser's errors carry the bytes they choked on, so they go no further.
  if (code === MALFORMED_HTTP || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new BadResponseError({ operation, reason: 'malformed-http' });
  }
  return new NetworkError({ operation, reason: code, cause: error });
}
