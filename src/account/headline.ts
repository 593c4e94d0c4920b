// The headline of a verdict: the one thing that a person has to know first, as data without words.
import { ageOf } from './judge.ts';
import {
  type Age,
  BACKUP_KINDS,
  type BackupKind,
  type ReasonOf,
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
  | { readonly kind: 'fine' }
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
  | { readonly kind: 'package-ends-soon'; readonly daysLeft: number }
  | { readonly kind: 'package-end-unreadable' }
  | { readonly kind: 'client-outdated'; readonly version: string }
  /** A headline about something else, together with backups whose state is unknown. */
  | { readonly kind: 'with-doubt'; readonly lead: Headline; readonly doubt: Headline }
  | { readonly kind: 'cannot-tell'; readonly because: Doubt; readonly backups: readonly BackupKind[] }
  | { readonly kind: 'cannot-tell'; readonly because: 'nothing-reported' | 'status-unknown' }
  /** No reason leads the verdict. */
  | { readonly kind: 'bare'; readonly level: VerdictLevel };

export function headlineOf(verdict: Verdict): Headline {
  const { level } = verdict;
  if (level === 'healthy') return { kind: 'fine' };
  const doubt = backupsInDoubt(verdict);
  if (level === 'unknown') return doubt ?? nothingKnown(verdict) ?? { kind: 'bare', level };
  const lead = leadOf(verdict, level) ?? { kind: 'bare', level };
  // A headline about something else must not hide that the age of the backups is unknown.
  return doubt === undefined || isAboutAge(lead) ? lead : { kind: 'with-doubt', lead, doubt };
}

/** Causes come before their consequences, and present problems before future ones. */
function leadOf(verdict: Verdict, level: HeadlineLevel): Headline | undefined {
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
  const endsSoon = reasonIn(verdict, 'package-ends-soon');
  if (endsSoon) return { kind: 'package-ends-soon', daysLeft: endsSoon.daysLeft };
  if (reasonIn(verdict, 'package-end-unreadable')) return { kind: 'package-end-unreadable' };
  const outdated = reasonIn(verdict, 'client-outdated');
  return outdated && { kind: 'client-outdated', version: outdated.version };
}

const DOUBTS = ['clock-wrong', 'time-unreadable', 'time-not-reported'] as const;
type Doubt = (typeof DOUBTS)[number];

/** The doubt to name, with the backups that it is about. The judge has ranked them, so it is the first. */
function backupsInDoubt({ reasons }: Verdict): Headline | undefined {
  const doubts = reasons.filter((reason): reason is ReasonOf<Doubt> =>
    DOUBTS.some((rule) => rule === reason.rule),
  );
  const because = doubts[0]?.rule;
  const backups = doubts.filter(({ rule }) => rule === because).map(({ backup }) => backup);
  return because && { kind: 'cannot-tell', because, backups };
}

function nothingKnown(verdict: Verdict): Headline | undefined {
  const found = reasonIn(verdict, 'nothing-reported') ?? reasonIn(verdict, 'status-unknown');
  return found && { kind: 'cannot-tell', because: found.rule };
}

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
  if (newest === undefined || !isAll || backupsInDoubt(verdict)) return undefined;
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

const isAboutAge = ({ kind }: Headline): boolean => ABOUT_AGE.includes(kind);

/** The rules whose reasons the headline gives in full, so that no other line repeats them. */
export function rulesInHeadline(headline: Headline): readonly RuleName[] {
  switch (headline.kind) {
    case 'package-ended':
    case 'never-backed-up':
    case 'package-ends-soon':
    case 'package-end-unreadable':
      return [headline.kind];
    case 'stuck':
      return ['stuck-while-backing-up'];
    case 'with-doubt':
      return [headline.lead, headline.doubt].flatMap(rulesInHeadline);
    case 'cannot-tell':
      // A wrong clock needs its own line, which says by how much it is wrong.
      return headline.because === 'clock-wrong' ? [] : [headline.because];
    default:
      return [];
  }
}
