import type { Logger } from 'pino';
import type { LookupBackupStatus } from '../account/outcome.ts';
import type { Person } from '../account/pins.ts';
import type { ListEditor } from '../account-list/create-account-list.ts';
import { within } from '../async.ts';
import { loggableId } from '../lookup/last-answers.ts';
import type { Store } from '../store/create-store.ts';
import { TIME_LIMITS } from './web.ts';

/** The store as listeners use it: nothing rejects, for nobody who asks should get less because of it. */
export type SafeStore = ReturnType<typeof createSafeStore>;

const FAILED = { kind: 'store-failed' } as const;

/** The store gives up within two seconds by itself; this is for one that does not. */
const GIVE_UP_AFTER_MS = 2_500;
/** Thousands of accounts take a few seconds, in pieces. */
const THOUSANDS_WITHIN_MS = 30_000;
/** Enough to read as many accounts as can be pasted, a few per second. */
const ADDED_WITHIN_MS = 600_000;

/** Pins, recent look-ups, watches, and the list of accounts. */
export function createSafeStore({
  pins,
  recents,
  watches,
  listEditor,
  log,
}: Pick<Store, 'pins' | 'recents' | 'watches'> & { readonly listEditor: ListEditor; readonly log: Logger }) {
  /** Every failure is one line in the log and then the value `failed`. Never rejects. */
  async function attempt<T, const F>(
    doing: string,
    failed: F,
    work: () => Promise<T>,
    withinMs = GIVE_UP_AFTER_MS,
  ): Promise<T | F> {
    try {
      const done = await within(work(), withinMs);
      if (done !== undefined) return done.value;
      log.warn({ doing, error: 'timeout' }, 'the store failed');
    } catch (error) {
      // A StoreError says what is wrong, and holds no values of rows; anything else is a defect.
      const { name, code, message } = error as NodeJS.ErrnoException;
      const isDefect = name !== 'StoreError' && code === undefined;
      const why = name === 'StoreError' ? { reason: message } : isDefect && { err: error };
      log[isDefect ? 'error' : 'warn']({ doing, error: name, code, ...why }, 'the store failed');
    }
    return failed;
  }

  const tried =
    <Args extends readonly unknown[], T, const F>(
      doing: string,
      failed: F,
      method: (...args: Args) => Promise<T>,
      withinMs?: number,
    ) =>
    (...args: Args) =>
      attempt(doing, failed, () => method(...args), withinMs);

  async function change<T extends { readonly kind: string }>(
    change: 'pin' | 'unpin' | 'rename',
    person: Person,
    accountId: string,
    work: () => Promise<T>,
    withinMs?: number,
  ): Promise<T | typeof FAILED> {
    const result = await attempt(change, FAILED, work, withinMs);
    log.info({ ...person, change, accountId: loggableId(accountId), result: result.kind }, 'changed a pin');
    return result;
  }

  return {
    pins: tried('list pins', 'unavailable', pins.list),
    recents: tried('list recents', 'unavailable', recents.list),
    pin: (person: Person, accountId: string) =>
      change('pin', person, accountId, () => pins.add(person, { accountId })),
    unpin: (person: Person, accountId: string) =>
      change('unpin', person, accountId, async () => {
        const wasPinned = await pins.remove(person, accountId);
        return { kind: wasPinned ? ('unpinned' as const) : ('not-pinned' as const) };
      }),
    /** Without a name: takes it away. Waits `withinMs` at most. */
    rename: (person: Person, accountId: string, name: string | undefined, withinMs: number) =>
      change('rename', person, accountId, () => pins.rename(person, accountId, name), withinMs),
    /** Notes what was asked for. Resolves once it is written. */
    async record(person: Person, accountIds: readonly string[]): Promise<void> {
      if (accountIds.length > 0) await attempt('record', undefined, () => recents.record(person, accountIds));
    },
    accounts: {
      levels: tried('read the list of accounts', 'unavailable', listEditor.levels),
      retire: tried('retire accounts', 'unavailable', listEditor.retire),
      add: tried('add accounts', { kind: 'unavailable' }, listEditor.add, ADDED_WITHIN_MS),
    },
    watches: {
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
    },
  };
}

/** Looks accounts up as before, and says of those that are not fine what their watches know. */
export function withSeen(
  lookup: LookupBackupStatus,
  { seen }: Pick<SafeStore['watches'], 'seen'>,
): LookupBackupStatus {
  return async (id, options) => {
    const outcome = await lookup(id, options);
    // Most are fine, and cost the database nothing.
    if (outcome.kind !== 'found' || outcome.answer.verdict.level === 'healthy') return outcome;
    const known = await seen(id);
    return known === undefined ? outcome : { ...outcome, answer: { ...outcome.answer, seen: known } };
  };
}
