/** What the reads of the last minutes say of the service itself. */
export interface SourceHealth {
  /** Newest last; no older than `WITHIN_MS`. */
  readonly reads: readonly SourceRead[];
  /** Since when the service cannot be asked. Absent: it can. */
  readonly outageSinceMs?: number;
}

export interface SourceRead {
  readonly atMs: number;
  /** `failed-for-all`: no other account would get an answer either, as while the sign-in is refused. */
  readonly result: 'answered' | 'failed' | 'failed-for-all';
}

const WITHIN_MS = 5 * 60_000;
/** Fewer failures may be those of single accounts. */
const FAILURES_AT_LEAST = 5;
/** One answer in the middle of an outage is luck. */
const ANSWERS_TO_END = 3;
const READS_AT_MOST = 200;

export const NO_READS: SourceHealth = { reads: [] };

/**
 * An outage begins with a failure that concerns all accounts, or when more than half of at least five reads have failed
 * within five minutes; then since the first of those failures. It ends with three answers in a row.
 */
export function noteRead({ reads, outageSinceMs }: SourceHealth, read: SourceRead): SourceHealth {
  const recent = [...reads, read].filter(({ atMs }) => read.atMs - atMs <= WITHIN_MS).slice(-READS_AT_MOST);
  const failed = recent.filter(({ result }) => result !== 'answered');
  if (outageSinceMs !== undefined) {
    const answers = recent.length - 1 - recent.findLastIndex(({ result }) => result !== 'answered');
    return answers >= ANSWERS_TO_END ? { reads: [] } : { reads: recent, outageSinceMs };
  }
  const isOutage =
    read.result === 'failed-for-all' ||
    (failed.length >= FAILURES_AT_LEAST && failed.length * 2 > recent.length);
  return { reads: recent, ...(isOutage && { outageSinceMs: failed[0]?.atMs ?? read.atMs }) };
}
