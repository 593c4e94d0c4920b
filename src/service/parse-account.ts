import type { Logger } from 'pino';
import { z } from 'zod';
import {
  type Account,
  type AccountStatus,
  GENERAL_INFO_FIELDS,
  type GeneralInfoField,
  type LastBackup,
  type Quota,
  type ServiceZone,
} from '../domain/account.ts';
import { DAY_MS } from '../domain/duration.ts';
import { isoDay, zoneOffsetMs } from '../domain/zoned-time.ts';

const TEXT = z.string();
/** JSON allows `-0`, which must not be shown to anybody. */
const COUNTER = z
  .int()
  .nonnegative()
  .transform((count) => count + 0);
/** Null is the service saying that no backup was made. */
const LAST_BACKUP = z.string().nullable();

/** What general info should hold (service interface, "General info"). */
const GENERAL_INFO = z.object({
  packageName: TEXT,
  endDate: TEXT,
  email: TEXT,
  status: TEXT,
  quota: TEXT,
  backupCount: COUNTER,
  lastBackupDateDb: LAST_BACKUP,
  lastBackupTimeDb: LAST_BACKUP,
  lastBackupDateFolders: LAST_BACKUP,
  lastBackupTimeFolders: LAST_BACKUP,
  maxFolderCount: COUNTER,
  foldersFilesCount: COUNTER,
  dailyBackupCount: COUNTER,
  todayBackupCount: COUNTER,
  version: TEXT,
  darkMode: z.boolean(),
} satisfies Record<GeneralInfoField, z.ZodType>);
type GeneralInfo = z.infer<typeof GENERAL_INFO>;

/** Told how a field departs from the interface. */
export type ReportDrift = (
  field: GeneralInfoField,
  kind: 'absent' | 'null' | 'wrong-type' | 'unreadable',
) => void;

/** Logs each departure once for each field and kind, by name only: values may be personal. */
export function createDriftLog(log: Logger): ReportDrift {
  const reported = new Set<string>();
  return (field, kind) => {
    const drift = `${field} ${kind}`;
    if (!reported.has(drift)) log.warn({ field, kind }, 'general info departs from the interface');
    reported.add(drift);
  };
}

interface Given {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly zone: ServiceZone;
  readonly reportDrift: ReportDrift;
}

/** Turns general info into an account. Never fails: each field that cannot be used degrades alone. */
export function parseAccount({ id, body, zone, reportDrift }: Given): Account {
  const { sent, fields } = readFields(body, reportDrift);
  const unreadable = (field: GeneralInfoField) => {
    if (fields[field] !== undefined) reportDrift(field, 'unreadable');
  };
  /** A value of the wrong type is unreadable text; null and blank are none. */
  const textOf = (field: GeneralInfoField) =>
    body[field] === null ? undefined : sent[field]?.trim() || undefined;
  const onlyText = (field: 'packageName' | 'version' | 'email') => fields[field]?.trim() || undefined;

  type DateField = 'lastBackupDateDb' | 'lastBackupDateFolders';
  type TimeField = 'lastBackupTimeDb' | 'lastBackupTimeFolders';
  /** Without a readable time the day stands, from its start. */
  function lastBackup(dateField: DateField, timeField: TimeField): LastBackup {
    if (sent[dateField] === undefined) return { kind: 'not-reported' };
    const [day, time] = [textOf(dateField), textOf(timeField)];
    if (day === undefined || ZERO_DATE.test(day)) return { kind: 'never' };
    if (!isDay(day)) {
      unreadable(dateField);
      return { kind: 'unreadable' };
    }
    if (time !== undefined && CLOCK_TIME.safeParse(time).success) {
      return { kind: 'at', atMs: serviceTime(zone.id, day, time), precision: 'second' };
    }
    if (time !== undefined) unreadable(timeField);
    return { kind: 'at', atMs: serviceTime(zone.id, day, '00:00:00'), precision: 'day' };
  }

  const endDate = textOf('endDate');
  const endsOn = endDate && endOf(endDate, zone.id);
  if (endDate !== undefined && endsOn === null) unreadable('endDate');
  return {
    id,
    zone,
    status: parseStatus(textOf('status') && sent.status),
    database: lastBackup('lastBackupDateDb', 'lastBackupTimeDb'),
    folders: lastBackup('lastBackupDateFolders', 'lastBackupTimeFolders'),
    packageName: onlyText('packageName'),
    packageEndsOn: endsOn === null ? endDate : endsOn,
    email: onlyText('email')
      ?.split(/\[at\]/i)
      .map((part) => part.trim())
      .join('@'),
    quota: parseQuota(textOf('quota')),
    backupCount: fields.backupCount,
    maxFolderCount: fields.maxFolderCount,
    foldersFilesCount: fields.foldersFilesCount,
    dailyBackupCount: fields.dailyBackupCount,
    todayBackupCount: fields.todayBackupCount,
    clientVersion: onlyText('version'),
    darkMode: fields.darkMode,
    sent,
  };
}

