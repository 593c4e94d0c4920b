import type { Account } from './account.ts';
import { type Evidence, gatherEvidence, type Moments } from './evidence.ts';
import { isOld } from './read-clock.ts';
import { RULES } from './rules/rules.ts';
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
 * note was found and at least one backup is known to be fresh. `moments` is now, epoch milliseconds, or for an earlier
 * answer also when it was read: what was bad then is still bad, and what only its age since then made worse is unknown.
 */
export function judgeAccount(
  account: Account,
  moments: number | Moments,
  thresholds: Thresholds,
  exceptions: Exceptions = {},
): Verdict {
  const at = typeof moments === 'number' ? { readAtMs: moments, nowMs: moments } : moments;
  const evidence = gatherEvidence(account, at, thresholds, exceptions);
  const reasons = findReasons(evidence).toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const [worst] = reasons;
  return {
    level: worst === undefined || worst.level === 'note' ? 'healthy' : worst.level,
    reasons,
    ageMs: agesOf(evidence),
    status: account.status.kind,
    thresholds,
    ...(Object.keys(exceptions).length > 0 && { exceptions }),
  };
}

function findReasons(evidence: Evidence): readonly Reason[] {
  const nothing = RULES['nothing-reported'](evidence);
  if (nothing.length > 0) return nothing;
  return EVERY_RULE.flatMap((rule): readonly Reason[] => rule(evidence));
}

function agesOf({ clocks, since }: Evidence): Verdict['ageMs'] {
  // Where reasons tell ages of then, all of them are.
  const shown = since === undefined || Object.values(clocks).some(isOld) ? clocks : since.clocks;
  const ages: Partial<Record<BackupKind, number>> = {};
  for (const backup of BACKUP_KINDS) {
    const clock = shown[backup];
    const isBelievable = 'ageMs' in clocks[backup] && 'ageMs' in clock;
    if (isBelievable && clock.ageMs !== undefined) ages[backup] = clock.ageMs;
  }
  return ages;
}
