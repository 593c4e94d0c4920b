import { z } from 'zod';
import { type Account, GENERAL_INFO_FIELDS } from '../domain/account.ts';

const text = z.string().optional();
const count = z.number().optional();

const lastBackup = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), atMs: z.number(), precision: z.enum(['second', 'day']) }),
  z.object({ kind: z.enum(['never', 'unreadable', 'not-reported']) }),
]);

const status = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['online', 'offline', 'backing-up', 'unknown']), sent: z.string() }),
  z.object({ kind: z.literal('not-reported') }),
]);

const quota = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('size'),
    amount: z.number(),
    unit: z.enum(['B', 'KB', 'MB', 'GB', 'TB', 'PB']),
  }),
  z.object({ kind: z.literal('as-sent'), text: z.string() }),
]);

const shape = {
  id: z.string(),
  zone: z.object({ id: z.string(), assumedFrom: z.enum(['setting', 'login', 'nothing']) }),
  status,
  database: lastBackup,
  folders: lastBackup,
  packageName: text,
  packageEndsOn: text,
  email: text,
  quota: quota.optional(),
  backupCount: count,
  maxFolderCount: count,
  foldersFilesCount: count,
  dailyBackupCount: count,
  todayBackupCount: count,
  clientVersion: text,
  darkMode: z.boolean().optional(),
  sent: z.partialRecord(z.enum(GENERAL_INFO_FIELDS), z.string()),
} satisfies Record<keyof Account, z.ZodType>;

/**
 * An account that was kept as JSON, perhaps by another version of this program. A changed `Account` does not
 * compile here; a changed *meaning* needs a new key in last-answers.ts.
 */
export const ACCOUNT_SCHEMA: z.ZodType<Account> = z.object(shape);
