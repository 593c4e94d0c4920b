/**
 * Runs `work` with a signal that aborts as `parent` does, or after `timeoutMs` with a DOMException named TimeoutError.
 * `AbortSignal.any` and `AbortSignal.timeout` would keep every attempt until its time is over, long after its answer.
 */
export async function withSignal<T>(
  parent: AbortSignal,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  const expire = () => controller.abort(new DOMException('the time is up', 'TimeoutError'));
  const timer = setTimeout(expire, timeoutMs).unref();
  parent.addEventListener('abort', follow, { once: true });
  if (parent.aborted) follow();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener('abort', follow);
  }
}
