import type { Logger } from 'pino';
import type { LookupBackupStatus } from '../../account/outcome.ts';
import type { Store } from '../../store/create-store.ts';
import type { NewWatch } from '../../watch/watch-list.ts';
import { createAttempt, FAILED } from '../store-attempt.ts';
import { TIME_LIMITS } from '../time-limits.ts';

type WatchList = Store['watches'];
type Args<Method extends keyof WatchList> = Parameters<WatchList[Method]>;

/** The watches as the edge uses them: as the store has them, and nothing rejects. */
export type Watches = ReturnType<typeof createWatches>;

export function createWatches({ watches, log }: { readonly watches: WatchList; readonly log: Logger }) {
  const attempt = createAttempt(log);
  return {
    add: (watch: NewWatch) => attempt('add watches', FAILED, () => watches.add(watch), THOUSANDS_WITHIN_MS),
    remove: (...args: Args<'remove'>) =>
      attempt('remove watches', 'unavailable', () => watches.remove(...args), THOUSANDS_WITHIN_MS),
    setSummary: (...args: Args<'setSummary'>) =>
      attempt('set a summary', 'unavailable', () => watches.setSummary(...args)),
    stopSummary: (...args: Args<'stopSummary'>) =>
      attempt('stop a summary', 'unavailable', () => watches.stopSummary(...args)),
    overview: (...args: Args<'overview'>) =>
      attempt('read what is watched', 'unavailable', () => watches.overview(...args)),
    workspace: (...args: Args<'workspace'>) =>
      attempt('read what needs somebody', 'unavailable', () => watches.workspace(...args)),
    list: (...args: Args<'list'>) => attempt('list watches', 'unavailable', () => watches.list(...args)),
    broken: (...args: Args<'broken'>) =>
      attempt('list broken channels', 'unavailable', () => watches.broken(...args)),
    /** Undefined also when it is not known in time. */
    seen: (...args: Args<'seen'>) =>
      attempt('read what is known of an account', undefined, () => watches.seen(...args), TIME_LIMITS.seen),
    record: (...args: Args<'record'>) =>
      attempt('read a history', 'unavailable', () => watches.record(...args)),
    openAt: (...args: Args<'openAt'>) =>
      attempt('read what is open', 'unavailable', () => watches.openAt(...args)),
    release: (...args: Args<'release'>) =>
      attempt('release accounts', 'unavailable', () => watches.release(...args)),
    renew: (...args: Args<'renew'>) =>
      attempt('stay on accounts', 'unavailable', () => watches.renew(...args)),
    handOver: (withinMs: number, ...args: Args<'handOver'>) =>
      attempt('hand an account over', 'unavailable', () => watches.handOver(...args), withinMs),
    takeAccount: (...args: Args<'takeAccount'>) =>
      attempt('take over an account', FAILED, () => watches.takeAccount(...args)),
    take: (...args: Args<'take'>) =>
      attempt('take over', FAILED, () => watches.take(...args), THOUSANDS_WITHIN_MS),
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
