import type { BackupService, ServiceHealth } from '../backup-service/create-backup-service.ts';
import type { CheckUp, FailingLookups } from '../domain/check-up.ts';
import type { UnavailableReason } from '../domain/outcome.ts';
import { failureOf } from './failure-of.ts';

export interface CheckUpDeps extends Pick<CheckUp, 'programVersion' | 'nodeVersion' | 'thresholds'> {
  readonly backupService: Pick<BackupService, 'reach' | 'signIn' | 'health'>;
}

/** Looks at the service now, for no longer than the budget. Never rejects for anything that the service does. */
export function createCheckUp({
  backupService,
  ...known
}: CheckUpDeps): (options: { budgetMs: number }) => Promise<CheckUp> {
  async function signIn(budgetMs: number): Promise<CheckUp['signIn']> {
    try {
      return { kind: 'signed-in', ...(await backupService.signIn({ budgetMs })) };
    } catch (error) {
      return { kind: 'not-signed-in', reason: reasonOf(error) };
    }
  }

  return async ({ budgetMs }) => {
    const [reach, signedIn] = await Promise.all([backupService.reach({ budgetMs }), signIn(budgetMs)]);
    const { answeredAtMs, ...health } = backupService.health();
    const failing = failingLookups(health);
    return {
      ...known,
      ...(failing && { failing }),
      ...(answeredAtMs !== undefined && { answeredAtMs }),
      connection:
        reach.kind === 'reached'
          ? { kind: 'opened', durationMs: reach.durationMs }
          : { kind: 'not-opened', reason: reach.reason },
      signIn: signedIn,
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
  const failure = failureOf('', error);
  // The others are about an account, and none was asked for.
  return failure.kind === 'unavailable' ? failure.reason : 'bad-response';
}
