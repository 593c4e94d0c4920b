/**
 * Settles like `promise`, or rejects with `toError()` the moment the signal aborts. The promise itself goes on; what it
 * ends with then is ignored on purpose, and never unhandled.
 */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal, toError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(toError());
    const settle = () => signal.removeEventListener('abort', abort);
    promise.then(resolve, reject).finally(settle);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
