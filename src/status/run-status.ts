// status/ owns the command line: the same verdict as in Slack, for terminals, scripts and monitoring systems.
// It must never know how a verdict comes about, or keep anything from one run to the next.
import { pino } from 'pino';
import { AccountRulesError, openAccountRules } from '../account-rules/open-account-rules.ts';
import { type LookupConfig, readLookupConfig, settingsToFix } from '../config.ts';
import { levelOf } from '../domain/compare-outcomes.ts';
import { type KnownAccounts, knownAccounts, toListedName, withNames } from '../domain/names/account-list.ts';
import { LEVEL_CODE } from '../domain/verdict.ts';
import { problemText } from '../formatters/failure/invalid-command-message.ts';
import type { FormatContext } from '../formatters/message.ts';
import { questionText } from '../formatters/notices/name-messages.ts';
import { readArgument, type TypedAccount } from '../slack/input/read-typed.ts';
import { wordsOf } from '../words/words.ts';
import { type Answered, askService } from './ask-service.ts';
import type { StatusOptions } from './options.ts';
import { perfdataOf } from './perfdata.ts';
import { toReport } from './report.ts';
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

/** Asks about all accounts. Where that cannot be done, nothing stands on standard output. Rejects for defects only. */
export async function runStatus(run: StatusRun): Promise<StatusResult> {
  const read = readLookupConfig(run.environment);
  if (read.kind === 'invalid') {
    return refused(`backup-status cannot ask. ${settingsToFix(read).trimEnd()}`);
  }
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
  const listed = new Map((accountRules.fleet() ?? []).map(toListedName));
  const known = knownAccounts(listed, accountRules.names());
  const typed = readAccounts(run.accounts, known, context());
  if (typed.kind === 'unreadable') return refused(typed.problem);
  const asked = await askService(typed.accounts, {
    config,
    known,
    termsOf: withNames(accountRules.termsOf, known.nameOf),
    now: run.now,
    log,
  });
  if (asked.kind === 'ambiguous') {
    return refused(...asked.choices.map((choice) => questionText(choice, context())));
  }
  const { outcomes } = asked;
  return { exitCode: LEVEL_CODE[levelOf(outcomes[0])], stdout: show(outcomes, context(), run), stderr: '' };
}

type ReadAccounts =
  | { readonly kind: 'read'; readonly accounts: readonly TypedAccount[] }
  | { readonly kind: 'unreadable'; readonly problem: string };

function readAccounts(
  typed: readonly string[],
  known: KnownAccounts,
  { words }: FormatContext,
): ReadAccounts {
  const accounts: TypedAccount[] = [];
  for (const argument of typed) {
    const read = readArgument(argument, known);
    if (read.kind === 'invalid') {
      return { kind: 'unreadable', problem: problemText(read.problem, words).what };
    }
    accounts.push(read);
  }
  return { kind: 'read', accounts };
}

function show(
  outcomes: Answered['outcomes'],
  context: FormatContext,
  { format, terminal }: StatusRun,
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(toReport(outcomes, context), undefined, 2)}\n`;
    case 'perfdata':
      return perfdataLines(outcomes, context);
    case 'lines': {
      const toLine = (outcome: Answered['outcomes'][number]) =>
        terminal === undefined ? statusText(outcome, context) : statusLine(outcome, context, terminal);
      return linesOf(outcomes.map(toLine));
    }
    default:
      return format satisfies never;
  }
}

/** The figures of all accounts stand behind the first line, where Nagios looks for them, after the one bar of the text. */
function perfdataLines(outcomes: Answered['outcomes'], context: FormatContext): string {
  const figures = outcomes.flatMap(perfdataOf);
  const [first, ...others] = outcomes.map((outcome) => statusText(outcome, context).replaceAll('|', '¦'));
  return linesOf([figures.length === 0 ? `${first}` : `${first} | ${figures.join(' ')}`, ...others]);
}

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
