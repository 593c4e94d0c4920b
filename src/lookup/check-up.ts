import type { UnavailableReason } from '../account/outcome.ts';
import { within } from '../async.ts';
import type { ServiceHealth } from '../service/client.ts';
import type { WatchFigures } from '../store/create-store.ts';
import { failureOf } from './lookup-backup-status.ts';

/** The state of service, database and watches, as far as everybody who may ask may know it. */
export interface CheckUp {
  /** Since when every look-up of this process has failed, and how the latest did; absent: the last one was answered. */
  readonly failing?: {
    /** Epoch milliseconds. */
    readonly sinceMs: number;
    readonly reason: UnavailableReason;
    /** Until a look-up is put to the service again; 0: the next one is. */
    readonly retryAfterMs: number;
  };
  /** When the service last answered this process about an account, epoch milliseconds; absent: not yet. */
  readonly answeredAtMs?: number;
  /** Whether the process has a token that the service takes. */
  readonly hasToken: boolean;
  /** Why the app is not signed in; absent: it is, or that was not tried. */
  readonly notSignedIn?: UnavailableReason;
  /** Since when the database does not answer; absent: it does. */
  readonly databaseDownSinceMs?: number;
  /** Absent: the database did not say. */
  readonly watch?: WatchFigures;
}

export interface CheckUpDeps {
  readonly backupService: {
    signIn(): Promise<unknown>;
    health(): ServiceHealth;
  };
  /** Reject, or hang, while the database does not answer. */
  readonly database: {
    ping(): Promise<void>;
    failingSinceMs(): number | undefined;
    figures(): Promise<WatchFigures>;
  };
  readonly now: () => number;
}

export interface CheckUpOptions {
  readonly budgetMs: number;
  /** Default: yes. A probe does without. */
  readonly signsIn?: boolean;
}

/**
 * Asks the database, and signs in if need be; for no longer than the budget. Never rejects.
 */
export async function checkUp(
  { backupService, database, now }: CheckUpDeps,
  { budgetMs, signsIn = true }: CheckUpOptions,
): Promise<CheckUp> {
  const orNothing = <T>(work: Promise<T>) =>
    within(work, budgetMs).then(
      (done) => done?.value,
      () => undefined,
    );
  const [notSignedIn, isUp, watch] = await Promise.all([
    signsIn
      ? within(backupService.signIn(), budgetMs).then((done) => (done ? undefined : 'no-answer'), reasonOf)
      : undefined,
    orNothing(database.ping().then(() => true)),
    orNothing(database.figures()),
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
  // The others are about an account, and none was asked for.
  return failure.kind === 'unavailable' ? failure.reason : 'bad-response';
}
