import type { UnavailableReason } from '../account/outcome.ts';
import { within } from '../async.ts';
import type { BackupService } from '../service/client.ts';
import type { Store, WatchFigures } from '../store/create-store.ts';
import { failureOf } from './lookup-backup-status.ts';

/** The state of service, database and watches, without anything that not everybody may see. */
export interface CheckUp {
  /** Since when all look-ups of this process have failed, and how the last one did. Absent: the last one was answered. */
  readonly failing?: {
    /** Epoch milliseconds. */
    readonly sinceMs: number;
    readonly reason: UnavailableReason;
    /** The time until look-ups are sent to the service again. 0: the next one is. */
    readonly retryAfterMs: number;
  };
  /** When the service last answered this process about an account, epoch milliseconds. Absent: not yet. */
  readonly answeredAtMs?: number;
  /** Whether the process has a valid access token. */
  readonly hasToken: boolean;
  /** Why the app is not signed in. Absent: it is, or that was not tried. */
  readonly notSignedIn?: UnavailableReason;
  /** Since when the database has not answered, epoch milliseconds. Absent: it answers. */
  readonly databaseDownSinceMs?: number;
  /** Absent: the database did not answer. */
  readonly watch?: WatchFigures;
}

export interface CheckUpDeps {
  readonly backupService: Pick<BackupService, 'health'> & { signIn(): Promise<unknown> };
  /** `ping` and `figures` reject, or hang, while the database does not answer. */
  readonly database: Pick<Store, 'ping' | 'failingSinceMs'> & Pick<Store['watchStore'], 'figures'>;
  readonly now: () => number;
}

export interface CheckUpOptions {
  readonly budgetMs: number;
  /** Whether to sign in. Default: true. Probes do not. */
  readonly signsIn?: boolean;
}

/** Queries the database, and signs in if necessary. Takes no longer than the budget. Never rejects. */
export async function checkUp(
  { backupService, database, now }: CheckUpDeps,
  { budgetMs, signsIn = true }: CheckUpOptions,
): Promise<CheckUp> {
  const orUndefined = <T>(work: Promise<T>) =>
    within(work, budgetMs).then(
      (done) => done?.value,
      () => undefined,
    );
  const [notSignedIn, isUp, watch] = await Promise.all([
    signsIn
      ? within(backupService.signIn(), budgetMs).then((done) => (done ? undefined : 'no-answer'), reasonOf)
      : undefined,
    orUndefined(database.ping().then(() => true)),
    orUndefined(database.figures()),
  ]);
  const { failing, answeredAtMs, hasToken } = backupService.health();
  return {
    failing: failing && { ...failing, reason: reasonOf(failing.error) },
    answeredAtMs,
    hasToken,
    notSignedIn,
    databaseDownSinceMs: isUp !== true ? (database.failingSinceMs() ?? now()) : undefined,
    watch,
  };
}

function reasonOf(error: unknown): UnavailableReason {
  const failure = failureOf('', error);
  // Other failures are about an account, and none was requested.
  return failure.kind === 'unavailable' ? failure.reason : 'bad-response';
}
