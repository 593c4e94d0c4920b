/**
 * The value of `work` if it comes within `ms`, otherwise undefined; `work` goes on. Rejects when `work` rejects in that
 * time; a later rejection is the caller's, who still holds `work`.
 */
export function within<T>(work: Promise<T>, ms: number): Promise<{ readonly value: T } | undefined> {
  // Not a sleep with a signal: its AbortError, with a stack, would be made for all that is done in time.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve({ value });
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
