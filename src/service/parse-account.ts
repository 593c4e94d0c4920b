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
/** The at sign may be written as a word. */
const EMAIL = TEXT_IF_ANY.transform((text) => text?.replace(/ {0,9}\[at\] {0,9}/gi, '@'));
const COUNTER = z.int().nonnegative();
/** What databases store where there is no date. */
const NO_DATE = /^(?:|0000-00-00|0001-01-01|1753-01-01|1899-12-30|1900-01-01|1969-12-31|1970-01-01)$/;
/** A real day of the calendar, or none. No backup is older than 2000, and no package ended before. */
const DATE = TEXT.pipe(
  z.union([z.string().regex(NO_DATE), z.iso.date().refine((day) => day >= '2000-01-01')]),
);
/** On a 24-hour clock, with or without seconds and a fraction: 24:00:00 and leap seconds are not on it. */
const TIME = TEXT.pipe(z.union([z.literal(''), z.iso.time()]));
/** A date, or a date-time with a `T` or a blank. */
const DAY_OR_MOMENT = TEXT.transform((text) => text.replace(' ', 'T')).pipe(
  z.union([
    DATE,
    z.iso.datetime({ local: true, offset: true }).refine((text) => DATE.safeParse(text.slice(0, 10)).success),
  ]),
);

/** What is kept of a name or a date that cannot be read, and of a short text, in UTF-16 units: fits on a phone. */
const [MAX_NAME, MAX_WORD] = [80, 40];

/** What general info should hold (service interface, "General info"). A null date is the service saying that none was made. */
const GENERAL_INFO = z.object({
  packageName: TEXT_IF_ANY,
  endDate: DAY_OR_MOMENT,
  email: EMAIL,
  status: TEXT,
  quota: TEXT,
  backupCount: COUNTER,
  lastBackupDateDb: DATE.nullable(),
  lastBackupTimeDb: TIME.nullable(),
  lastBackupDateFolders: DATE.nullable(),
  lastBackupTimeFolders: TIME.nullable(),
  maxFolderCount: COUNTER,
  foldersFilesCount: COUNTER,
  dailyBackupCount: COUNTER,
  todayBackupCount: COUNTER,
  version: TEXT_IF_ANY,
  darkMode: z.boolean(),
} satisfies Record<GeneralInfoField, z.ZodType>);

/**
 * Turns general info into an account. Never fails: each field that is missing, or not what the interface says, is reported
 * and degrades alone.
 */
export function parseAccount(
  id: string,
  body: Readonly<Record<string, unknown>>,
  zone: ServiceZone,
  reportDrift: (field: GeneralInfoField) => void,
): Account {
  const { sent, fields } = readFields(body, reportDrift);
  /** As it was sent, of any type; null is not reported. */
  const textOf = (field: GeneralInfoField) => (body[field] === null ? '' : (sent[field] ?? ''));
  const lastBackup = (half: 'Db' | 'Folders'): LastBackup => {
    const [day, time] = [fields[`lastBackupDate${half}`], fields[`lastBackupTime${half}`]];
    if (sent[`lastBackupDate${half}`] === undefined) return { kind: 'not-reported' };
    if (day === undefined) return { kind: 'unreadable' };
    if (day === null || NO_DATE.test(day)) return { kind: 'never' };
    // Without a readable time the day counts, from its start.
    const shownMs = Date.parse(`${day}T${time || '00:00:00'}Z`);
    return { kind: 'at', atMs: instantOf(shownMs, zone.id), precision: time ? 'second' : 'day' };
  };
  // What the account has no property for is left out.
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

/** Reads each field by itself: what does not fit is reported and left out; `sent` has all of it as it came. */
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
  // Safe: each value has passed the schema of which its type is inferred.
  return { sent, fields: fields as Partial<z.infer<typeof GENERAL_INFO>> };
}

/** More than any field needs, and short enough that nothing takes long over it. In UTF-16 units. */
const MAX_TEXT_LENGTH = 1_000;

/** Cuts text before anything reads it, and takes out control characters and halves of surrogate pairs. */
const cleanText = (text: string) => text.slice(0, MAX_TEXT_LENGTH).replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** `500 GB`, `1.5TB`, `1,5 TB`. Not `1.024 GB`: those may be thousands or decimals, and the interface does not say. */
const SIZE = /^(\d{1,15})(?:[.,](\d{1,2}|\d{4,15}))?\s*([KMGTP]?B)$/i;

/** What is no size stays as it was sent, made fit to be shown. */
function parseQuota(text: string): Quota | undefined {
  const [, whole, fraction = '0', unit] = SIZE.exec(text) ?? [];
  if (unit === undefined) return text ? { kind: 'as-sent', text: sanitize(text, MAX_WORD) } : undefined;
  // Safe: the pattern knows no others.
  return { kind: 'size', amount: Number(`${whole}.${fraction}`), unit: unit.toUpperCase() as 'GB' };
}

/** The three values of the interface, in NFC. */
const STATUSES = new Map<string, 'online' | 'offline' | 'backing-up'>([
  ['çevrimiçi', 'online'],
  ['çevrimdışı', 'offline'],
  ['yedekleniyor', 'backing-up'],
]);

/**
 * Knows the three words in any Unicode form and in Turkish upper case, which has two letters i: only its own rules lower İ
 * to i and I to ı. Any other word is `unknown`, never guessed at.
 */
function parseStatus(sent: string): AccountStatus {
  const word = sent.normalize('NFC').trim().toLocaleLowerCase('tr');
  return word === ''
    ? { kind: 'not-reported' }
    : { kind: STATUSES.get(word) ?? 'unknown', sent: sanitize(sent, MAX_WORD) };
}

/** The last day of a package; of an instant with an offset its day in the service's zone. Undefined: it has no end. */
function endOf(text: string, zoneId: string): string | undefined {
  const day = text.slice(0, 10);
  if (NO_DATE.test(day)) return undefined;
  return /(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? isoDay(Date.parse(text), zoneId) : day;
}
