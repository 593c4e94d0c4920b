/**
 * The value of `work` if it comes within `ms`, otherwise undefined; `work` goes on. Rejects when `work` rejects in that
 * time; a later rejection is the caller's, who still holds `work`.
 */
export async function within<T>(work: Promise<T>, ms: number): Promise<{ readonly value: T } | undefined> {
  // Not a sleep with a signal: its AbortError, with a stack, would be made for all that is done in time.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work.then((value) => ({ value })), late.then(() => undefined)]);
  } finally {
    clearTimeout(timer);
  }
}
