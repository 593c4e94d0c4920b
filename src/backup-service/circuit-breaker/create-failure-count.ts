/** Failures in a row, each subject counted once: an account, or a login. */
export interface FailureCount {
  add(subject: unknown): void;
  /** Whether so many different ones failed that it is the service. */
  isOutage(): boolean;
  /** Something was answered. */
  clear(): void;
}

const OUTAGE = 5;
/** Failures further apart than this say nothing about one another. */
const WITHIN_MS = 60_000;

export function createFailureCount(now: () => number): FailureCount {
  const failedAtMs = new Map<unknown, number>();
  return {
    add(subject) {
      const nowMs = now();
      for (const [failed, atMs] of failedAtMs) {
        if (Math.abs(nowMs - atMs) >= WITHIN_MS) failedAtMs.delete(failed);
      }
      failedAtMs.set(subject, nowMs);
    },
    isOutage: () => failedAtMs.size >= OUTAGE,
    clear: () => failedAtMs.clear(),
  };
}
