import { parseArgs } from 'node:util';

/** What `npm run sandbox` was asked for. */
export interface SandboxOptions {
  /** Signed HTTP instead of Socket Mode. */
  readonly isHttp: boolean;
  /**
   * The local Slack's port; the reference service, with signed HTTP the bot, and the page take the three after it.
   * 0: free ones.
   */
  readonly port: number;
  /** Run this one line, print what the person sees, and stop. Absent: a prompt. */
  readonly once: string | undefined;
  /** After `once`: lines of the prompt, each run when the bot is quiet. */
  readonly thenLines: readonly string[];
  /** With `once`: print the raw messages instead of drawing them. */
  readonly isJson: boolean;
  /** Of the bot and of everybody's Slack. Absent: English, and each person their own. */
  readonly language: 'en' | 'tr' | undefined;
  readonly person: string;
  readonly channel: string;
  /** Show what the bot logs. */
  readonly isVerbose: boolean;
  /** Start no bot, and write the settings for one of the developer's own into this file. */
  readonly ownBotFile: string | undefined;
  /** Open the page in the browser that this machine opens links with. */
  readonly isOpened: boolean;
}

export type OptionsResult =
  | { readonly kind: 'run'; readonly options: SandboxOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly problem: string };

export const USAGE = `npm run sandbox                                    start a prompt and a page in the browser: type /backup-status 1001 in either
npm run sandbox -- --once "/backup-status 1001"    run one command, then stop

  --once LINE     run one command, which needs no /backup-status, or home for the app's Home; print what the person sees, then exit
  --then LINE     after --once: run this line of the prompt too, such as "+1 day" or "submit", and print what the app posts then; repeatable
  --json          with --once: print the raw messages
  --http          signed HTTP instead of Socket Mode
  --open          open the page in the browser
  --port N        use fixed ports: N local Slack, N+1 service, N+2 bot (signed HTTP), N+3 page
  --as PERSON     ada (default) or bora, members; guest; outsider
  --in CHANNEL    oncall (default), general, alerts, partners (shared with another organisation) or direct
  --language LANG en or tr: the bot's default, and the Slack of everybody; by default only Bora's Slack is Turkish
  --verbose       show the log of the bot
  --own-bot FILE  start no bot, but write settings for your own to FILE, such as .env, for npm run doctor and npm start

With BACKUP_SERVICE_URL, BACKUP_SERVICE_USERNAME and BACKUP_SERVICE_PASSWORD set, the sandbox asks that service instead of the
reference service: look up your own accounts before you have a Slack workspace.
`;

/** Reads the command line, without the `node script` part. */
export function parseOptions(args: readonly string[]): OptionsResult {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        once: { type: 'string' },
        // biome-ignore lint/suspicious/noThenProperty: the name of the flag; it is no function
        then: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        http: { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        as: { type: 'string', default: 'ada' },
        in: { type: 'string', default: 'oncall' },
        language: { type: 'string' },
        open: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        'own-bot': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_532) {
      return { kind: 'invalid', problem: '--port must be a whole number from 0 to 65532' };
    }
    const { language } = values;
    if (language !== undefined && language !== 'en' && language !== 'tr') {
      return { kind: 'invalid', problem: '--language must be en or tr' };
    }
    if (values.json && values.once === undefined) return { kind: 'invalid', problem: '--json needs --once' };
    if (values.then.length > 0 && (values.once === undefined || values.json)) {
      return { kind: 'invalid', problem: '--then needs --once, without --json' };
    }
    if (values.open && values.once !== undefined) {
      return { kind: 'invalid', problem: '--once has no page to --open' };
    }
    const ownBotFile = values['own-bot'];
    if (ownBotFile !== undefined && values.once !== undefined) {
      return { kind: 'invalid', problem: '--once would not wait for a bot of your own' };
    }
    return {
      kind: 'run',
      options: {
        isHttp: values.http,
        port,
        once: values.once,
        thenLines: values.then,
        isJson: values.json,
        language,
        person: values.as,
        channel: values.in,
        isVerbose: values.verbose,
        isOpened: values.open,
        ownBotFile,
      },
    };
  } catch (error) {
    // parseArgs throws TypeErrors whose message names the flag.
    return { kind: 'invalid', problem: (error as Error).message };
  }
}
