import type { BackupService, ServiceHealth } from '../backup-service/create-backup-service.ts';
import type { CheckUp, FailingLookups } from '../domain/check-up.ts';
import type { UnavailableReason } from '../domain/outcome.ts';
import { failureOf } from './failure-of.ts';

export interface CheckUpDeps extends Pick<CheckUp, 'programVersion' | 'nodeVersion' | 'thresholds'> {
  readonly backupService: Pick<BackupService, 'reach' | 'signIn' | 'health'>;
  readonly now: () => number;
}

type Look = Pick<CheckUp, 'connection' | 'signIn'>;

/** What a look at the service finds, for everybody who asks so soon after it. */
const SHARED_FOR_MS = 5_000;

/**
 * Looks at the service, for no longer than the budget, one look at a time. Never rejects for anything that the service
 * does. What look-ups met is as of now, however old the look is.
 */
export function createCheckUp({
  backupService,
  now,
  ...known
}: CheckUpDeps): (options: { budgetMs: number }) => Promise<CheckUp> {
  async function signIn(budgetMs: number): Promise<CheckUp['signIn']> {
    try {
      return { kind: 'signed-in', ...(await backupService.signIn({ budgetMs })) };
    } catch (error) {
      return { kind: 'not-signed-in', reason: reasonOf(error) };
    }
  }

  async function look(budgetMs: number): Promise<Look> {
    const [reach, signedIn] = await Promise.all([backupService.reach({ budgetMs }), signIn(budgetMs)]);
    const connection: CheckUp['connection'] =
      reach.kind === 'reached'
        ? { kind: 'opened', durationMs: reach.durationMs }
        : { kind: 'not-opened', reason: reach.reason };
    return { connection, signIn: signedIn };
  }

  let last: { readonly found: Promise<Look>; endedAtMs?: number } | undefined;

  function lookOnce(budgetMs: number): Promise<Look> {
    const ageMs = last?.endedAtMs === undefined ? 0 : now() - last.endedAtMs;
    // A clock that was set back must not keep an old look.
    if (last !== undefined && ageMs >= 0 && ageMs < SHARED_FOR_MS) return last.found;
    const next: NonNullable<typeof last> = { found: look(budgetMs) };
    last = next;
    return next.found.finally(() => {
      next.endedAtMs = now();
    });
  }

  return async ({ budgetMs }) => {
    const found = await lookOnce(budgetMs);
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
  const failure = failureOf('', error);
  // The others are about an account, and none was asked for.
  return failure.kind === 'unavailable' ? failure.reason : 'bad-response';
}
