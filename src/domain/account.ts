// domain/ owns what an account is and what a verdict is.
// It must never know Slack, HTTP, storage or the words people read.

/** The fields of general info, named as on the wire (service interface, "General info"). */
export const GENERAL_INFO_FIELDS = [
  'packageName',
  'endDate',
  'email',
  'status',
  'quota',
  'backupCount',
  'lastBackupDateDb',
  'lastBackupTimeDb',
  'lastBackupDateFolders',
  'lastBackupTimeFolders',
  'maxFolderCount',
  'foldersFilesCount',
  'dailyBackupCount',
  'todayBackupCount',
  'version',
  'darkMode',
] as const;

export type GeneralInfoField = (typeof GENERAL_INFO_FIELDS)[number];

/** The state the service reported. `sent` is its own word, kept so that staff can match it to the customer's screen. */
export type AccountStatus =
  | { readonly kind: 'online' | 'offline' | 'backing-up' | 'unknown'; readonly sent: string }
  | { readonly kind: 'not-reported' };

/**
 * When one of the two backups last ran. `never` is the service saying so (null, empty or a zero date);
 * `not-reported` is an absent field; `unreadable` is anything else that is no date.
 * With `precision: 'day'` the time of day was missing and `atMs` is the start of that day, the oldest it can be.
 */
export type LastBackup =
  | { readonly kind: 'at'; readonly atMs: number; readonly precision: 'second' | 'day' }
  | { readonly kind: 'never' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'not-reported' };

/** A quota with its unit where the text could be read, otherwise the text as it was sent. Never a usage: none is reported. */
export type Quota =
  | { readonly kind: 'size'; readonly amount: number; readonly unit: 'B' | 'KB' | 'MB' | 'GB' | 'TB' | 'PB' }
  | { readonly kind: 'as-sent'; readonly text: string };

/** The zone in which the service's dates were read: an IANA name or an offset such as `+03:00`, and why that one. */
export interface ServiceZone {
  readonly id: string;
  readonly assumedFrom: 'setting' | 'login' | 'nothing';
}

/**
 * One account as the service reported it. A missing property was not reported, or cannot be read: then `sent` has it.
 * Plain JSON throughout, so that it can be kept in any cache and read back unchanged.
 */
export interface Account {
  readonly id: string;
  readonly zone: ServiceZone;
  readonly status: AccountStatus;
  readonly database: LastBackup;
  readonly folders: LastBackup;
  readonly packageName?: string;
  /** The last day of the package, `YYYY-MM-DD`, in the service's zone; what was sent where that cannot be read. */
  readonly packageEndsOn?: string;
  /** With a real `@`. Personal data: show it only where one person reads. */
  readonly email?: string;
  readonly quota?: Quota;
  readonly backupCount?: number;
  readonly maxFolderCount?: number;
  /** Folders *and files* together, so it may exceed `maxFolderCount`, which limits folders. */
  readonly foldersFilesCount?: number;
  /** Backups allowed a day, not planned. */
  readonly dailyBackupCount?: number;
  readonly todayBackupCount?: number;
  readonly clientVersion?: string;
  readonly darkMode?: boolean;
  /** What came on the wire, field by field: strings as sent, anything else as JSON. An absent key was not sent. */
  readonly sent: Readonly<Partial<Record<GeneralInfoField, string>>>;
}
