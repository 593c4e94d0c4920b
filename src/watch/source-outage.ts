/** What the reads of the last minutes say of the service itself. */
export interface SourceHealth {
  /** Newest last; no older than `WITHIN_MS`. */
  readonly reads: readonly SourceRead[];
  /** Since when the service cannot be asked. Absent: it can. */
  readonly outageSinceMs?: number;
}

export interface SourceRead {
  readonly accountId: string;
  readonly atMs: number;
  /** `failed-for-all`: no other account would get an answer either, as while the sign-in is refused. */
  readonly result: 'answered' | 'failed' | 'failed-for-all';
}

const WITHIN_MS = 5 * 60_000;
/** Fewer failures may be those of single accounts. */
const FAILURES_AT_LEAST = 5;
/** A single answer during an outage may be luck. */
const ANSWERS_TO_END = 3;
const READS_AT_MOST = 200;

export const NO_READS: SourceHealth = { reads: [] };

/**
 * An outage begins with a failure that concerns all accounts, or when the newest reads of at least five accounts, and of
 * more than half of those read within five minutes, have failed; then since the first of those failures. It ends after
 * three answers when neither is so any more: an account that fails for ever neither begins an outage nor goes on with one.
 */
export function noteRead({ reads, outageSinceMs }: SourceHealth, read: SourceRead): SourceHealth {
  const recent = [...reads, read].filter(({ atMs }) => read.atMs - atMs <= WITHIN_MS).slice(-READS_AT_MOST);
  // Nearly all reads: nothing to count.
  if (outageSinceMs === undefined && read.result === 'answered') return { reads: recent };
  const newest = [...new Map(recent.map((one) => [one.accountId, one])).values()];
  const failed = newest.filter(({ result }) => result !== 'answered');
  const isFailing = failed.length >= FAILURES_AT_LEAST && failed.length * 2 > newest.length;
  if (outageSinceMs === undefined) {
    if (read.result === 'failed-for-all') return { reads: recent, outageSinceMs: read.atMs };
    const isOutage = isFailing && read.result === 'failed';
    return {
      reads: recent,
      outageSinceMs: isOutage ? Math.min(...failed.map(({ atMs }) => atMs)) : undefined,
    };
  }
  const sinceSure = recent.slice(recent.findLastIndex(({ result }) => result === 'failed-for-all') + 1);
  const answers = sinceSure.filter(({ result, atMs }) => result === 'answered' && atMs > outageSinceMs);
  return answers.length >= ANSWERS_TO_END && !isFailing ? NO_READS : { reads: recent, outageSinceMs };
}
