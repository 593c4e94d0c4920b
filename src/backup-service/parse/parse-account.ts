import {
  type Account,
  GENERAL_INFO_FIELDS,
  type GeneralInfoField,
  type ServiceZone,
} from '../../domain/account.ts';
import { type GeneralInfoFields, type ReportDrift, readGeneralInfoFields } from './general-info-fields.ts';
import { isWireTime, parseEndDate, parseLastBackup, parseWireDate } from './parse-dates.ts';
import { parseQuota } from './parse-quota.ts';
import { parseStatus } from './parse-status.ts';

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
