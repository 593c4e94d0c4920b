/**
 * Starts a countdown of `lengthMs` and returns what is left of it, in milliseconds: 0 when it is over, and when the clock
 * was set back behind its start. A jump of the clock never makes it longer than twice its length.
 */
export function startCountdown(now: () => number, lengthMs: number): () => number {
  const startedAtMs = now();
  return () => {
    const goneMs = now() - startedAtMs;
    return goneMs < 0 ? 0 : Math.max(0, lengthMs - goneMs);
  };
}
