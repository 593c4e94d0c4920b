/**
 * Waits for `work`, but no longer than `timeoutMs`; then the result is what `tooLate` returns or throws.
 * `work` is left alone, and what becomes of it later is nobody's concern.
 */
export async function withinTime<T, U>(
  work: Promise<T>,
  timeoutMs: number,
  tooLate: () => U,
): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    return await Promise.race([work, timeout.then(tooLate)]);
  } finally {
    clearTimeout(timer);
  }
}
