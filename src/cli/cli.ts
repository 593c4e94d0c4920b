// cli/ owns the command line: what is typed behind each command, and how the process ends.
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { LANGUAGES } from '../words/words.ts';
import type { CliRun } from './run.ts';

export type Command = 'doctor' | 'status' | 'accounts' | 'history';

const USAGE = `npm run -s COMMAND -- …      built: node dist/COMMAND.js …      --help prints this

doctor [options]             checks this installation with its real settings and tells how to fix what is wrong. Changes
                             nothing. Exit code 1 on any ✗
  --account ID               also read this account and compare every field with the service interface
  --json                     the findings as JSON

status [options] ACCOUNT…    the verdict on each account, an id or a name, worst first. Needs the settings of the service,
                             no Slack. Exit code: 0 healthy, 1 needs attention, 2 critical, 3 unknown, not found or not
                             reachable; of several accounts the worst
  --json                     the same as JSON (docs/status.schema.json)
  --perfdata                 with ages and limits in seconds, for Nagios, Icinga and Checkmk
  --language ${LANGUAGES.join('|')}           language of the text; without it LANGUAGE

accounts import FILE         puts the accounts of a CSV file on the list: a row for each, the id first, then the name. Each
                             account that is new is read once; what the service does not know is not put on the list
  --unread                   puts new accounts on the list without asking the service
  --replace                  retires the accounts that are not in the file, with their watches
  --yes                      does so even if they are more than a tenth of the list
accounts list                prints the list as CSV
accounts retire ID           takes an account off the list; what is known of its past stays

history ID --csv             the days of a watched account as CSV, oldest first, up to its last read: for how many minutes
                             it was critical, needed attention, could not be told and was healthy, and how long nobody
                             saw it. Days are those of the service's zone
`;

const [FLAG, TEXT] = [{ type: 'boolean' }, { type: 'string' }] as const;

const OPTIONS = {
  account: TEXT,
  json: FLAG,
  perfdata: FLAG,
  language: TEXT,
  unread: FLAG,
  replace: FLAG,
  yes: FLAG,
  csv: FLAG,
  help: FLAG,
} as const;

/** What a command takes besides `--help`, and how it ends when nothing is known: for a monitoring system 1 would be a verdict. */
const COMMANDS: Readonly<Record<Command, { readonly takes: readonly string[]; readonly failed: number }>> = {
  doctor: { takes: ['account', 'json'], failed: 1 },
  status: { takes: ['json', 'perfdata', 'language'], failed: 3 },
  accounts: { takes: ['unread', 'replace', 'yes'], failed: 1 },
  history: { takes: ['csv'], failed: 1 },
};

/** As many as a shell passes reliably; for more, use another tool. */
const ACCOUNTS_AT_MOST = 1_000;

/** What is typed is not understood. */
class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}

type Work = (run: CliRun) => Promise<number>;

/** Does what the command line says. Resolves with the exit code. */
export async function runCli(command: Command, run: CliRun): Promise<number> {
  try {
    const work = read(command, run.args);
    if (work !== 'help') return await work(run);
    run.write(USAGE);
    return 0;
  } catch (error) {
    // The message of a defect may quote anything.
    run.writeError(
      error instanceof UsageError
        ? `${error.message}\n\n${USAGE}`
        : `backup-status: something went wrong in this program (${error instanceof Error ? error.name : 'a value'}). Please report it.\n`,
    );
    return COMMANDS[command].failed;
  }
}

function read(command: Command, args: readonly string[]): Work | 'help' {
  const { values, words } = split(args);
  const foreign = Object.keys(values).find(
    (name) => name !== 'help' && !COMMANDS[command].takes.includes(name),
  );
  if (foreign !== undefined) throw new UsageError(`${command} has no option --${foreign}`);
  if (values.help) return 'help';
  const [word, second, ...others] = words;
  switch (command) {
    case 'doctor':
      if (word !== undefined) throw new UsageError(`doctor takes no ${word}: say --account with an id`);
      if (values.account?.trim() === '') throw new UsageError('--account needs an id');
      return async (run) => {
        const { runDoctor } = await import('../doctor/run-doctor.ts');
        const { version } = packageJson;
        return runDoctor({ ...run, version, accountId: values.account, isJson: values.json ?? false });
      };
    case 'status': {
      const language = LANGUAGES.find((ours) => ours === values.language);
      if (values.language !== language) throw new UsageError(`--language must be ${LANGUAGES.join(' or ')}`);
      if (values.json && values.perfdata)
        throw new UsageError('--json has the ages and limits already: leave out --perfdata');
      if (word === undefined) throw new UsageError('an account is missing: its id or name');
      if (words.length > ACCOUNTS_AT_MOST) throw new UsageError(`more than ${ACCOUNTS_AT_MOST} accounts`);
      const format = values.json ? 'json' : values.perfdata ? 'perfdata' : 'lines';
      return async (run) => {
        const { runStatus } = await import('./status.ts');
        return runStatus({ ...run, accounts: words, format, language });
      };
    }
    case 'accounts': {
      const { help, ...options } = values;
      const hasOptions = Object.keys(options).length > 0;
      const isList = word === 'list' && second === undefined && !hasOptions;
      const isRetire = word === 'retire' && second !== undefined && !hasOptions;
      const isImport = word === 'import' && second !== undefined;
      if (others.length > 0 || !(isList || isRetire || isImport))
        throw new UsageError('Say import with a file, list, or retire with an id.');
      return async (run) => {
        const { importFile, printList, retire } = await import('./accounts.ts');
        if (second === undefined) return printList(run);
        return isRetire ? retire(second, run) : importFile(second, options, run);
      };
    }
    case 'history':
      if (word === undefined) throw new UsageError('The id of an account is missing.');
      if (second !== undefined) throw new UsageError('One account at a time.');
      if (!values.csv) throw new UsageError('Say --csv: there is no other format.');
      return async (run) => (await import('./history.ts')).printHistory(word, run);
    default:
      return command satisfies never;
  }
}

function split(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    return { values, words: positionals };
  } catch (error) {
    // parseArgs throws TypeErrors whose message names the option.
    throw new UsageError((error as Error).message);
  }
}

/**
 * Runs a command as this process. It ends quietly when nobody reads what it prints any more, such as `| head -1`, and as if
 * nothing were known when that cannot be written, such as on a full disk. Without a listener Node prints a stack trace.
 */
export async function main(command: Command): Promise<void> {
  const { stdout, stderr, argv } = process;
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    stderr.write(`Nothing could be printed: ${message}\n`);
    process.exit(COMMANDS[command].failed);
  });
  process.exitCode = await runCli(command, {
    args: argv.slice(2),
    // Some terminals do not say how wide they are. hasColors() goes by NO_COLOR.
    terminal: stdout.isTTY ? { columns: stdout.columns || 80, hasColours: stdout.hasColors() } : undefined,
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
  });
}
