import { z } from 'zod';
import {
  ACCOUNT,
  type Account,
  type AccountStatus,
  GENERAL_INFO_FIELDS,
  type GeneralInfoField,
  type LastBackup,
  type Quota,
  type ServiceZone,
} from '../account/account.ts';
import { sanitize } from '../account/text.ts';
import { instantOf, isoDay } from '../account/time.ts';

const TEXT = z.string().trim();
const TEXT_IF_ANY = TEXT.transform((text) => text || undefined);
/** The service may write the at sign as `[at]`. */
const EMAIL = TEXT_IF_ANY.transform((text) => text?.replace(/ {0,9}\[at\] {0,9}/gi, '@'));
/** A number, or its digits as text. */
const COUNTER = z.union([z.int().nonnegative(), TEXT.regex(/^\d{1,15}$/).transform(Number)]);
/** Values that databases store for a missing date. */
const NO_DATE = /^(?:|0000-00-00|0001-01-01|1753-01-01|1899-12-30|1900-01-01|1969-12-31|1970-01-01)$/;
/** A valid calendar day, or no date. No backup and no package is from before 2000. */
const DATE = TEXT.pipe(
  z.union([z.string().regex(NO_DATE), z.iso.date().refine((day) => day >= '2000-01-01')]),
);
/** The day of a backup. Only a mistake writes a later year, and Slack's clients take dates after 2286 for milliseconds. */
const BACKUP_DATE = DATE.refine((day) => day < '2200').nullable();
/** A 24-hour time, with or without seconds and a fraction; 24:00:00 and leap seconds are invalid. */
const TIME = TEXT.pipe(z.union([z.literal(''), z.iso.time()]));
/** MySQL's zero may have a time. */
const ZERO_TIME = /(?<=^0000-00-00)[T ]00:00.*/;
/** A date, or a date-time with a `T` or a blank. */
const DAY_OR_INSTANT = TEXT.transform((text) => text.replace(ZERO_TIME, '').replace(' ', 'T')).pipe(
  z.union([
    DATE,
    z.iso.datetime({ local: true, offset: true }).refine((text) => DATE.safeParse(text.slice(0, 10)).success),
  ]),
);

/** The maximum lengths of names and unreadable dates, and of short texts, in UTF-16 units: they have to fit on a phone. */
const [MAX_NAME, MAX_WORD] = [80, 40];

/** The fields of general info (service interface, "General info"). A null date means that there was no backup. */
const GENERAL_INFO = z.object({
  packageName: TEXT_IF_ANY,
  endDate: DAY_OR_INSTANT,
  email: EMAIL,
  status: TEXT.refine((text) => parseStatus(text).kind !== 'unknown'),
  quota: TEXT.refine((text) => parseQuota(text)?.kind !== 'as-sent'),
  backupCount: COUNTER,
  lastBackupDateDb: BACKUP_DATE,
  lastBackupTimeDb: TIME.nullable(),
  lastBackupDateFolders: BACKUP_DATE,
  lastBackupTimeFolders: TIME.nullable(),
  maxFolderCount: COUNTER,
  foldersFilesCount: COUNTER,
  dailyBackupCount: COUNTER,
  todayBackupCount: COUNTER,
  version: TEXT_IF_ANY,
  darkMode: z.boolean(),
} satisfies Record<GeneralInfoField, z.ZodType>);

/**
 * Converts general info to an account. Never fails: a field that is missing, or differs from the interface, is reported and
 * does not affect the others.
 */
