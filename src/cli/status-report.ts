import { z } from 'zod';
import type { Account } from '../domain/account.ts';
import { levelOf } from '../domain/compare-outcomes.ts';
import { thresholdMs } from '../domain/duration.ts';
import type { Answer, LookupOutcome } from '../domain/outcome.ts';
import {
  type BackupKind,
  LEVEL_CODE,
  type Threshold,
  type Verdict,
  type VerdictLevel,
} from '../domain/verdict.ts';
import { showableAnswer } from '../formatters/account/showable.ts';
import { isShowable } from '../formatters/kit/date-token.ts';
import type { FormatContext } from '../formatters/message.ts';
import { plainSpaces, statusLine } from './status-line.ts';

/** `outcomes` worst first; `level` is that of all, of what could not be asked about too. */
export function toReport(
  outcomes: readonly LookupOutcome[],
  level: VerdictLevel,
  context: FormatContext,
): Report {
  return {
    version: 1,
    level,
    exitCode: LEVEL_CODE[level],
    askedAt: new Date(context.nowMs).toISOString(),
    accounts: outcomes.map((outcome) => ({
      id: outcome.id,
      level: levelOf(outcome),
      outcome: outcome.kind,
      cause: outcome.kind === 'unavailable' ? outcome.reason : undefined,
      text: statusLine(outcome, context),
      reasons: [],
      ...(outcome.kind === 'found' && factsOf(showableAnswer(outcome.answer), context)),
    })),
  };
}

const factsOf = ({ account, verdict, displayName, readAtMs }: Answer, { words }: FormatContext) => ({
  name: displayName,
  reasons: verdict.reasons.map((reason) => ({
    rule: reason.rule,
    level: reason.level,
    text: plainSpaces(words.verdict.reason(reason)),
  })),
  status: verdict.status,
  readAt: isoOf(readAtMs),
  backups: {
    database: backupOf('database', account, verdict),
    folders: backupOf('folders', account, verdict),
  },
  limits: {
    lateSeconds: secondsOf(verdict.thresholds.late),
    staleSeconds: secondsOf(verdict.thresholds.stale),
  },
});

function backupOf(backup: BackupKind, account: Account, { ageMs, exceptions }: Verdict) {
  const last = account[backup];
  const age = ageMs[backup];
  return {
    state: last.kind,
    lastAt: last.kind === 'at' ? isoOf(last.atMs) : undefined,
    precision: last.kind === 'at' ? last.precision : undefined,
    ageSeconds: age === undefined ? undefined : Math.round(age / 1000),
    isIgnored: exceptions?.ignored?.backup === backup || undefined,
  };
}

/** Undefined for a time that no calendar has. */
const isoOf = (atMs: number) => (isShowable(atMs) ? new Date(atMs).toISOString() : undefined);

/** A limit in whole seconds. */
export const secondsOf = (threshold: Threshold) => Math.round(thresholdMs(threshold) / 1000);

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
