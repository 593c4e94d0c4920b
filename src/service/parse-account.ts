import type { Logger } from 'pino';
import { z } from 'zod';
import {
  type Account,
  type AccountStatus,
  GENERAL_INFO_FIELDS,
  type GeneralInfoField,
  type Quota,
  type ServiceZone,
} from '../domain/account.ts';
import { isWireTime, parseEndDate, parseLastBackup, parseWireDate } from './parse-dates.ts';

/** More than any field needs, and short enough that nothing takes long over it. In UTF-16 units. */
const MAX_TEXT_LENGTH = 1_000;

/** JSON allows `-0`, which must not be shown to anybody. */
const COUNTER = z
  .int()
  .nonnegative()
  .transform((count) => count + 0);
/** Null is the service saying that no backup was made. */
const LAST_BACKUP = z.string().nullable();

/** What general info should hold (service interface, "General info"). */
const FIELDS = {
  packageName: z.string(),
  endDate: z.string(),
  email: z.string(),
  status: z.string(),
  quota: z.string(),
  backupCount: COUNTER,
  lastBackupDateDb: LAST_BACKUP,
  lastBackupTimeDb: LAST_BACKUP,
  lastBackupDateFolders: LAST_BACKUP,
  lastBackupTimeFolders: LAST_BACKUP,
  maxFolderCount: COUNTER,
  foldersFilesCount: COUNTER,
  dailyBackupCount: COUNTER,
  todayBackupCount: COUNTER,
  version: z.string(),
  darkMode: z.boolean(),
} satisfies Record<GeneralInfoField, z.ZodType>;

type Fields = { readonly [Field in GeneralInfoField]?: z.infer<(typeof FIELDS)[Field]> };
type TextField = {
  [Field in GeneralInfoField]: Fields[Field] extends string | null | undefined ? Field : never;
}[GeneralInfoField];

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
    if (reported.has(drift)) return;
    reported.add(drift);
    log.warn({ field, kind }, 'general info departs from the interface');
  };
}

/**
 * Turns general info into an account. Never fails: each field that cannot be used degrades alone, and texts are cut to
 * 1,000 characters before anything reads them.
 */
export function parseAccount({
  id,
  body,
  zone,
  reportDrift,
}: {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly zone: ServiceZone;
  readonly reportDrift: ReportDrift;
}): Account {
  const { sent, fields } = readFields(body, reportDrift);
  reportUnreadableDates(fields, zone.id, reportDrift);
  /** A value of the wrong type is unreadable text; null and what was not sent are no value. */
  const textIn = (field: TextField) =>
    fields[field] === undefined && body[field] !== null ? sent[field] : fields[field];
  const lastBackup = (date: TextField, time: TextField) =>
    parseLastBackup({ date: textIn(date), time: textIn(time) }, zone.id);
  const endDate = textIn('endDate') ?? undefined;
  const packageEnd = parseEndDate(endDate, zone.id);
  const quota = trimmed(textIn('quota'));
  return {
    id,
    zone,
    status: parseStatus(textIn('status') ?? undefined),
    database: lastBackup('lastBackupDateDb', 'lastBackupTimeDb'),
    folders: lastBackup('lastBackupDateFolders', 'lastBackupTimeFolders'),
    packageName: trimmed(fields.packageName),
    packageEndsOn:
      packageEnd.kind === 'day' ? packageEnd.date : packageEnd.kind === 'none' ? undefined : endDate?.trim(),
    email: trimmed(
      fields.email
        ?.split(/\[at\]/i)
        .map((part) => part.trim())
        .join('@'),
    ),
    quota: quota === undefined ? undefined : parseQuota(quota),
    backupCount: fields.backupCount,
    maxFolderCount: fields.maxFolderCount,
    foldersFilesCount: fields.foldersFilesCount,
    dailyBackupCount: fields.dailyBackupCount,
    todayBackupCount: fields.todayBackupCount,
    clientVersion: trimmed(fields.version),
    darkMode: fields.darkMode,
    sent,
  };
}

/** Reads each field by itself: what does not fit is reported and left out; `sent` has all of it as it came. */
function readFields(body: Readonly<Record<string, unknown>>, reportDrift: ReportDrift) {
  const sent: Partial<Record<GeneralInfoField, string>> = {};
  const fields: Partial<Record<GeneralInfoField, unknown>> = {};
  for (const field of GENERAL_INFO_FIELDS) {
    const value = typeof body[field] === 'string' ? cutText(body[field]) : body[field];
    if (!Object.hasOwn(body, field)) {
      reportDrift(field, 'absent');
      continue;
    }
    sent[field] = typeof value === 'string' ? value : cutText(toJson(value));
    const { data, error } = FIELDS[field].safeParse(value);
    if (error === undefined) fields[field] = data;
    else if (value === null) reportDrift(field, 'null');
    else reportDrift(field, error.issues[0]?.code === 'invalid_type' ? 'wrong-type' : 'unreadable');
  }
  // Safe: each value has passed the schema of which its type is inferred.
  return { sent, fields: fields as Fields };
}

/** Never splits a surrogate pair. */
const cutText = (text: string) => text.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '[…]'; // JSON.parse reads any depth, JSON.stringify overflows the stack.
  }
}

const trimmed = (text: string | null | undefined) => text?.trim() || undefined;

function reportUnreadableDates(fields: Fields, zoneId: string, reportDrift: ReportDrift): void {
  if (parseEndDate(fields.endDate, zoneId).kind === 'unreadable') reportDrift('endDate', 'unreadable');
  for (const field of ['lastBackupDateDb', 'lastBackupDateFolders'] as const) {
    if (parseWireDate(fields[field] ?? null).kind === 'unreadable') reportDrift(field, 'unreadable');
  }
  for (const field of ['lastBackupTimeDb', 'lastBackupTimeFolders'] as const) {
    const time = fields[field]?.trim();
    if (time && !isWireTime(time)) reportDrift(field, 'unreadable');
  }
}

const SIZE = /^(\d+)(?:[.,](\d+))?\s*([KMGTP]?B)$/i;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/**
 * Reads `500 GB`, `1.5TB`, `1,5 TB`. Everything else stays as sent, above all `1.024 GB`: three digits may be thousands
 * or decimals, and the interface does not say.
 */
export function parseQuota(text: string): Quota {
  const [, whole = '', fraction = '', sentUnit] = SIZE.exec(text) ?? [];
  const unit = UNITS.find((known) => known === sentUnit?.toUpperCase());
  const amount = Number(`${whole}.${fraction || '0'}`);
  if (unit === undefined || fraction.length === 3 || !Number.isFinite(amount))
    return { kind: 'as-sent', text };
  return { kind: 'size', amount, unit };
}

/** The three values of the interface, in NFC. */
const STATUSES = new Map<string, 'online' | 'offline' | 'backing-up'>([
  ['çevrimiçi', 'online'],
  ['çevrimdışı', 'offline'],
  ['yedekleniyor', 'backing-up'],
]);

/** Knows the three words in any Unicode form and in Turkish upper case. Any other word is `unknown`, never guessed at. */
export function parseStatus(sent: string | undefined): AccountStatus {
  if (sent === undefined || sent.trim() === '') return { kind: 'not-reported' };
  return { kind: STATUSES.get(sent) ?? STATUSES.get(folded(sent)) ?? 'unknown', sent };
}

/** Turkish has two letters i: only its own rules lower İ to i and I to ı. Takes longer than the rest of an answer. */
const folded = (sent: string) => sent.normalize('NFC').trim().toLocaleLowerCase('tr');
