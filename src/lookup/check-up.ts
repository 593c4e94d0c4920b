import type { BackupService } from '../backup-service/create-backup-service.ts';
import type { CheckUp } from '../domain/check-up.ts';
import { failureOf } from './failure-of.ts';

export interface CheckUpDeps extends Pick<CheckUp, 'programVersion' | 'nodeVersion' | 'thresholds'> {
  readonly backupService: Pick<BackupService, 'reach' | 'signIn' | 'lastReadAtMs'>;
}

/** Somebody waits for it in Slack, with three seconds in all. */
const BUDGET_MS = 2_000;

/** Looks at the service now. Never rejects for anything that the service does. */
export function createCheckUp({ backupService, ...known }: CheckUpDeps): () => Promise<CheckUp> {
  async function signIn(): Promise<CheckUp['signIn']> {
    try {
      return { kind: 'signed-in', ...(await backupService.signIn({ budgetMs: BUDGET_MS })) };
    } catch (error) {
      const failure = failureOf('', error);
      // The others are about an account, and none was asked for.
      return {
        kind: 'not-signed-in',
        reason: failure.kind === 'unavailable' ? failure.reason : 'bad-response',
      };
    }
  }

  return async () => {
    const [reach, signedIn] = await Promise.all([backupService.reach({ budgetMs: BUDGET_MS }), signIn()]);
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
