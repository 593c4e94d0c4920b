import { z } from 'zod';

const level = z.enum(['healthy', 'attention', 'critical', 'unknown']);
const code = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const moment = z.iso.datetime();
const seconds = z.number().int().nonnegative();

const BACKUP = z.object({
  state: z
    .enum(['at', 'never', 'unreadable', 'not-reported'])
    .describe('`at`: it ran, and `lastAt` says when, if that is a moment that can be written down.'),
  lastAt: moment.optional(),
  precision: z
    .enum(['second', 'day'])
    .optional()
    .describe('With `day` the time of day was not reported, and `lastAt` is the beginning of that day.'),
  ageSeconds: seconds.optional().describe('Absent where there is no age to be believed.'),
  isIgnored: z.literal(true).optional().describe('The account rules say that this backup is not looked at.'),
});

const REASON = z.object({
  rule: z.string().describe('Name of the rule. New versions of the program may bring new rules.'),
  level: z.enum([...level.options, 'note']).describe('`note`: it makes nothing worse.'),
  text: z.string(),
});

const ACCOUNT = z.object({
  id: z.string(),
  name: z.string().optional().describe('Display name of the account rules.'),
  level,
  outcome: z
    .enum(['found', 'not-found', 'invalid-id', 'forbidden', 'unavailable'])
    .describe('How the look-up ended. The level is `unknown` unless it is `found`.'),
  cause: z
    .string()
    .optional()
    .describe(
      'Why there is no answer, with `unavailable`: `no-answer`, `bad-response`, `login-rejected` or `busy`.',
    ),
  text: z.string().describe('The line that is printed without --json.'),
  reasons: z.array(REASON).describe('Worst first, those included that `text` begins with.'),
  status: z.enum(['online', 'offline', 'backing-up', 'unknown', 'not-reported']).optional(),
  readAt: moment.optional(),
  backups: z.object({ database: BACKUP, folders: BACKUP }).optional(),
  limits: z
    .object({ lateSeconds: seconds, staleSeconds: seconds })
    .optional()
    .describe('The age at which a backup of this account is late, and stale.'),
});

/** What `--json` prints. docs/status.schema.json is made of it. */
export const REPORT = z
  .object({
    version: z
      .literal(1)
      .describe('Goes up when something is taken away or means something else, not when something is added.'),
    level: level.describe('The worst of all accounts: critical, attention, unknown, healthy.'),
    exitCode: code.describe('0 healthy, 1 attention, 2 critical, 3 unknown.'),
    askedAt: moment,
    accounts: z.array(ACCOUNT).min(1).describe('Worst first.'),
  })
  .describe('Output of backup-status on the command line with --json. Texts are in the language asked for.');

export type Report = z.infer<typeof REPORT>;
