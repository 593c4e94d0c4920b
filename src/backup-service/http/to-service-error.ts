import {
  type AttemptError,
  BadResponseError,
  isAttemptError,
  NetworkError,
  type Operation,
  TimeoutError,
} from '../errors.ts';

/** The abort reason of an adapter that is being closed. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly code = 'closed';
}

/** The abort reason of a request that is no longer needed: another one was answered first. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
  readonly code = 'superseded';
}

const TIMEOUT_CODES = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
];

/** In place of a code: not all of the parser's errors have one. */
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

/**
 * Settles like `promise`, or rejects with `abortedWait` the moment the signal aborts. The promise itself goes on; its
 * later result is ignored on purpose, and never unhandled.
 */
export function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  facts: Parameters<typeof abortedWait>[1],
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedWait(signal, facts));
    const settle = () => signal.removeEventListener('abort', abort);
    promise.then(resolve, reject).finally(settle);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** What an aborted wait ends with: the adapter was closed, or the time was up. */
export function abortedWait(
  signal: AbortSignal,
  facts: { operation: Operation; waitingFor: TimeoutError['waitingFor'] },
): AttemptError {
  if (signal.reason instanceof ClosedError) {
    return new NetworkError({ operation: facts.operation, reason: signal.reason.code });
  }
  return new TimeoutError(facts);
}

function codeOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
