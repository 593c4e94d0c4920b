import type { Account } from '../account/account.ts';
import { type Answer, type LookupOutcome, levelOf } from '../account/outcome.ts';
import { thresholdMs } from '../account/time.ts';
import {
  type BackupKind,
  LEVEL_CODE,
  type Threshold,
  type Verdict,
  type VerdictLevel,
} from '../account/verdict.ts';
import { unsaidReasons } from '../slack/card/card.ts';
import { triageEntry } from '../slack/card/list.ts';
import { showableAnswer } from '../slack/card/showable.ts';
import type { FormatContext } from '../slack/kit/message.ts';
import { isShowable } from '../slack/kit/rich-text.ts';
import { NO_BREAK } from '../words/grammar.ts';

/** With spaces that a script can look for: phones need the ones that do not break. */
export const plainSpaces = (text: string) => text.replaceAll(NO_BREAK, ' ');

/** `🚨 Liman (1004) · Act now: no backup for 3 days · Client is up, its job is not running`, on one line. */
export function statusLine(outcome: LookupOutcome, context: FormatContext): string {
  const { sign, title, numbers } = triageEntry(outcome.id, outcome, context);
  const reasons =
    outcome.kind === 'found' ? unsaidReasons(showableAnswer(outcome.answer).verdict, context.words) : [];
  return plainSpaces([`${sign} ${title}`, ...(reasons.length > 0 ? reasons : [numbers])].join(' · '));
}

/**
 * What `--json` prints, as docs/status.schema.json has it. `outcomes` worst first; `level` is that of all, of what could not
 * be asked about too.
 */
export function toReport(outcomes: readonly LookupOutcome[], level: VerdictLevel, context: FormatContext) {
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
