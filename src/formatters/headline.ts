import type { BackupKind, Reason, RuleName, Verdict } from '../domain/verdict.ts';
import type { Headline, HeadlineLevel, OldBackup } from '../words/headline.ts';

/** What leads: the one thing that a person has to know first. */
export function chooseHeadline(verdict: Verdict): Headline {
  switch (verdict.level) {
    case 'healthy':
      return { kind: 'fine' };
    case 'unknown':
      return cannotTell(verdict) ?? { kind: 'bare', level: 'unknown' };
    case 'critical':
    case 'attention':
      return serious(verdict, verdict.level) ?? { kind: 'bare', level: verdict.level };
    default:
      return verdict.level satisfies never;
  }
}

/** Reasons that the headline has already said in full, so that no line repeats it. */
export function saidByHeadline(headline: Headline): readonly RuleName[] {
  switch (headline.kind) {
    case 'package-ended':
    case 'never-backed-up':
    case 'package-ends-soon':
      return [headline.kind];
    case 'stuck':
      return ['stuck-while-backing-up'];
    case 'cannot-tell':
      return headline.because === 'clock-wrong' ? [] : [headline.because];
    default:
      return [];
  }
}

function serious(verdict: Verdict, level: HeadlineLevel): Headline | undefined {
  const noBackupForMs = everythingOldFor(verdict, level);
  const ended = find(verdict, 'package-ended');
  if (ended) {
    const { daysAgo } = ended;
    return { kind: 'package-ended', daysAgo, ...(noBackupForMs !== undefined && { noBackupForMs }) };
  }
  if (find(verdict, 'never-backed-up')) return { kind: 'never-backed-up' };
  const stuck = find(verdict, 'stuck-while-backing-up');
  if (stuck && level === 'attention') return { kind: 'stuck', level, ageMs: stuck.ageMs };
  if (noBackupForMs !== undefined) return { kind: 'no-backup-for', level, ageMs: noBackupForMs };
  const half = find(verdict, 'half-protected');
  if (half) return { kind: 'half-protected', level, old: { backup: half.old, ageMs: half.ageMs } };
  const backups = oldBackups(verdict);
  if (backups.length > 0) return { kind: 'old', level, backups };
  if (stuck) return { kind: 'stuck', level, ageMs: stuck.ageMs };
  const endsSoon = find(verdict, 'package-ends-soon');
  return endsSoon && { kind: 'package-ends-soon', daysLeft: endsSoon.daysLeft };
}

function cannotTell(verdict: Verdict): Headline | undefined {
  // The judge has ranked them: the first doubt is the one to name.
  for (const { rule } of verdict.reasons) {
    if (rule === 'nothing-reported' || rule === 'status-unknown')
      return { kind: 'cannot-tell', because: rule };
    if (isDoubtfulTime(rule)) {
      return { kind: 'cannot-tell', because: rule, backups: backupsWith(verdict, rule) };
    }
  }
  return undefined;
}

const DOUBTFUL_TIMES = ['clock-wrong', 'time-unreadable', 'time-not-reported'] as const;
type DoubtfulTime = (typeof DOUBTFUL_TIMES)[number];

const isDoubtfulTime = (rule: RuleName): rule is DoubtfulTime =>
  DOUBTFUL_TIMES.some((doubtful) => doubtful === rule);

/** Age of the newest backup when even that is past the level's limit and no other clock is in doubt. */
function everythingOldFor({ ageMs, exceptions, reasons }: Verdict, level: HeadlineLevel): number | undefined {
  if (reasons.some(({ rule }) => isDoubtfulTime(rule))) return undefined;
  const looked = (['database', 'folders'] as const).filter(
    (backup) => exceptions?.ignored?.backup !== backup,
  );
  const aged = looked.filter((backup) => ageMs[backup] !== undefined);
  const isOld = (backup: BackupKind) =>
    reasons.some(
      (reason) =>
        (reason.rule === 'backup-stale' || (level === 'attention' && reason.rule === 'backup-late')) &&
        reason.backup === backup,
    );
  if (aged.length === 0 || !aged.every(isOld)) return undefined;
  return Math.min(...aged.map((backup) => ageMs[backup] ?? Infinity));
}

function oldBackups({ reasons }: Verdict): OldBackup[] {
  return reasons
    .filter((reason) => reason.rule === 'backup-stale' || reason.rule === 'backup-late')
    .map(({ backup, ageMs }) => ({ backup, ageMs }))
    .sort((one, other) => other.ageMs - one.ageMs);
}

function backupsWith({ reasons }: Verdict, rule: DoubtfulTime): BackupKind[] {
  return reasons.flatMap((reason) => (reason.rule === rule && 'backup' in reason ? [reason.backup] : []));
}

function find<Rule extends RuleName>(
  { reasons }: Verdict,
  rule: Rule,
): Extract<Reason, { rule: Rule }> | undefined {
  return reasons.find((reason): reason is Extract<Reason, { rule: Rule }> => reason.rule === rule);
}
