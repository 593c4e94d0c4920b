import { type AttemptError, NetworkError, TimeoutError } from '../errors.ts';

/** The abort reason of an adapter that is being closed. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly code = 'closed';
}

/**
 * Settles like `promise`, or rejects with `abortedWait` the moment the signal aborts. The promise itself goes on; its
 * later result is ignored on purpose, and never unhandled.
 */
export function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  facts: Pick<TimeoutError, 'operation' | 'waitingFor'>,
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
  facts: Pick<TimeoutError, 'operation' | 'waitingFor'>,
): AttemptError {
  if (signal.reason instanceof ClosedError) {
    return new NetworkError({ operation: facts.operation, reason: signal.reason.code });
  }
  return new TimeoutError(facts);
}