export function parseAccount(
  id: string,
  body: Readonly<Record<string, unknown>>,
  zone: ServiceZone,
  reportDrift: (field: GeneralInfoField) => void,
): Account {
  const { sent, fields } = readFields(body, reportDrift);
  /** The text of a field of any type, as it was sent. Null counts as not sent. */
  const textOf = (field: GeneralInfoField) => (body[field] === null ? '' : (sent[field] ?? ''));
  const lastBackup = (half: 'Db' | 'Folders'): LastBackup => {
    const [day, time] = [fields[`lastBackupDate${half}`], fields[`lastBackupTime${half}`]];
    if (sent[`lastBackupDate${half}`] === undefined) return { kind: 'not-reported' };
    if (day === undefined) return { kind: 'unreadable' };
    if (day === null || NO_DATE.test(day)) return { kind: 'never' };
    // Without a readable time, this is the start of the day.
    const shownMs = Date.parse(`${day}T${time || '00:00:00'}Z`);
    return { kind: 'at', atMs: instantOf(shownMs, zone.id), precision: time ? 'second' : 'day' };
  };
  // The schema drops fields that are not properties of an account.
  return ACCOUNT.parse({
    ...fields,
    id,
    zone,
    packageName: fields.packageName && sanitize(fields.packageName, MAX_NAME),
    status: parseStatus(textOf('status')),
    database: lastBackup('Db'),
    folders: lastBackup('Folders'),
    packageEndsOn:
      fields.endDate === undefined
        ? sanitize(textOf('endDate'), MAX_NAME) || undefined
        : endOf(fields.endDate, zone.id),
    quota: parseQuota(textOf('quota').trim()),
    clientVersion: fields.version && sanitize(fields.version, MAX_WORD),
    sent,
  });
}

/** Reads each field on its own. `fields` has the valid ones; others are reported. `sent` has all of them as text. */
function readFields(body: Readonly<Record<string, unknown>>, reportDrift: (field: GeneralInfoField) => void) {
  const sent: Partial<Record<GeneralInfoField, string>> = {};
  const fields: Partial<Record<GeneralInfoField, unknown>> = {};
  for (const field of GENERAL_INFO_FIELDS) {
    const value = typeof body[field] === 'string' ? cleanText(body[field]) : body[field];
    if (value !== undefined) sent[field] = Object(value) === value ? '[…]' : String(value);
    const { data, success } = GENERAL_INFO.shape[field].safeParse(value);
    if (success) fields[field] = data;
    else reportDrift(field);
  }
  // Safe: each value has passed the schema from which its type is inferred.
  return { sent, fields: fields as Partial<z.infer<typeof GENERAL_INFO>> };
}

/** More than any field needs, but short enough for fast processing. In UTF-16 units. */
const MAX_TEXT_LENGTH = 1_000;

/** Truncates text before anything processes it, and replaces control characters and lone surrogates by spaces. */
const cleanText = (text: string) => text.slice(0, MAX_TEXT_LENGTH).replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** `500 GB`, `1.5TB`, `1,5 TB`. Not `1.024 GB`: the interface does not say whether that is a thousand or a fraction. */
const SIZE = /^(\d{1,15})(?:[.,](\d{1,2}|\d{4,15}))?\s*([KMGTP]?B)$/i;

/** Parses a size. Other text is kept as it was sent, sanitized. Undefined: there is no text. */
function parseQuota(text: string): Quota | undefined {
  const [, whole, fraction = '0', unit] = SIZE.exec(text) ?? [];
  if (unit === undefined) return text ? { kind: 'as-sent', text: sanitize(text, MAX_WORD) } : undefined;
  // Safe: the pattern matches only these units.
  return { kind: 'size', amount: Number(`${whole}.${fraction}`), unit: unit.toUpperCase() as 'GB' };
}

/** The three values of the interface, in NFC. */
const STATUSES = new Map<string, 'online' | 'offline' | 'backing-up'>([
  ['çevrimiçi', 'online'],
  ['çevrimdışı', 'offline'],
  ['yedekleniyor', 'backing-up'],
]);

/**
 * Recognizes the three words in any Unicode form and any case. Turkish has two letters i: only Turkish rules lower İ to i
 * and I to ı. Any other word is `unknown`, never a guess.
 */
function parseStatus(sent: string): AccountStatus {
  const word = sent.normalize('NFC').trim().toLocaleLowerCase('tr');
  return word === ''
    ? { kind: 'not-reported' }
    : { kind: STATUSES.get(word) ?? 'unknown', sent: sanitize(sent, MAX_WORD) };
}

/** The last day of a package, for an instant in the service's zone unless it is the last year. Undefined: no end. */
function endOf(text: string, zoneId: string): string | undefined {
  const day = text.slice(0, 10);
  if (NO_DATE.test(day)) return undefined;
  return day < '9999' && /(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? isoDay(Date.parse(text), zoneId) : day;
}
