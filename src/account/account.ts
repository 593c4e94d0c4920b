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

/** The status that the service reported. `sent` is its own word, so that staff can match it to the customer's screen. */
const STATUS = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['online', 'offline', 'backing-up', 'unknown']), sent: z.string() }).readonly(),
  z.object({ kind: z.literal('not-reported') }).readonly(),
]);
export type AccountStatus = z.infer<typeof STATUS>;

/**
 * When one of the two backups last ran. `never`: the service sent null, nothing or a zero date. `not-reported`: the field is
 * absent. `unreadable`: it is not a date. With `precision: 'day'` the time of day was missing or unreadable, and `atMs` is
 * the start of that day, the oldest it can be.
 */
const LAST_BACKUP = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), atMs: z.number(), precision: z.enum(['second', 'day']) }).readonly(),
  z.object({ kind: z.enum(['never', 'unreadable', 'not-reported']) }).readonly(),
]);
export type LastBackup = z.infer<typeof LAST_BACKUP>;

/** A quota with its unit, or the text as it was sent if that cannot be read. Never a usage, which is not reported. */
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

/** The zone in which the service's dates were read: an IANA name or an offset such as `+03:00`, and where it comes from. */
const ZONE = z.object({ id: z.string(), assumedFrom: z.enum(['setting', 'login', 'nothing']) }).readonly();
export type ServiceZone = z.infer<typeof ZONE>;

const TEXT = z.string().optional();
const COUNT = z.number().optional();

/**
 * One account as the service reported it. An absent property was not reported, or cannot be read: then `sent` has it.
 * All texts except `email` and those in `sent` are truncated and fit on one line.
 * Plain JSON, so that any cache can store it, and another version of this program can read it back.
 */
export const ACCOUNT = z
  .object({
    id: z.string(),
    zone: ZONE,
    status: STATUS,
    database: LAST_BACKUP,
    folders: LAST_BACKUP,
    packageName: TEXT,
    /** The last day of the package, `YYYY-MM-DD`, in the service's zone. If it cannot be read, the text that was sent. */
    packageEndsOn: TEXT,
    /** With a real `@`. Personal data: show it only where a single person reads it. */
    email: TEXT,
    quota: QUOTA.optional(),
    backupCount: COUNT,
    maxFolderCount: COUNT,
    /** Folders *and files* together, so it may exceed `maxFolderCount`, which limits folders. */
    foldersFilesCount: COUNT,
    /** How many backups are allowed per day, not planned. */
    dailyBackupCount: COUNT,
    todayBackupCount: COUNT,
    clientVersion: TEXT,
    darkMode: z.boolean().optional(),
    /** Every field as it was sent, as text; `[…]` for an object or a list. An absent key was not sent. */
    sent: z.partialRecord(z.enum(GENERAL_INFO_FIELDS), z.string()).readonly(),
  })
  .readonly();
export type Account = z.infer<typeof ACCOUNT>;
