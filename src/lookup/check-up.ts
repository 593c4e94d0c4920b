import type { UnavailableReason } from '../account/outcome.ts';
import { within } from '../async.ts';
import type { BackupService } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
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
  const [notSignedIn, watch] = await Promise.all([
    signsIn
      ? within(backupService.signIn(), budgetMs).then((done) => (done ? undefined : 'no-answer'), reasonOf)
      : undefined,
    // Rejects, or hangs, while the database does not answer.
    within(store.watchStore.figures(), budgetMs).then(
      (done) => done?.value,
      () => undefined,
    ),
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
    /** Since when the database has not worked, or its file is gone, epoch milliseconds. Undefined: it works. */
    databaseDownSinceMs: store.fileGoneSinceMs() ?? store.failingSinceMs() ?? (watch ? undefined : now()),
    /** Undefined: the database did not answer. */
    watch,
  };
}

function reasonOf(error: unknown): UnavailableReason {
  if (!(error instanceof ServiceError)) throw error;
  const failure = failureOf('', error);
  // Other failures are about an account, and none was requested.
  return failure.kind === 'unavailable' ? failure.reason : 'bad-response';
}
