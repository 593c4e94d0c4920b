/**
 * Runs `work` with a controller that aborts as `parent` does, or when `work` aborts it.
 * `AbortSignal.any` would keep a little of each call for as long as the parent lives.
 */
export async function withSignal<T>(
  parent: AbortSignal,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  parent.addEventListener('abort', follow, { once: true });
  if (parent.aborted) follow();
  try {
    return await work(controller);
  } finally {
    parent.removeEventListener('abort', follow);
  }
}
