import type { Logger } from 'pino';
import type { LookupBackupStatus } from '../../account/outcome.ts';
import type { Store } from '../../store/create-store.ts';
import { createAttempt, FAILED } from '../store-attempt.ts';
import { TIME_LIMITS } from '../time-limits.ts';

/** The watches as the edge uses them: as the store has them, and nothing rejects. */
export type Watches = ReturnType<typeof createWatches>;

export function createWatches({
  watches,
  log,
}: {
  readonly watches: Store['watches'];
  readonly log: Logger;
}) {
  const attempt = createAttempt(log);
  const tried =
    <Args extends readonly unknown[], T, const F>(
      doing: string,
      failed: F,
      method: (...args: Args) => Promise<T>,
      withinMs?: number,
    ) =>
    (...args: Args) =>
      attempt(doing, failed, () => method(...args), withinMs);
  return {
    add: tried('add watches', FAILED, watches.add, THOUSANDS_WITHIN_MS),
    remove: tried('remove watches', 'unavailable', watches.remove, THOUSANDS_WITHIN_MS),
    setSummary: tried('set a summary', 'unavailable', watches.setSummary),
    stopSummary: tried('stop a summary', 'unavailable', watches.stopSummary),
    overview: tried('read what is watched', 'unavailable', watches.overview),
    workspace: tried('read what needs somebody', 'unavailable', watches.workspace),
    list: tried('list watches', 'unavailable', watches.list),
    broken: tried('list broken channels', 'unavailable', watches.broken),
    /** Undefined also when it is not known in time. */
    seen: tried('read what is known of an account', undefined, watches.seen, TIME_LIMITS.seen),
    record: tried('read a history', 'unavailable', watches.record),
    openAt: tried('read what is open', 'unavailable', watches.openAt),
    release: tried('release accounts', 'unavailable', watches.release),
    renew: tried('stay on accounts', 'unavailable', watches.renew),
    handOver: (withinMs: number, ...args: Parameters<typeof watches.handOver>) =>
      attempt('hand an account over', 'unavailable', () => watches.handOver(...args), withinMs),
    takeAccount: tried('take over an account', FAILED, watches.takeAccount),
    take: tried('take over', FAILED, watches.take, THOUSANDS_WITHIN_MS),
  };
}

/** Thousands of accounts take a few seconds, in pieces. */
const THOUSANDS_WITHIN_MS = 30_000;

/** Looks accounts up as before, and says of those that are not fine what their watches know. */
export function withSeen(lookup: LookupBackupStatus, watches: Pick<Watches, 'seen'>): LookupBackupStatus {
  return async (id, options) => {
    const outcome = await lookup(id, options);
    // Most are fine, and cost the database nothing.
    if (outcome.kind !== 'found' || outcome.answer.verdict.level === 'healthy') return outcome;
    const seen = await watches.seen(id);
    return seen === undefined ? outcome : { ...outcome, answer: { ...outcome.answer, seen } };
  };
}
