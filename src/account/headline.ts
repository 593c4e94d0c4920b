// The headline of a verdict: the one thing that a person has to know first, as data without words.
import { ageOf } from './judge.ts';
import {
  type Age,
  BACKUP_KINDS,
  type BackupKind,
  type Reason,
  type RuleName,
  reasonIn,
  type Verdict,
  type VerdictLevel,
} from './verdict.ts';

/** A headline begins with its level in words, so that its meaning does not depend on an emoji. */
export type HeadlineLevel = Extract<VerdictLevel, 'critical' | 'attention'>;

/** One backup and how old it is. */
export type OldBackup = Age & { readonly backup: BackupKind };

/** How long there was no backup. `backup`: the only one that counts, if the other is ignored. */
export type NoBackup = Age & { readonly backup?: BackupKind };

export type Headline =
  /** `noBackup` is present if the backups have stopped, too. */
  | { readonly kind: 'package-ended'; readonly daysAgo: number; readonly noBackup?: NoBackup }
  | { readonly kind: 'never-backed-up'; readonly backup?: BackupKind }
  /** Every backup with a plausible time is too old. The age is that of the newest one. */
  | ({ readonly kind: 'no-backup-for'; readonly level: HeadlineLevel } & NoBackup)
  | { readonly kind: 'half-protected'; readonly level: HeadlineLevel; readonly old: OldBackup }
  /** Oldest first, so stale ones come before late ones. */
  | { readonly kind: 'old'; readonly level: HeadlineLevel; readonly backups: readonly OldBackup[] }
  /** Needs attention. At the critical level the age of the backups leads. */
  | ({ readonly kind: 'stuck' } & NoBackup)
  | { readonly kind: 'folders-unprotected'; readonly isHalf: boolean }
  /** The reason says it all. */
  | { readonly kind: 'reason'; readonly reason: Reason }
  /** A headline about something else, together with backups whose state is unknown. */
  | { readonly kind: 'with-doubt'; readonly lead: Headline; readonly doubt: Headline }
  /** `isBoth`: the reason is about the database, and there is the same one about the folders. */
  | { readonly kind: 'cannot-tell'; readonly reason: Reason; readonly isBoth?: boolean }
  /** Healthy, or no reason leads the verdict. */
  | { readonly kind: 'bare'; readonly level: VerdictLevel };

export function headlineOf(verdict: Verdict): Headline {
  const { level, reasons } = verdict;
  const bare = { kind: 'bare', level } as const;
  if (level === 'healthy') return bare;
  // The judge has ranked them.
  const [first] = reasons;
  if (level === 'unknown') return first ? cannotTell(first, reasons) : bare;
  const lead = leadOf(verdict, level) ?? bare;
  const doubt = backupInDoubt(verdict);
  // A headline about something else must not hide that the age of a backup is unknown.
  if (doubt === undefined || ABOUT_AGE.includes(lead.kind)) return lead;
  return { kind: 'with-doubt', lead, doubt: cannotTell(doubt, reasons) };
}

const cannotTell = (reason: Reason, reasons: readonly Reason[]): Headline => {
  const isBoth = reasons.filter(({ rule }) => rule === reason.rule).length > 1 || undefined;
  return { kind: 'cannot-tell', reason, isBoth };
};

/** Causes come before their consequences, and present problems before future ones. */
function leadOf(verdict: Verdict, level: HeadlineLevel): Headline | undefined {
  const { reasons } = verdict;
  const noBackup = noBackupFor(verdict, level);
  const ended = reasonIn(verdict, 'package-ended');
  if (ended) return { kind: 'package-ended', daysAgo: ended.daysAgo, noBackup };
  const never = reasonIn(verdict, 'never-backed-up');
  if (never) return { kind: 'never-backed-up', backup: never.backup };
  const stuck = reasonIn(verdict, 'stuck-while-backing-up');
  if (stuck && level === 'attention') return { kind: 'stuck', ...ageOf(stuck), backup: stuck.backup };
  if (noBackup) return { kind: 'no-backup-for', level, ...noBackup };
  const half = reasonIn(verdict, 'half-protected');
  if (half) return { kind: 'half-protected', level, old: { backup: half.old, ...ageOf(half) } };
  const backups = oldReasons(verdict).map((reason) => ({ backup: reason.backup, ...ageOf(reason) }));
  if (backups.length > 0) return { kind: 'old', level, backups };
  const unprotected = reasonIn(verdict, 'folders-unprotected');
  if (unprotected) return { kind: 'folders-unprotected', isHalf: unprotected.isHalf };
  const reason = reasons.find(({ rule }) => SAYS_IT_ALL.includes(rule));
  return reason && { kind: 'reason', reason };
}

const SAYS_IT_ALL: readonly RuleName[] = ['package-ends-soon', 'package-end-unreadable', 'client-outdated'];
const DOUBTS: readonly RuleName[] = ['clock-wrong', 'time-unreadable', 'time-not-reported'];

/** Why the age of a backup is unknown. Undefined: all are known. */
const backupInDoubt = ({ reasons }: Verdict) => reasons.find(({ rule }) => DOUBTS.includes(rule));

/** The age of the newest backup, if even that is past the limit of the level and no other backup is in doubt. */
function noBackupFor(verdict: Verdict, level: HeadlineLevel): NoBackup | undefined {
  const { ignored } = verdict.exceptions ?? {};
  const old = oldReasons(verdict).filter(({ rule }) => level === 'attention' || rule === 'backup-stale');
  const [newest] = old.toSorted((one, other) => one.ageMs - other.ageMs);
  const isAll = BACKUP_KINDS.every(
    (backup) =>
      backup === ignored?.backup ||
      verdict.ageMs[backup] === undefined ||
      old.some((reason) => reason.backup === backup),
  );
  if (newest === undefined || !isAll || backupInDoubt(verdict)) return undefined;
  return { ...ageOf(newest), backup: ignored && newest.backup };
}

const oldReasons = ({ reasons }: Verdict) =>
  reasons.filter((reason) => reason.rule === 'backup-stale' || reason.rule === 'backup-late');

/** Headlines about the age of backups. */
const ABOUT_AGE: readonly Headline['kind'][] = [
  'package-ended',
  'never-backed-up',
  'no-backup-for',
  'half-protected',
  'old',
  'stuck',
];

/** Whether the headline gives a reason in full, so that no other line repeats it. */
export function isInHeadline(headline: Headline, reason: Reason): boolean {
  switch (headline.kind) {
    case 'package-ended':
    case 'never-backed-up':
      return headline.kind === reason.rule;
    case 'stuck':
      return reason.rule === 'stuck-while-backing-up';
    case 'with-doubt':
      return [headline.lead, headline.doubt].some((one) => isInHeadline(one, reason));
    case 'reason':
    case 'cannot-tell':
      // How far ahead a second clock is stands nowhere else.
      if (reason.rule === 'clock-wrong') return headline.reason === reason;
      return headline.reason.rule === reason.rule;
    default:
      return false;
  }
}
