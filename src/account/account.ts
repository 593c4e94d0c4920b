// account/ owns what an account is and how it is judged.
// It must never know Slack, HTTP, storage or the words people read.
import { z } from 'zod';

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
const STATUS = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['online', 'offline', 'backing-up', 'unknown']), sent: z.string() }).readonly(),
  z.object({ kind: z.literal('not-reported') }).readonly(),
]);
export type AccountStatus = z.infer<typeof STATUS>;

/**
 * When one of the two backups last ran. `never` is the service saying so (null, empty or a zero date);
 * `not-reported` is an absent field; `unreadable` is anything else that is no date.
 * With `precision: 'day'` the time of day was missing and `atMs` is the start of that day, the oldest it can be.
 */
const LAST_BACKUP = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), atMs: z.number(), precision: z.enum(['second', 'day']) }).readonly(),
  z.object({ kind: z.enum(['never', 'unreadable', 'not-reported']) }).readonly(),
]);
export type LastBackup = z.infer<typeof LAST_BACKUP>;

/** A quota with its unit where the text could be read, otherwise the text as it was sent. Never a usage: none is reported. */
const QUOTA = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('size'),
      amount: z.number(),
      unit: z.enum(['B', 'KB', 'MB', 'GB', 'TB', 'PB']),
    })
    .readonly(),
  z.object({ kind: z.literal('as-sent'), text: z.string() }).readonly(),
]);
export type Quota = z.infer<typeof QUOTA>;

/** The zone in which the service's dates were read: an IANA name or an offset such as `+03:00`, and why that one. */
const ZONE = z.object({ id: z.string(), assumedFrom: z.enum(['setting', 'login', 'nothing']) }).readonly();
export type ServiceZone = z.infer<typeof ZONE>;

const TEXT = z.string().optional();
const COUNT = z.number().optional();

/**
 * One account as the service reported it. A missing property was not reported, or cannot be read: then `sent` has it.
 * Every text but `email` and those in `sent` is truncated and fits on one line.
 * Plain JSON throughout, so that it can be kept in any cache and read back, perhaps by another version of this program.
 */
export const ACCOUNT = z
  .object({
    id: z.string(),
    zone: ZONE,
    status: STATUS,
    database: LAST_BACKUP,
    folders: LAST_BACKUP,
    packageName: TEXT,
    /** The last day of the package, `YYYY-MM-DD`, in the service's zone; what was sent where that cannot be read. */
    packageEndsOn: TEXT,
    /** With a real `@`. Personal data: show it only where one person reads. */
    email: TEXT,
    quota: QUOTA.optional(),
    backupCount: COUNT,
    maxFolderCount: COUNT,
    /** Folders *and files* together, so it may exceed `maxFolderCount`, which limits folders. */
    foldersFilesCount: COUNT,
    /** Backups allowed a day, not planned. */
    dailyBackupCount: COUNT,
    todayBackupCount: COUNT,
    clientVersion: TEXT,
    darkMode: z.boolean().optional(),
    /** What came on the wire, field by field, as text; `[…]` for an object or a list. An absent key was not sent. */
    sent: z.partialRecord(z.enum(GENERAL_INFO_FIELDS), z.string()).readonly(),
  })
  .readonly();
export type Account = z.infer<typeof ACCOUNT>;
