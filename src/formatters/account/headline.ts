import { ageOf } from '../../account/judge.ts';
import type { BackupKind, Reason, RuleName, Verdict } from '../../account/verdict.ts';
import type { Headline, HeadlineLevel, NoBackup, OldBackup } from '../../words/headline.ts';
import { isAboutAge } from './rules-shown.ts';

/** The headline: the one thing that a person has to know first. */
export function chooseHeadline(verdict: Verdict): Headline {
  switch (verdict.level) {
    case 'healthy':
      return { kind: 'fine' };
    case 'unknown':
      return cannotTell(verdict) ?? { kind: 'bare', level: 'unknown' };
    case 'critical':
    case 'attention':
      return withDoubt(serious(verdict, verdict.level) ?? { kind: 'bare', level: verdict.level }, verdict);
    default:
      return verdict.level satisfies never;
  }
}

function serious(verdict: Verdict, level: HeadlineLevel): Headline | undefined {
  const noBackup = everythingOldFor(verdict, level);
  const ended = find(verdict, 'package-ended');
  if (ended) return { kind: 'package-ended', daysAgo: ended.daysAgo, noBackup };
  const never = find(verdict, 'never-backed-up');
  if (never) return { kind: 'never-backed-up', backup: never.backup };
  const stuck = find(verdict, 'stuck-while-backing-up');
  if (stuck && level === 'attention') return { kind: 'stuck', level, ...ageOf(stuck), backup: stuck.backup };
  if (noBackup !== undefined) return { kind: 'no-backup-for', level, ...noBackup };
  const half = find(verdict, 'half-protected');
  if (half) return { kind: 'half-protected', level, old: { backup: half.old, ...ageOf(half) } };
  const backups = oldBackups(verdict);
  if (backups.length > 0) return { kind: 'old', level, backups };
  if (stuck) return { kind: 'stuck', level, ...ageOf(stuck), backup: stuck.backup };
  const unprotected = find(verdict, 'folders-unprotected');
  if (unprotected) return { kind: 'folders-unprotected', isHalf: unprotected.isHalf };
  const endsSoon = find(verdict, 'package-ends-soon');
  if (endsSoon) return { kind: 'package-ends-soon', daysLeft: endsSoon.daysLeft };
  if (find(verdict, 'package-end-unreadable')) return { kind: 'package-end-unreadable' };
  const outdated = find(verdict, 'client-outdated');
  return outdated && { kind: 'client-outdated', version: outdated.version };
}

/** A headline about something else must not hide that the age of the backups is unknown. */
function withDoubt(lead: Headline, verdict: Verdict): Headline {
  const doubt = isAboutAge(lead) ? undefined : backupsInDoubt(verdict);
  return doubt === undefined ? lead : { kind: 'with-doubt', lead, doubt };
}

function cannotTell(verdict: Verdict): Headline | undefined {
  if (find(verdict, 'nothing-reported')) return { kind: 'cannot-tell', because: 'nothing-reported' };
  const doubt = backupsInDoubt(verdict);
  if (doubt !== undefined) return doubt;
  return find(verdict, 'status-unknown') && { kind: 'cannot-tell', because: 'status-unknown' };
}

function backupsInDoubt(verdict: Verdict): Headline | undefined {
  // The judge has ranked them: the first doubt is the one to name.
  const because = verdict.reasons.map(({ rule }) => rule).find(isDoubtfulTime);
  return because && { kind: 'cannot-tell', because, backups: backupsWith(verdict, because) };
}

const DOUBTFUL_TIMES = ['clock-wrong', 'time-unreadable', 'time-not-reported'] as const;
type DoubtfulTime = (typeof DOUBTFUL_TIMES)[number];

const isDoubtfulTime = (rule: RuleName): rule is DoubtfulTime =>
  DOUBTFUL_TIMES.some((doubtful) => doubtful === rule);

/** Age of the newest backup when even that is past the level's limit and no other clock is in doubt. */
function everythingOldFor(verdict: Verdict, level: HeadlineLevel): NoBackup | undefined {
  const { ageMs, exceptions, reasons } = verdict;
  if (reasons.some(({ rule }) => isDoubtfulTime(rule))) return undefined;
  const looked = (['database', 'folders'] as const).filter(
    (backup) => exceptions?.ignored?.backup !== backup,
  );
  const aged = looked.filter((backup) => ageMs[backup] !== undefined);
  const old = oldReasons(verdict).filter(({ rule }) => level === 'attention' || rule === 'backup-stale');
  const newest = old.toSorted((one, other) => one.ageMs - other.ageMs)[0];
  if (newest === undefined) return undefined;
  if (!aged.every((backup) => old.some((reason) => reason.backup === backup))) return undefined;
  return { ...ageOf(newest), backup: exceptions?.ignored && newest.backup };
}

function oldBackups(verdict: Verdict): OldBackup[] {
  return oldReasons(verdict)
    .map((reason) => ({ backup: reason.backup, ...ageOf(reason) }))
    .sort((one, other) => other.ageMs - one.ageMs);
}

const oldReasons = ({ reasons }: Verdict) =>
  reasons.filter((reason) => reason.rule === 'backup-stale' || reason.rule === 'backup-late');

function backupsWith({ reasons }: Verdict, rule: DoubtfulTime): BackupKind[] {
  return reasons.flatMap((reason) => (reason.rule === rule && 'backup' in reason ? [reason.backup] : []));
}

function find<Rule extends RuleName>(
  { reasons }: Verdict,
  rule: Rule,
): Extract<Reason, { rule: Rule }> | undefined {
  return reasons.find((reason): reason is Extract<Reason, { rule: Rule }> => reason.rule === rule);
}
