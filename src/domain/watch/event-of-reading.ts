import type { AccountTerms } from '../account-terms.ts';
import { judgeAccount } from '../judge-account.ts';
import type { LevelEvent } from './incident.ts';
import { unwellSince } from './level-over-time.ts';
import { isWorse, type ObservedReading, type WatchState } from './observe-reading.ts';

/** What a reading means for the incident of an account. `undefined`: nothing. */
export function eventOf(
  known: WatchState | undefined,
  { state, change }: ObservedReading,
  terms: AccountTerms,
  nowMs: number,
): LevelEvent | undefined {
  const waits = canWait(state, terms, nowMs);
  if (change !== undefined) return { kind: 'level', ...change, ...waits, ...unwellBefore(known, terms) };
  if (known?.level !== state.level || state.level === 'healthy') return undefined;
  // The package has not been the only cause since: that cannot wait until the morning.
  const isUrgentNow = canWait(known, terms, known.readAtMs).canWait && !waits.canWait;
  const { level, startedAtMs } = state;
  return isUrgentNow ? { kind: 'level', from: level, to: level, startedAtMs } : undefined;
}

function unwellBefore(known: WatchState | undefined, terms: AccountTerms): Pick<LevelEvent, 'unwellSinceMs'> {
  if (known === undefined || known.level === 'healthy') return {};
  const { account, readAtMs, startedAtMs } = known;
  return { unwellSinceMs: (account && unwellSince(account, readAtMs, terms)) ?? startedAtMs };
}

/** Whether the package alone makes the account bad: nobody can renew a contract at night. */
function canWait(
  { account, level }: WatchState,
  { thresholds, exceptions }: AccountTerms,
  nowMs: number,
): { readonly canWait?: true } {
  if (account === undefined) return {};
  const { reasons } = judgeAccount(account, nowMs, thresholds, exceptions);
  const causes = reasons.filter((reason) => reason.level !== 'note' && !isWorse(level, reason.level));
  const isPackageAlone = causes.length > 0 && causes.every(({ rule }) => rule.startsWith('package-'));
  return isPackageAlone ? ({ canWait: true } as const) : {};
}
