import { createSingleFlight } from '../async/single-flight.ts';
import type { BackupService, ServiceHealth } from '../backup-service/create-backup-service.ts';
import type { CheckUp, FailingLookups } from '../domain/check-up.ts';
import type { UnavailableReason } from '../domain/outcome.ts';
import { failureOutcome } from './failure-outcome.ts';

export interface CheckUpDeps extends Pick<CheckUp, 'programVersion' | 'nodeVersion' | 'thresholds'> {
  readonly backupService: Pick<BackupService, 'reach' | 'signIn' | 'health'>;
  readonly now: () => number;
}

/** How long the state of the service serves everybody who asks after the first. */
const SHARED_FOR_MS = 5_000;

/**
 * Checks connection and login of the service, for no longer than the budget, one check at a time. Never rejects for
 * anything that the service does. The state of look-ups is always current, however old the check is.
 */
export function createCheckUp({
  backupService,
  now,
  ...known
}: CheckUpDeps): (options: { budgetMs: number }) => Promise<CheckUp> {
  let last: { readonly found: Pick<CheckUp, 'connection' | 'signIn'>; readonly atMs: number } | undefined;

  async function signIn(budgetMs: number): Promise<CheckUp['signIn']> {
    try {
      return { kind: 'signed-in', ...(await backupService.signIn({ budgetMs })) };
    } catch (error) {
      return { kind: 'not-signed-in', reason: reasonOf(error) };
    }
  }

  const check = createSingleFlight(async (_id, budgetMs: number) => {
    const [reach, signedIn] = await Promise.all([backupService.reach({ budgetMs }), signIn(budgetMs)]);
    const connection: CheckUp['connection'] =
      reach.kind === 'reached'
        ? { kind: 'opened', durationMs: reach.durationMs }
        : { kind: 'not-opened', reason: reach.reason };
    const found = { connection, signIn: signedIn };
    last = { found, atMs: now() };
    return found;
  });

  return async ({ budgetMs }) => {
    const ageMs = last === undefined ? -1 : now() - last.atMs;
    // A clock that was set back must not keep an old check.
    const isRecent = ageMs >= 0 && ageMs < SHARED_FOR_MS;
    const found = last && isRecent ? last.found : await check('', budgetMs).result;
    const { answeredAtMs, ...health } = backupService.health();
    const failing = failingLookups(health);
    return {
      ...known,
      ...(failing && { failing }),
      ...(answeredAtMs !== undefined && { answeredAtMs }),
      ...found,
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
