import type { Account } from '../domain/account.ts';
import { levelOf } from '../domain/compare-outcomes.ts';
import { thresholdMs } from '../domain/duration.ts';
import type { Answer, LookupOutcome } from '../domain/outcome.ts';
import { type BackupKind, LEVEL_CODE, type Threshold, type Verdict } from '../domain/verdict.ts';
import { showableAnswer } from '../formatters/account/showable.ts';
import { isShowable } from '../formatters/kit/date-token.ts';
import type { FormatContext } from '../formatters/message.ts';
import type { Report } from './report-schema.ts';
import { plainSpaces, statusText } from './status-line.ts';

type AccountReport = Report['accounts'][number];
type BackupReport = NonNullable<AccountReport['backups']>[BackupKind];

/** `outcomes` worst first. */
export function toReport(
  outcomes: readonly [LookupOutcome, ...LookupOutcome[]],
  context: FormatContext,
): Report {
  const level = levelOf(outcomes[0]);
  return {
    version: 1,
    level,
    exitCode: LEVEL_CODE[level],
    askedAt: new Date(context.nowMs).toISOString(),
    accounts: outcomes.map((outcome) => toAccount(outcome, context)),
  };
}

function toAccount(outcome: LookupOutcome, context: FormatContext): AccountReport {
  const { id, kind } = outcome;
  return {
    id,
    level: levelOf(outcome),
    outcome: kind,
    cause: kind === 'unavailable' ? outcome.reason : undefined,
    text: statusText(outcome, context),
    reasons: [],
    ...(kind === 'found' && toFacts(showableAnswer(outcome.answer), context)),
  };
}

function toFacts({ account, verdict, displayName, readAtMs }: Answer, { words }: FormatContext) {
  const { thresholds, reasons, status } = verdict;
  return {
    name: displayName,
    reasons: reasons.map((reason) => ({
      rule: reason.rule,
      level: reason.level,
      text: plainSpaces(words.verdict.reason(reason)),
    })),
    status,
    ...atOf('readAt', readAtMs),
    backups: {
      database: toBackup('database', account, verdict),
      folders: toBackup('folders', account, verdict),
    },
    limits: { lateSeconds: secondsOf(thresholds.late), staleSeconds: secondsOf(thresholds.stale) },
  };
}

function toBackup(backup: BackupKind, account: Account, { ageMs, exceptions }: Verdict): BackupReport {
  const last = account[backup];
  const age = ageMs[backup];
  return {
    state: last.kind,
    ...(last.kind === 'at' && { ...atOf('lastAt', last.atMs), precision: last.precision }),
    ageSeconds: age === undefined ? undefined : Math.round(age / 1000),
    isIgnored: exceptions?.ignored?.backup === backup || undefined,
  };
}

const atOf = <Name extends string>(name: Name, atMs: number) =>
  (isShowable(atMs) ? { [name]: new Date(atMs).toISOString() } : {}) as { readonly [Key in Name]?: string };

/** A limit in whole seconds. */
export const secondsOf = (threshold: Threshold) => Math.round(thresholdMs(threshold) / 1000);
