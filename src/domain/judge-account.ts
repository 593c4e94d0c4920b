import type { Account } from './account.ts';
import { type Evidence, gatherEvidence, RULES } from './rules.ts';
import {
  BACKUP_KINDS,
  type BackupKind,
  type Exceptions,
  type Reason,
  type Thresholds,
  VERDICT_LEVELS,
  type Verdict,
} from './verdict.ts';

const EVERY_RULE = Object.values(RULES);
/** Worst first, with notes behind everything that has a level. */
const LEVELS = [...VERDICT_LEVELS, 'note'] as const;

/**
 * How an account is doing, and why: worst reasons first, of equal ones causes first. Healthy means that nothing above a
 * note was found and at least one backup is known to be fresh. `nowMs`: when it was read, epoch milliseconds.
 */
export function judgeAccount(
  account: Account,
  nowMs: number,
  thresholds: Thresholds,
  exceptions: Exceptions = {},
): Verdict {
  const evidence = gatherEvidence(account, nowMs, thresholds, exceptions);
  const reasons = findReasons(evidence).toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const [worst] = reasons;
  return {
    level: worst === undefined || worst.level === 'note' ? 'healthy' : worst.level,
    reasons,
    ageMs: agesOf(evidence),
    status: account.status.kind,
    thresholds,
    exceptions: Object.values(exceptions).some(Boolean) ? exceptions : undefined,
  };
}

function findReasons(evidence: Evidence): readonly Reason[] {
  const nothing = RULES['nothing-reported'](evidence);
  if (nothing.length > 0) return nothing;
  return EVERY_RULE.flatMap((rule): readonly Reason[] => rule(evidence));
}

function agesOf({ clocks }: Evidence): Verdict['ageMs'] {
  const ages: Partial<Record<BackupKind, number>> = {};
  for (const backup of BACKUP_KINDS) {
    const clock = clocks[backup];
    if ('ageMs' in clock && clock.ageMs !== undefined) ages[backup] = clock.ageMs;
  }
  return ages;
}
