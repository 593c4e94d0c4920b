import type { AccountStatus } from './account.ts';

/** Worst first, the order in which accounts are listed. `unknown` never counts as fine. */
export const VERDICT_LEVELS = ['critical', 'attention', 'unknown', 'healthy'] as const;
export type VerdictLevel = (typeof VERDICT_LEVELS)[number];

/** Levels as numbers for monitoring: exit codes for Nagios, Icinga, Checkmk and Zabbix, and values for Prometheus. */
export const LEVEL_CODE: Readonly<Record<VerdictLevel, 0 | 1 | 2 | 3>> = {
  healthy: 0,
  attention: 1,
  critical: 2,
  unknown: 3,
};

/** The two backups, in the order in which they are shown. */
export const BACKUP_KINDS = ['database', 'folders'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

export const otherBackup = (backup: BackupKind): BackupKind =>
  backup === 'database' ? 'folders' : 'database';

/** A limit of one rule. `setBy` names where it was set: an environment variable, or `file: rule`. */
export interface Threshold {
  readonly value: number;
  readonly unit: 'hour' | 'day';
  readonly setBy: string;
}

export interface Thresholds {
  /** A backup this old or older is late. If the client is still backing up then, it may be stuck. */
  readonly late: Threshold;
  /** A backup this old or older is stale. */
  readonly stale: Threshold;
  /** A package that ends within this many days ends soon. */
  readonly packageEndsSoon: Threshold;
}

/** Exceptions for one account, each with the place where it was set. */
export interface Exceptions {
  /** Saturdays and Sundays, in the service's zone, do not count towards the age of a backup. */
  readonly weekdaysOnly?: { readonly setBy: string };
  /** A backup that does not count. */
  readonly ignored?: { readonly backup: BackupKind; readonly setBy: string };
  readonly minimumClientVersion?: { readonly version: string; readonly setBy: string };
}

/** The rules by which an account is judged. */
export interface AccountRules {
  readonly thresholds: Thresholds;
  /** Absent: none. */
  readonly exceptions?: Exceptions;
}

/** What operators have written about an account. An absent property was not written. */
export interface AccountInfo {
  /** The name that people see. */
  readonly displayName?: string;
  /** What to do when the account is not fine, in the operators' own words. */
  readonly note?: string;
  /** A page with detailed instructions: an `https://` address. */
  readonly runbook?: string;
  /** The page of the account in the operators' console: an `https://` address. */
  readonly consoleUrl?: string;
  /** Whom to call. Personal: never in a channel, never in a log. */
  readonly contact?: string;
}

/** The rules of one account, with what operators have written about it. */
export interface NamedAccountRules extends AccountInfo, AccountRules {}

/** The rules of an account by its id. */
export type RulesOf = (accountId: string) => NamedAccountRules;

/** How old a backup is. */
export interface Age {
  readonly ageMs: number;
  /** `YYYY-MM-DD` in the service's zone. Present if the time of day is unknown: then the age is from the end of that day. */
  readonly onDay?: string;
}

/** The age of a backup that is too old, and the limit. */
export type TooOld = Age & { readonly threshold: Threshold };

type Fact<Rule extends string, Level extends VerdictLevel | 'note'> = {
  readonly rule: Rule;
  readonly level: Level;
};

/**
 * A reason for a verdict. A `note` does not affect the level. An optional `backup` is the only one that counts, if the other
 * is ignored.
 */
export type Reason =
  // Causes
  | (Fact<'package-ended', 'critical'> & { readonly endedOn: string; readonly daysAgo: number })
  /** The age is the newer backup's. */
  | (Fact<'stuck-while-backing-up', 'attention' | 'critical'> & TooOld & { readonly backup?: BackupKind })
  | (Fact<'online-but-stale', 'critical'> & { readonly backup?: BackupKind })
  // Symptoms
  | (Fact<'never-backed-up', 'critical'> & { readonly backup?: BackupKind })
  | (Fact<'backup-stale', 'critical'> & TooOld & { readonly backup: BackupKind })
  | (Fact<'backup-late', 'attention'> & TooOld & { readonly backup: BackupKind })
  | (Fact<'half-protected', 'attention' | 'critical'> &
      TooOld & { readonly fresh: BackupKind; readonly old: BackupKind })
  /** `isHalf`: the database backup is fresh. */
  | (Fact<'folders-unprotected', 'attention'> & { readonly count: number; readonly isHalf: boolean })
  | (Fact<'package-ends-soon', 'attention'> & { readonly daysLeft: number })
  /** The end of the package was sent, but it is not a date. */
  | (Fact<'package-end-unreadable', 'attention'> & { readonly sent: string })
  | (Fact<'client-outdated', 'attention'> & { readonly version: string; readonly minimum: string })
  // Unknown
  | (Fact<'clock-wrong', 'unknown'> & { readonly backup: BackupKind; readonly aheadMs: number })
  | (Fact<'time-unreadable', 'unknown'> & { readonly backup: BackupKind })
  | (Fact<'time-not-reported', 'unknown'> & { readonly backup: BackupKind })
  | Fact<'nothing-reported', 'unknown'>
  | (Fact<'status-unknown', 'unknown'> & { readonly sent: string })
  // Notes
  | (Fact<'backup-unused', 'note'> & { readonly backup: BackupKind })
  | (Fact<'backup-ignored', 'note'> & { readonly backup: BackupKind })
  | Fact<'offline-but-fresh', 'note'>
  | Fact<'status-not-reported', 'note'>
  | (Fact<'daily-allowance-used', 'note'> & { readonly made: number; readonly allowed: number });

/** A reason that affects the level: there is something to do about it. */
export type CountedReason = Exclude<Reason, { readonly level: 'note' }>;

export type RuleName = Reason['rule'];

/** The reasons that one rule can give. */
export type ReasonOf<Name extends RuleName> = Extract<Reason, { readonly rule: Name }>;

/** The level of an account, and why, causes first. Includes the rules by which it was judged, so that they can be shown. */
export interface Verdict extends AccountRules {
  readonly level: VerdictLevel;
  readonly reasons: readonly Reason[];
  /** The age of each backup with a plausible time. A date without a time counts as the end of that day. */
  readonly ageMs: Readonly<Partial<Record<BackupKind, number>>>;
  readonly status: AccountStatus['kind'];
}

/** The reason that a rule gave. Undefined: it gave none. */
export const reasonIn = <Name extends RuleName>(
  { reasons }: Verdict,
  rule: Name,
): ReasonOf<Name> | undefined => reasons.find((reason): reason is ReasonOf<Name> => reason.rule === rule);