/** Reads each field by itself: what does not fit is reported and left out; `sent` has all of it as it came. */
function readFields(body: Given['body'], reportDrift: ReportDrift) {
  const sent: Partial<Record<GeneralInfoField, string>> = {};
  const fields: Partial<Record<GeneralInfoField, unknown>> = {};
  for (const field of GENERAL_INFO_FIELDS) {
    const value = typeof body[field] === 'string' ? cleanText(body[field]) : body[field];
    if (!Object.hasOwn(body, field)) {
      reportDrift(field, 'absent');
      continue;
    }
    sent[field] = typeof value === 'string' ? value : cleanText(toJson(value));
    const { data, error } = GENERAL_INFO.shape[field].safeParse(value);
    if (error === undefined) fields[field] = data;
    else if (value === null) reportDrift(field, 'null');
    else reportDrift(field, error.issues[0]?.code === 'invalid_type' ? 'wrong-type' : 'unreadable');
  }
  // Safe: each value has passed the schema of which its type is inferred.
  return { sent, fields: fields as Partial<GeneralInfo> };
}

/** More than any field needs, and short enough that nothing takes long over it. In UTF-16 units. */
const MAX_TEXT_LENGTH = 1_000;

/** Cuts text, never between a surrogate pair, before anything reads it, and takes out control characters. */
const cleanText = (text: string) =>
  text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\p{Cc}/gu, ' ');

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '[…]'; // JSON.parse reads any depth, JSON.stringify overflows the stack.
  }
}

/** `500 GB`, `1.5TB`, `1,5 TB`. Not `1.024 GB`: those may be thousands or decimals, and the interface does not say. */
const SIZE = /^(\d{1,15})(?:[.,](\d{1,2}|\d{4,15}))?\s*([KMGTP]?B)$/i;

/** What is no size stays as it was sent. */
function parseQuota(text: string | undefined): Quota | undefined {
  if (text === undefined) return undefined;
  const [, whole, fraction = '0', unit] = SIZE.exec(text) ?? [];
  if (unit === undefined) return { kind: 'as-sent', text };
  // Safe: the pattern knows no others.
  return { kind: 'size', amount: Number(`${whole}.${fraction}`), unit: unit.toUpperCase() as 'GB' };
}

/** The three values of the interface, in NFC. */
const STATUSES = new Map<string, 'online' | 'offline' | 'backing-up'>([
  ['çevrimiçi', 'online'],
  ['çevrimdışı', 'offline'],
  ['yedekleniyor', 'backing-up'],
]);

/** Knows the three words in any Unicode form and in Turkish upper case. Any other word is `unknown`, never guessed at. */
function parseStatus(sent: string | undefined): AccountStatus {
  if (sent === undefined) return { kind: 'not-reported' };
  return { kind: STATUSES.get(sent) ?? STATUSES.get(folded(sent)) ?? 'unknown', sent };
}

/** Turkish has two letters i: only its own rules lower İ to i and I to ı. Takes longer than the rest of an answer. */
const folded = (sent: string) => sent.normalize('NFC').trim().toLocaleLowerCase('tr');

/** What databases store where there is no date. */
const ZERO_DATE = /^(?:0000-00-00|0001-01-01|1753-01-01|1899-12-30|1900-01-01|1969-12-31|1970-01-01)$/;
const CALENDAR_DATE = z.iso.date();
/** On a 24-hour clock, with or without seconds and a fraction: 24:00:00 and leap seconds are not on it. */
const CLOCK_TIME = z.iso.time();
const DATE_TIME = z.iso.datetime({ local: true, offset: true });

/** A real day of the calendar. No backup is older than 2000, and no package ended before. */
const isDay = (day: string) => CALENDAR_DATE.safeParse(day).success && day >= '2000-01-01';

/**
 * The last day of a package from a date, or a date-time with a `T` or a blank. One with an offset is a moment, whose day is
 * that of the service's zone. Undefined: it has no end. Null: it cannot be read.
 */
function endOf(text: string, zoneId: string): string | null | undefined {
  const iso = text.replace(' ', 'T');
  const isMoment = DATE_TIME.safeParse(iso).success;
  const day = isMoment ? iso.slice(0, 10) : text;
  if (ZERO_DATE.test(day)) return undefined;
  if (!isDay(day)) return null;
  return isMoment && /(?:Z|[+-]\d{2}:\d{2})$/.test(iso) ? isoDay(Date.parse(iso), zoneId) : day;
}

/**
 * The moment at which clocks in `zone` (IANA name or offset) show the given date and time. A time shown twice, when
 * clocks go back, is its first showing: a backup never looks younger than it is. A time never shown, when clocks go
 * forward, is moved on by the gap, so a missing midnight is the first moment of its day.
 * Not left to TZDate: which of the two showings it picks depends on the zone and on the machine's own zone.
 */
function serviceTime(zone: string, date: string, time: string): number {
  const shownMs = Date.parse(`${date}T${time}Z`);
  const offsetBeforeMs = zoneOffsetMs(zone, shownMs - DAY_MS);
  const offsetAfterMs = zoneOffsetMs(zone, shownMs + DAY_MS);
  const candidates = [shownMs - offsetBeforeMs, shownMs - offsetAfterMs];
  const real = candidates.filter((atMs) => atMs + zoneOffsetMs(zone, atMs) === shownMs);
  return real.length > 0 ? Math.min(...real) : shownMs - offsetBeforeMs;
}
