import type { BackupService } from '../backup-service/create-backup-service.ts';
import type { CheckUp } from '../domain/check-up.ts';
import { failureOf } from './failure-of.ts';

export interface CheckUpDeps extends Pick<CheckUp, 'programVersion' | 'nodeVersion' | 'thresholds'> {
  readonly backupService: Pick<BackupService, 'reach' | 'signIn' | 'lastReadAtMs'>;
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
      const failure = failureOf('', error);
      // The others are about an account, and none was asked for.
      return {
        kind: 'not-signed-in',
        reason: failure.kind === 'unavailable' ? failure.reason : 'bad-response',
      };
    }
  }

  return async ({ budgetMs }) => {
    const [reach, signedIn] = await Promise.all([backupService.reach({ budgetMs }), signIn(budgetMs)]);
    const lastReadAtMs = backupService.lastReadAtMs();
    return {
      ...known,
      service:
        reach.kind === 'reached'
          ? { kind: 'reached', durationMs: reach.durationMs }
          : { kind: 'not-reached', reason: reach.reason },
      signIn: signedIn,
      ...(lastReadAtMs !== undefined && { lastReadAtMs }),
    };
  };
}
