import type { BackupKind, VerdictLevel } from '../domain/verdict.ts';

/** How bad a headline is said to be: it opens with its word, so that no emoji has to carry it. */
export type HeadlineLevel = Extract<VerdictLevel, 'critical' | 'attention'>;

/** One backup and how old it is. */
export interface OldBackup {
  readonly backup: BackupKind;
  readonly ageMs: number;
}

/** What the first line of an answer says, chosen from the verdict's reasons and still without words. */
export type Headline =
  | { readonly kind: 'fine' }
  /** `noBackupForMs` is there when the backups have stopped too. */
  | { readonly kind: 'package-ended'; readonly daysAgo: number; readonly noBackupForMs?: number }
  | { readonly kind: 'never-backed-up' }
  /** Every believable backup is too old; `ageMs` is the newest one's. */
  | { readonly kind: 'no-backup-for'; readonly level: HeadlineLevel; readonly ageMs: number }
  | { readonly kind: 'half-protected'; readonly level: HeadlineLevel; readonly old: OldBackup }
  /** Oldest first. */
  | { readonly kind: 'old'; readonly level: HeadlineLevel; readonly backups: readonly OldBackup[] }
  | { readonly kind: 'stuck'; readonly level: HeadlineLevel; readonly ageMs: number }
  | { readonly kind: 'package-ends-soon'; readonly daysLeft: number }
  | {
      readonly kind: 'cannot-tell';
      readonly because: 'clock-wrong' | 'time-unreadable' | 'time-not-reported';
      readonly backups: readonly BackupKind[];
    }
  | { readonly kind: 'cannot-tell'; readonly because: 'nothing-reported' | 'status-unknown' }
  /** A verdict without a reason that says more. */
  | { readonly kind: 'bare'; readonly level: VerdictLevel };
