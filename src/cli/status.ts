import { pino } from 'pino';
import { knownAccounts, withNames } from '../account/names.ts';
import type { LookupOutcome } from '../account/outcome.ts';
import { compareOutcomes, levelOf } from '../account/outcome.ts';
import { BACKUP_KINDS, LEVEL_CODE, VERDICT_LEVELS } from '../account/verdict.ts';
import { openAccountRules } from '../account-rules/open-account-rules.ts';
import { thresholdsOf } from '../settings.ts';
import { createNames, questionText, readArgument, type TypedAccount } from '../slack/lookup/names.ts';
import { problemText } from '../slack/lookup/notices.ts';
import { LANGUAGES, wordsOf } from '../words/words.ts';
import {
  type CliRun,
  FLAG,
  openService,
  readArguments,
  SERVICE_SETTINGS,
  settingsFor,
  TEXT,
  UsageError,
} from './run.ts';
import { secondsOf, statusLine, toReport } from './status-report.ts';

/** As many as a shell passes reliably; for more, use another tool. */
const ACCOUNTS_AT_MOST = 1_000;
/** A command line has no pins. */
const NOBODYS = { pins: async () => [], recents: async () => [] };

/**
 * Asks about all accounts. An id or name that does not say which account is meant is told on standard error and counts as
 * unknown; the others are answered. Resolves with the exit code: 3 when nothing is known.
 */
export async function runStatus(run: CliRun): Promise<number> {
  const { values, words: given } = readArguments(run.args, { json: FLAG, perfdata: FLAG, language: TEXT });
  const language = LANGUAGES.find((ours) => ours === values.language);
  if (values.language !== language) throw new UsageError(`--language must be ${LANGUAGES.join(' or ')}`);
  if (values.json && values.perfdata)
    throw new UsageError('--json has the ages and limits already: leave out --perfdata');
  if (given.length === 0) throw new UsageError('an account is missing: its id or name');
  if (given.length > ACCOUNTS_AT_MOST) throw new UsageError(`more than ${ACCOUNTS_AT_MOST} accounts`);
  const { now = Date.now, write, writeError } = run;
  const settings = settingsFor(run, [...SERVICE_SETTINGS, 'LANGUAGE']);
  const words = wordsOf(language, settings.LANGUAGE);
  const context = () => ({ nowMs: now(), words, command: 'status', audience: 'channel' }) as const;
  const rules = await openAccountRules({
    path: settings.ACCOUNT_RULES_FILE,
    thresholds: thresholdsOf(settings),
    log: pino({ level: 'silent' }),
  });
  const known = knownAccounts(new Map(), rules.names());
  const typed: TypedAccount[] = [];
  const problems: string[] = [];
  for (const argument of given) {
    const read = readArgument(argument, known);
    if (read.kind === 'invalid') problems.push(problemText(read.problem, words).what);
    else typed.push(read);
  }
  const { service, lookup } = openService(settings, withNames(rules.termsOf, known.nameOf), now);
  try {
    const { ids, choices } = await createNames(NOBODYS, lookup, known).settle(typed, {});
    // Nobody can tell which account of that name is meant.
    problems.push(...choices.map((choice) => questionText(choice, context())));
    const outcomes = (await Promise.all(ids.map((id) => lookup(id)))).toSorted(compareOutcomes);
    writeError(linesOf(problems));
    const levels = [...outcomes.map(levelOf), ...problems.map(() => 'unknown')];
    const level = VERDICT_LEVELS.find((one) => levels.includes(one)) ?? 'unknown';
    if (outcomes.length === 0) return LEVEL_CODE.unknown;
    if (values.json) write(`${JSON.stringify(toReport(outcomes, level, context()), undefined, 2)}\n`);
    else {
      const lines = outcomes.map((outcome) => statusLine(outcome, context()));
      write(linesOf(values.perfdata ? withPerfdata(lines, outcomes) : lines));
    }
    return LEVEL_CODE[level];
  } finally {
    await service.close();
  }
}

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** All figures stand behind the first line, where Nagios looks for them, after the one bar of the text. */
function withPerfdata(lines: readonly string[], outcomes: readonly LookupOutcome[]): readonly string[] {
  const figures = outcomes.flatMap(perfdataOf);
  const [first = '', ...others] = lines.map((line) => line.replaceAll('|', '¦'));
  return [figures.length === 0 ? first : `${first} | ${figures.join(' ')}`, ...others];
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
