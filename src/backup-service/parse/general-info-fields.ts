import type { Logger } from 'pino';
import { z } from 'zod';
import { GENERAL_INFO_FIELDS, type GeneralInfoField } from '../../domain/account.ts';

/** JSON allows `-0`, which must not be shown to anybody. */
const COUNTER = z
  .int()
  .nonnegative()
  .transform((count) => count + 0);

/** What general info should hold, field by field. Null is an answer only for the last backups: none was made. */
const SCHEMAS = {
  packageName: z.string(),
  endDate: z.string(),
  email: z.string(),
  status: z.string(),
  quota: z.string(),
  backupCount: COUNTER,
  lastBackupDateDb: z.string().nullable(),
  lastBackupTimeDb: z.string().nullable(),
  lastBackupDateFolders: z.string().nullable(),
  lastBackupTimeFolders: z.string().nullable(),
  maxFolderCount: COUNTER,
  foldersFilesCount: COUNTER,
  dailyBackupCount: COUNTER,
  todayBackupCount: COUNTER,
  version: z.string(),
  darkMode: z.boolean(),
} satisfies Record<GeneralInfoField, z.ZodType>;

/** How a field departs from the interface. */
type DriftKind = 'absent' | 'null' | 'wrong-type' | 'unreadable';
export type ReportDrift = (field: GeneralInfoField, kind: DriftKind) => void;

export type GeneralInfoFields = {
  readonly [Field in GeneralInfoField]: z.infer<(typeof SCHEMAS)[Field]> | undefined;
};

/** Reads each field on its own: what does not fit is reported as drift and left `undefined`, and the rest stands. */
export function readGeneralInfoFields(
  body: Readonly<Record<string, unknown>>,
  reportDrift: ReportDrift,
): GeneralInfoFields {
  const read = (field: GeneralInfoField) => {
    const { data, error } = SCHEMAS[field].safeParse(body[field]);
    const drift = Object.hasOwn(body, field) ? driftOf(body[field], error) : 'absent';
    if (drift === undefined) return data;
    reportDrift(field, drift);
    return undefined;
  };
  // Safe: a value comes out only after its own schema, of which the type is inferred, has accepted it.
  return Object.fromEntries(GENERAL_INFO_FIELDS.map((field) => [field, read(field)])) as GeneralInfoFields;
}

function driftOf(value: unknown, error: z.ZodError | undefined): DriftKind | undefined {
  const issue = error?.issues[0];
  if (issue === undefined) return undefined;
  if (value === null) return 'null';
  return issue.code === 'invalid_type' ? 'wrong-type' : 'unreadable';
}

/** Logs each departure from the interface once per field and kind, by name only: values may be personal. */
export function createDriftLog(log: Logger): ReportDrift {
  const reported = new Set<string>();
  return (field, kind) => {
    const drift = `${field} ${kind}`;
    if (reported.has(drift)) return;
    reported.add(drift);
    log.warn({ field, kind }, 'general info departs from the interface');
  };
}
