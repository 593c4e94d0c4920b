import { pino } from 'pino';
import { openAccountRules } from '../account-rules/open-account-rules.ts';
import { AccountRulesError } from '../account-rules/parse-account-rules.ts';
import { compareOutcomes, levelOf } from '../domain/compare-outcomes.ts';
import { knownAccounts, withNames } from '../domain/names/account-list.ts';
import type { LookupOutcome } from '../domain/outcome.ts';
import { BACKUP_KINDS, LEVEL_CODE, VERDICT_LEVELS, type VerdictLevel } from '../domain/verdict.ts';
import { problemText } from '../formatters/failure/invalid-command-message.ts';
import type { FormatContext } from '../formatters/message.ts';
import { questionText } from '../formatters/notices/name-messages.ts';
import { NO_LAST_ANSWERS } from '../lookup/last-answers.ts';
import { LOOKUP_LIMITS } from '../lookup/limits.ts';
import { createLookupBackupStatus } from '../lookup/lookup-backup-status.ts';
import { readSettings, settingsToFix } from '../read-settings.ts';
import { createBackupService } from '../service/client.ts';
import { backupServiceOf, type Settings, thresholdsOf } from '../settings.ts';
import { readArgument, type TypedAccount } from '../slack/input/read-typed.ts';
import { createNames } from '../slack/shared/names.ts';
import { type Language, wordsOf } from '../words/words.ts';
import type { CliRun } from './run.ts';
import { statusLine, statusText } from './status-line.ts';
import { secondsOf, toReport } from './status-report.ts';

export interface StatusRun extends CliRun {
  /** Ids or names, as they were typed: one at least. */
  readonly accounts: readonly string[];
  readonly format: 'lines' | 'perfdata' | 'json';
  /** Absent: that of the settings. */
  readonly language: Language | undefined;
}

/**
 * Asks about all accounts. An id or name that does not say which account is meant is told on standard error and counts as
 * unknown; the others are answered. Resolves with the exit code: 3 when nothing is known. Rejects for defects only.
 */
export async function runStatus(run: StatusRun): Promise<number> {
  const read = readSettings(run.environment, LOOKUP_SETTINGS);
  try {
    if (read.kind === 'valid') return await askAndShow(run, read.settings);
    run.writeError(`backup-status cannot ask. ${settingsToFix(read)}`);
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    run.writeError(`${error.message}\n`);
  }
  return LEVEL_CODE.unknown;
}

/** What asking the service and judging its answer needs. */
export const LOOKUP_SETTINGS = [
  'BACKUP_SERVICE_URL',
  'BACKUP_SERVICE_USERNAME',
  'BACKUP_SERVICE_PASSWORD',
  'BACKUP_SERVICE_TIME_ZONE',
  'BACKUP_SERVICE_MAX_CONCURRENT',
  'BACKUP_LATE_AFTER_HOURS',
  'BACKUP_STALE_AFTER_HOURS',
  'PACKAGE_ENDS_SOON_DAYS',
  'ACCOUNT_RULES_FILE',
  'LANGUAGE',
] as const;

async function askAndShow(
  run: StatusRun,
  settings: Pick<Settings, (typeof LOOKUP_SETTINGS)[number]>,
): Promise<number> {
  const { now = Date.now } = run;
  const thresholds = thresholdsOf(settings);
  const log = pino({ level: 'silent' });
  const words = wordsOf(run.language, settings.LANGUAGE);
  const context = () => ({ nowMs: now(), words, command: 'status', audience: 'channel' }) as const;
  const accountRules = await openAccountRules({ path: settings.ACCOUNT_RULES_FILE, thresholds, log });
  const known = knownAccounts(new Map(), accountRules.names());
  const typed: TypedAccount[] = [];
  const problems: string[] = [];
  for (const argument of run.accounts) {
    const read = readArgument(argument, known);
    if (read.kind === 'invalid') problems.push(problemText(read.problem, words).what);
    else typed.push(read);
  }
  const service = createBackupService({ ...backupServiceOf(settings), now, log });
  const lookup = createLookupBackupStatus({
    readAccount: service.readAccount,
    termsOf: withNames(accountRules.termsOf, known.nameOf),
    lastAnswers: NO_LAST_ANSWERS,
    // Look-ups that told an id from a name are not repeated.
    freshForMs: LOOKUP_LIMITS.budgetMs,
    budgetMs: LOOKUP_LIMITS.budgetMs,
    now,
    log,
  });
  try {
    const { ids, choices } = await createNames(NOBODYS, lookup, known).settle(typed, {});
    // Nobody can tell which account of that name is meant.
    problems.push(...choices.map((choice) => questionText(choice, context())));
    const outcomes = await Promise.all(ids.map((id) => lookup(id)));
    const [worst, ...others] = outcomes.toSorted(compareOutcomes);
    run.writeError(linesOf(problems));
    if (worst === undefined) return LEVEL_CODE.unknown;
    const level = problems.length > 0 ? worseLevel(levelOf(worst), 'unknown') : levelOf(worst);
    run.write(show([worst, ...others], { level, context: context(), run }));
    return LEVEL_CODE[level];
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
