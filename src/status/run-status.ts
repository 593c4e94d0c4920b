// status/ owns the command line: the same verdict as in Slack, for terminals, scripts and monitoring systems.
// It must never know how a verdict comes about, or keep anything from one run to the next.
import { pino } from 'pino';
import { AccountRulesError, openAccountRules } from '../account-rules/open-account-rules.ts';
import { type LookupConfig, readLookupConfig, settingsToFix } from '../config.ts';
import { compareOutcomes, levelOf } from '../domain/compare-outcomes.ts';
import { knownAccounts, withNames } from '../domain/names/account-list.ts';
import type { LookupOutcome } from '../domain/outcome.ts';
import { BACKUP_KINDS, LEVEL_CODE, VERDICT_LEVELS, type VerdictLevel } from '../domain/verdict.ts';
import { problemText } from '../formatters/failure/invalid-command-message.ts';
import type { FormatContext } from '../formatters/message.ts';
import { questionText } from '../formatters/notices/name-messages.ts';
import { NO_LAST_ANSWERS } from '../lookup/last-answers.ts';
import { createLookupBackupStatus } from '../lookup/lookup-backup-status.ts';
import { createBackupService } from '../service/client.ts';
import { readArgument, type TypedAccount } from '../slack/input/read-typed.ts';
import { createNames } from '../slack/shared/names.ts';
import { wordsOf } from '../words/words.ts';
import type { StatusOptions } from './options.ts';
import { secondsOf, toReport } from './report.ts';
import { statusLine, statusText, type Terminal } from './status-line.ts';

export interface StatusRun extends StatusOptions {
  /** That of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Absent: what is written goes to a program, or to a file. */
  readonly terminal?: Terminal;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What to print where, in whole lines, and how to exit. */
export interface StatusResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Asks about all accounts. An id or name that does not say which account is meant is told on standard error and counts as
 * unknown; the others are answered. Rejects for defects only.
 */
export async function runStatus(run: StatusRun): Promise<StatusResult> {
  const read = readLookupConfig(run.environment);
  if (read.kind === 'invalid') return refused(`backup-status cannot ask. ${settingsToFix(read).trimEnd()}`);
  try {
    return await askAndShow(run, read.config);
  } catch (error) {
    if (error instanceof AccountRulesError) return refused(error.message);
    throw error;
  }
}

/** Unknown: a monitoring system must not take it for an answer. */
export const refused = (...lines: readonly string[]): StatusResult => ({
  exitCode: LEVEL_CODE.unknown,
  stdout: '',
  stderr: linesOf(lines),
});

async function askAndShow(run: StatusRun, config: LookupConfig): Promise<StatusResult> {
  const { thresholds, accountRulesFile: path } = config;
  const log = pino({ level: 'silent' });
  const words = wordsOf(run.language, config.language);
  const context = () => ({ nowMs: run.now(), words, command: 'status', audience: 'channel' }) as const;
  const accountRules = await openAccountRules({ path, thresholds, log });
  const known = knownAccounts(new Map(), accountRules.names());
  const typed: TypedAccount[] = [];
  const problems: string[] = [];
  for (const argument of run.accounts) {
    const read = readArgument(argument, known);
    if (read.kind === 'invalid') problems.push(problemText(read.problem, words).what);
    else typed.push(read);
  }
  const service = createBackupService({ ...config.backupService, now: run.now, log });
  const lookup = createLookupBackupStatus({
    readAccount: service.readAccount,
    termsOf: withNames(accountRules.termsOf, known.nameOf),
    lastAnswers: NO_LAST_ANSWERS,
    // Look-ups that told an id from a name are not repeated.
    freshForMs: config.lookup.budgetMs,
    budgetMs: config.lookup.budgetMs,
    now: run.now,
    log,
  });
  try {
    const { ids, choices } = await createNames(NOBODYS, lookup, known).settle(typed, {});
    // Nobody can tell which account of that name is meant.
    problems.push(...choices.map((choice) => questionText(choice, context())));
    const outcomes = await Promise.all(ids.map((id) => lookup(id)));
    const [worst, ...others] = outcomes.toSorted(compareOutcomes);
    if (worst === undefined) return refused(...problems);
    const level = problems.length > 0 ? worseLevel(levelOf(worst), 'unknown') : levelOf(worst);
    const stdout = show([worst, ...others], { level, context: context(), run });
    return { exitCode: LEVEL_CODE[level], stdout, stderr: linesOf(problems) };
  } finally {
    await service.close();
  }
}

/** Levels stand worst first. */
const worseLevel = (one: VerdictLevel, other: VerdictLevel): VerdictLevel =>
  VERDICT_LEVELS.indexOf(one) <= VERDICT_LEVELS.indexOf(other) ? one : other;

/** A command line has no pins. */
const NOBODYS = { pins: async () => [], recents: async () => [] };

type Outcomes = readonly [LookupOutcome, ...LookupOutcome[]];

function show(
  outcomes: Outcomes,
  asked: { readonly level: VerdictLevel; readonly context: FormatContext; readonly run: StatusRun },
): string {
  const { level, context } = asked;
  const { format, terminal } = asked.run;
  switch (format) {
    case 'json':
      return `${JSON.stringify(toReport(outcomes, level, context), undefined, 2)}\n`;
    case 'perfdata': {
      // All figures stand behind the first line, where Nagios looks for them, after the one bar of the text.
      const figures = outcomes.flatMap(perfdataOf);
      const [first, ...others] = outcomes.map((one) => statusText(one, context).replaceAll('|', '¦'));
      return linesOf([figures.length === 0 ? `${first}` : `${first} | ${figures.join(' ')}`, ...others]);
    }
    case 'lines': {
      const toLine = (outcome: LookupOutcome) =>
        terminal === undefined ? statusText(outcome, context) : statusLine(outcome, context, terminal);
      return linesOf(outcomes.map(toLine));
    }
    default:
      return format satisfies never;
  }
}

/**
 * `'1004_database'=273600s;93600;172800;0`: the age of each backup, with the limits of late and stale, in seconds, as Nagios
 * reads it. A backup without a believable age, or that is not looked at, has none.
 */
function perfdataOf(outcome: LookupOutcome): readonly string[] {
  if (outcome.kind !== 'found') return [];
  const { ageMs, thresholds, exceptions } = outcome.answer.verdict;
  const [late, stale] = [secondsOf(thresholds.late), secondsOf(thresholds.stale)];
  return BACKUP_KINDS.flatMap((backup) => {
    const age = ageMs[backup];
    if (age === undefined || exceptions?.ignored?.backup === backup) return [];
    return [`'${labelOf(outcome.id)}_${backup}'=${Math.round(age / 1000)}s;${late};${stale};0`];
  });
}

/** What Nagios allows in a label, quotes doubled. */
const labelOf = (id: string) => id.replace(/[=|\s]/gu, '_').replaceAll("'", "''");

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
