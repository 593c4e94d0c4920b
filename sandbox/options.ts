import { parseArgs } from 'node:util';

/** The options of `npm run sandbox`. */
export type SandboxOptions = NonNullable<ReturnType<typeof parseOptions>>;

export const USAGE = `npm run sandbox                                    start a prompt and a page in the browser: type /backup-status 1001 in either
npm run sandbox -- --once "/backup-status 1001"    run one command, then stop

  --once LINE     run one line of the prompt, such as a command or home, print what the person sees, then exit
  --then LINE     after --once: run this line too, such as "+1 day" or "submit", and print what the app posts then; repeatable
  --night         play a night on call in about a minute: an alert, who is on it, a mute, reminders, and the end
  --http          signed HTTP instead of Socket Mode
  --open          open the page in the browser
  --language LANG en or tr: the bot's default, and the Slack of everybody; by default only Bora's Slack is Turkish
  --verbose       show the log of the bot

With BACKUP_SERVICE_URL, BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD set, the sandbox asks that service instead of the
reference service: look up your own accounts before you have a Slack workspace.
`;

/**
 * Reads the command line, without the `node script` part; undefined when it asks for help.
 * @throws Error that says what is wrong with it.
 */
export function parseOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      once: { type: 'string' },
      // biome-ignore lint/suspicious/noThenProperty: the name of the flag; it is no function
      then: { type: 'string', multiple: true, default: [] },
      night: { type: 'boolean', default: false },
      http: { type: 'boolean', default: false },
      language: { type: 'string' },
      open: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { once, night: isNight, language, open: isOpened, then: thenLines } = values;
  const refuse = (isWrong: boolean, problem: string) => {
    if (isWrong) throw new Error(problem);
  };
  // npm keeps the options before `--` to itself.
  refuse(
    positionals.length > 0,
    `Type it like this: npm run sandbox -- --once ${JSON.stringify(positionals.join(' '))}`,
  );
  refuse(!['en', 'tr', undefined].includes(language), '--language must be en or tr');
  refuse(thenLines.length > 0 && once === undefined, '--then needs --once');
  refuse(
    isNight && (once !== undefined || isOpened || language === 'tr'),
    '--night is in English, and goes with --http and --verbose only',
  );
  refuse(isOpened && once !== undefined, '--once has no page to --open');
  return {
    isNight,
    isOpened,
    isHttp: values.http,
    isVerbose: values.verbose,
    /** Absent: English for the bot, and each person's own. */
    language: language as 'en' | 'tr' | undefined,
    /** Empty: a prompt. */
    lines: once === undefined ? [] : [once, ...thenLines],
  };
}
