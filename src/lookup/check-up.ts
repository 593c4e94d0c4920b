import { within } from '../async.ts';
import type { CheckUp, FailingLookups } from '../domain/check-up.ts';
import type { UnavailableReason } from '../domain/outcome.ts';
import type { WatchFigures } from '../domain/watch/watch-store.ts';
import type { ServiceHealth } from '../service/client.ts';
import { failureOutcome } from './failure-outcome.ts';

export interface CheckUpDeps {
  readonly backupService: {
    signIn(options: { readonly budgetMs: number }): Promise<unknown>;
    health(): Pick<ServiceHealth, 'failing' | 'answeredAtMs'>;
  };
  /** Reject, or hang, while the database does not answer. */
  readonly database: {
    ping(): Promise<void>;
    failingSinceMs(): number | undefined;
    figures(nowMs: number): Promise<WatchFigures>;
  };
  readonly now: () => number;
}

/** Signs in if need be, and asks the database; for no longer than the budget. Never rejects. */
export function createCheckUp({ backupService, database, now }: CheckUpDeps) {
  const orNothing = async <T>(work: Promise<T>, budgetMs: number) =>
    (
      await within(
        work.catch(() => undefined),
        budgetMs,
      )
    )?.value;

  async function signInFailure(budgetMs: number): Promise<UnavailableReason | undefined> {
    try {
      await backupService.signIn({ budgetMs });
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  return async ({ budgetMs }: { budgetMs: number }): Promise<CheckUp> => {
    const [notSignedIn, isUp, watch] = await Promise.all([
      signInFailure(budgetMs),
      orNothing(
        database.ping().then(() => true),
        budgetMs,
      ),
      orNothing(database.figures(now()), budgetMs),
    ]);
    const health = backupService.health();
    const { answeredAtMs } = health;
    const failing = failingLookups(health);
    return {
      failing,
      answeredAtMs,
      notSignedIn,
      databaseDownSinceMs: isUp !== true ? (database.failingSinceMs() ?? now()) : undefined,
      watch,
    };
  };
}

/** What the service's health says of look-ups, in the words of their outcomes. */
export function failingLookups({ failing }: Pick<ServiceHealth, 'failing'>): FailingLookups | undefined {
  if (failing === undefined) return undefined;
  const { error, ...times } = failing;
  return { ...times, reason: reasonOf(error) };
}

function reasonOf(error: unknown): UnavailableReason {
  const failure = failureOutcome('', error);
  // The others are about an account, and none was asked for.
  return failure.kind === 'unavailable' ? failure.reason : 'bad-response';
}
