// cli/ owns the command line: what is typed after each command, and how the process ends.
import { LANGUAGES } from '../words/words.ts';
import type { CliRun } from './run.ts';

const USAGE = {
  doctor: `\
doctor [options]             checks this installation, changes nothing, says how to fix each ✗. Exit code 1 on any ✗
  --account ID               also read this account and compare every field with the service interface
  --test-alert               also send a test alert to each configured target: PagerDuty, ntfy, the webhook
  --json                     the findings as JSON`,
  status: `\
status [options] ACCOUNT…    the verdict on each account, an id or a name, worst first. Needs only the settings of
                             the service. Exit code: 0 healthy, 1 needs attention, 2 critical, 3 unknown, not found
                             or not reachable; of several accounts the worst
  --json                     the same as JSON (docs/status.schema.json)
  --language ${LANGUAGES.join('|')}           language of the text; default: LANGUAGE`,
  accounts: `\
accounts import FILE         adds the accounts of a CSV file to the list: one per row, the id first, then the name. Reads each
                             new account once, and leaves out those that the service does not know
  --unread                   adds new accounts without asking the service
  --replace                  retires the accounts that are not in the file, and ends their watches
  --yes                      does so even if they are more than a tenth of the list
accounts export              prints the list as CSV, in the form that import reads; also: list
accounts retire ID           removes an account from the list; its history stays`,
  history: `\
history ID --csv             the days of a watched account as CSV, oldest first, up to its last read: how many minutes it
                             was critical, needed attention, was unknown, was healthy, and was not seen. Days are in
                             the service's time zone`,
};
export type Command = keyof typeof USAGE;

/** `failed` is the exit code when nothing is known: for a monitoring system 1 would be a verdict. */
const COMMANDS = {
  doctor: { failed: 1, load: async () => (await import('./doctor.ts')).runDoctor },
  status: { failed: 3, load: async () => (await import('./status.ts')).runStatus },
  accounts: { failed: 1, load: async () => (await import('./accounts.ts')).runAccounts },
  history: { failed: 1, load: async () => (await import('./accounts.ts')).runHistory },
};

/** Does what the command line says. Resolves with the exit code. */
export async function runCli(command: Command, run: CliRun): Promise<number> {
  try {
    if (!run.args.includes('--help')) return await (await COMMANDS[command].load())(run);
    run.write(`npm run -s ${command} -- …      built: node dist/${command}.js …\n\n${USAGE[command]}\n`);
    return 0;
  } catch (error) {
    run.writeError(`${reasonOf(error)}\n`);
    return COMMANDS[command].failed;
  }
}

/** Errors whose message is for the operator, by name: their classes would be loaded for commands that never throw them. */
const IN_WORDS = ['CliError', 'StoreError', 'AccountRulesError'];

function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'a value', message: '' };
  if (IN_WORDS.includes(name)) return message;
  // The message of a defect may quote anything.
  return `backup-status: something went wrong in this program (${name}). Please report it.`;
}

/**
 * Runs a command as this process. It ends quietly when nobody reads what it prints any more, such as `| head -1`, and as if
 * nothing were known when that cannot be written, such as on a full disk. What cannot be written to standard error is lost.
 * Without listeners Node prints a stack trace and exits with 1, which for a monitoring system is a verdict.
 */
export async function main(command: Command): Promise<void> {
  const { argv, env, stdout, stderr } = process;
  stderr.on('error', () => {});
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    stderr.write(`Nothing could be printed: ${message}\n`);
    process.exit(COMMANDS[command].failed);
  });
  process.exitCode = await runCli(command, {
    args: argv.slice(2),
    environment: env,
    now: Date.now,
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
  });
}
