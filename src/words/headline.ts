import type { Age, BackupKind, VerdictLevel } from '../account/verdict.ts';

/** How bad a headline is said to be: it opens with its word, so that no emoji has to carry it. */
export type HeadlineLevel = Extract<VerdictLevel, 'critical' | 'attention'>;

/** One backup and how old it is. */
export interface OldBackup extends Age {
  readonly backup: BackupKind;
}

/** How long there was no backup. `backup` is the only one that counts, where the other is ignored. */
export interface NoBackup extends Age {
  readonly backup?: BackupKind;
}

/** What the first line of an answer says, chosen from the verdict's reasons and still without words. */
export type Headline =
  | { readonly kind: 'fine' }
  /** `noBackup` is there when the backups have stopped too. */
  | { readonly kind: 'package-ended'; readonly daysAgo: number; readonly noBackup?: NoBackup }
  | { readonly kind: 'never-backed-up'; readonly backup?: BackupKind }
  /** Every believable backup is too old; the age is the newest one's. */
  | ({ readonly kind: 'no-backup-for'; readonly level: HeadlineLevel } & NoBackup)
  | { readonly kind: 'half-protected'; readonly level: HeadlineLevel; readonly old: OldBackup }
  /** Oldest first. */
  | { readonly kind: 'old'; readonly level: HeadlineLevel; readonly backups: readonly OldBackup[] }
  | ({ readonly kind: 'stuck'; readonly level: HeadlineLevel } & NoBackup)
  | { readonly kind: 'folders-unprotected'; readonly isHalf: boolean }
  | { readonly kind: 'package-ends-soon'; readonly daysLeft: number }
  | { readonly kind: 'package-end-unreadable' }
  | { readonly kind: 'client-outdated'; readonly version: string }
  /** Something to see to, and backups of which nobody can tell. */
  | { readonly kind: 'with-doubt'; readonly lead: Headline; readonly doubt: Headline }
  | {
      readonly kind: 'cannot-tell';
      readonly because: 'clock-wrong' | 'time-unreadable' | 'time-not-reported';
      readonly backups: readonly BackupKind[];
    }
  | { readonly kind: 'cannot-tell'; readonly because: 'nothing-reported' | 'status-unknown' }
  /** A verdict without a reason that says more. */
  | { readonly kind: 'bare'; readonly level: VerdictLevel };
