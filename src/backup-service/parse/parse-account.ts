import {
  type Account,
  type AccountStatus,
  GENERAL_INFO_FIELDS,
  type GeneralInfoField,
  type Quota,
  type ServiceZone,
} from '../../domain/account.ts';
import { type GeneralInfoFields, type ReportDrift, readGeneralInfoFields } from './general-info-fields.ts';
import { isWireTime, parseEndDate, parseLastBackup, parseWireDate } from './parse-dates.ts';

/** More than any field needs, and short enough that no processing of a text takes long. In UTF-16 units. */
const TEXT_LENGTH_AT_MOST = 1_000;

/**
 * Turns general info into an account. Never fails: each field that cannot be used degrades alone, and texts are cut to
 * 1,000 characters before anything reads them.
 */
export function parseAccount(source: {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly zone: ServiceZone;
  readonly reportDrift: ReportDrift;
}): Account {
  const { id, zone, reportDrift } = source;
  const body = withShortTexts(source.body);
  const sent = asSent(body);
  const fields = readGeneralInfoFields(body, reportDrift);
  reportUnreadableTimes(fields, zone.id, reportDrift);
  /** A value of the wrong type becomes unreadable text; null becomes no value. */
  const textIn = (field: TextField) =>
    fields[field] === undefined && body[field] !== null ? sent[field] : fields[field];
  const lastBackup = (date: TextField, time: TextField) =>
    parseLastBackup({ date: textIn(date), time: textIn(time) }, zone.id);
  const quota = textOf(textIn('quota'));
  return {
    id,
    zone,
    status: parseStatus(textIn('status') ?? undefined),
    database: lastBackup('lastBackupDateDb', 'lastBackupTimeDb'),
    folders: lastBackup('lastBackupDateFolders', 'lastBackupTimeFolders'),
    packageName: textOf(fields.packageName),
    packageEndsOn: endsOn(textIn('endDate') ?? undefined, zone.id),
    email: textOf(
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
    clientVersion: textOf(fields.version),
    darkMode: fields.darkMode,
    sent,
  };
}

const withShortTexts = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    GENERAL_INFO_FIELDS.filter((field) => Object.hasOwn(body, field)).map((field) => {
      const value = body[field];
      return [field, typeof value === 'string' ? cutText(value) : value];
    }),
  );

/** Never splits a surrogate pair. */
function cutText(text: string): string {
  const isSplit = (text.codePointAt(TEXT_LENGTH_AT_MOST - 1) ?? 0) > 0xff_ff;
  return text.slice(0, TEXT_LENGTH_AT_MOST - (isSplit ? 1 : 0));
}

const textOf = (sent: string | null | undefined) => sent?.trim() || undefined;

function endsOn(sent: string | undefined, zoneId: string): string | undefined {
  const end = parseEndDate(sent, zoneId);
  return end.kind === 'day' ? end.date : end.kind === 'unreadable' ? sent?.trim() : undefined;
}

function reportUnreadableTimes(
  { endDate, ...fields }: GeneralInfoFields,
  zoneId: string,
  reportDrift: ReportDrift,
): void {
  if (parseEndDate(endDate, zoneId).kind === 'unreadable') reportDrift('endDate', 'unreadable');
  for (const field of ['lastBackupDateDb', 'lastBackupDateFolders'] as const) {
    if (parseWireDate(fields[field] ?? null).kind === 'unreadable') reportDrift(field, 'unreadable');
  }
  for (const field of ['lastBackupTimeDb', 'lastBackupTimeFolders'] as const) {
    const time = fields[field]?.trim();
    if (time && !isWireTime(time)) reportDrift(field, 'unreadable');
  }
}

function asSent(body: Readonly<Record<string, unknown>>): Account['sent'] {
  const sent: Partial<Record<GeneralInfoField, string>> = {};
  for (const field of GENERAL_INFO_FIELDS) {
    if (!Object.hasOwn(body, field)) continue;
    const value = body[field];
    sent[field] = typeof value === 'string' ? value : cutText(toJson(value));
  }
  return sent;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.parse reads any depth, JSON.stringify overflows the stack: one malformed field must not cost the whole
    // answer.
    return '[…]';
  }
}

type TextField = {
  [Field in GeneralInfoField]: GeneralInfoFields[Field] extends string | null | undefined ? Field : never;
}[GeneralInfoField];

const SIZE = /^(\d+)(?:([.,])(\d+))?\s*([KMGTP]?B)$/i;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/**
 * Reads `500 GB`, `1.5TB`, `1,5 TB`. Everything else stays as sent, above all `1.024 GB` and `1,024 GB`: three digits
 * after the sign may be thousands or decimals, and the interface does not say. Expects text that is not blank.
 */
export function parseQuota(sent: string): Quota {
  const text = sent.trim();
  const [, whole = '', , fraction = '', sentUnit] = SIZE.exec(text) ?? [];
  const unit = UNITS.find((known) => known === sentUnit?.toUpperCase());
  const amount = Number(`${whole}.${fraction || '0'}`);
  if (unit === undefined || fraction.length === 3 || !Number.isFinite(amount))
    return { kind: 'as-sent', text };
  return { kind: 'size', amount, unit };
}

/** The three values of the interface, in NFC. */
const WORDS = new Map<string, Exclude<AccountStatus['kind'], 'not-reported' | 'unknown'>>([
  ['çevrimiçi', 'online'],
  ['çevrimdışı', 'offline'],
  ['yedekleniyor', 'backing-up'],
]);

/**
 * Knows the three words in any Unicode form, in Turkish upper case and with spaces around. Any other word is
 * `unknown`, never guessed at; no word at all is `not-reported`.
 */
export function parseStatus(sent: string | undefined): AccountStatus {
  if (sent === undefined || sent.trim() === '') return { kind: 'not-reported' };
  return { kind: WORDS.get(sent) ?? WORDS.get(folded(sent)) ?? 'unknown', sent };
}

/** Turkish has two letters i: only its own rules lower İ to i and I to ı. Takes longer than the rest of an answer. */
const folded = (sent: string) => sent.normalize('NFC').trim().toLocaleLowerCase('tr');
