import type { UnavailableReason } from '../account/outcome.ts';
import { within } from '../async.ts';
import type { BackupService } from '../service/client.ts';
import type { Store } from '../store/create-store.ts';
import { failureOf } from './lookup-backup-status.ts';

/** The state of service, database and watches, without anything that not everybody may see. */
export type CheckUp = Awaited<ReturnType<typeof checkUp>>;

/**
 * Queries the database, and signs in if necessary, unless `signsIn` is false, as for probes. Takes no longer than the budget.
 * Rejects only for defects.
 */
export async function checkUp(
  backupService: BackupService,
  store: Store,
  now: () => number,
  budgetMs: number,
  signsIn = true,
) {
  const orUndefined = <T>(work: Promise<T>) =>
    within(work, budgetMs).then(
      (done) => done?.value,
      () => undefined,
    );
  const [notSignedIn, isUp, watch] = await Promise.all([
    signsIn
      ? within(backupService.signIn(), budgetMs).then((done) => (done ? undefined : 'no-answer'), reasonOf)
      : undefined,
    // These reject, or hang, while the database does not answer.
    orUndefined(store.ping().then(() => true)),
    orUndefined(store.watchStore.figures()),
  ]);
  const { failing, answeredAtMs, hasToken } = backupService.health();
  return {
    /**
     * Since when all look-ups of this process have failed, how the last one did, and how long until look-ups are sent to the
     * service again. Undefined: the last one was answered.
     */
    failing: failing && { ...failing, reason: reasonOf(failing.error) },
    /** When the service last answered this process about an account, epoch milliseconds. Undefined: not yet. */
    answeredAtMs,
    /** Whether the process has a valid access token. */
    hasToken,
    /** Why the app is not signed in. Undefined: it is, or that was not tried. */
    notSignedIn,
    /** Since when the database has not answered, epoch milliseconds. Undefined: it answers. */
    databaseDownSinceMs: isUp !== true ? (store.failingSinceMs() ?? now()) : undefined,
    /** Undefined: the database did not answer. */
    watch,
  };
}

function reasonOf(error: unknown): UnavailableReason {
  const failure = failureOf('', error);
  // Other failures are about an account, and none was requested.
  return failure.kind === 'unavailable' ? failure.reason : 'bad-response';
}
