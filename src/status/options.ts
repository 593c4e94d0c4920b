import { parseArgs } from 'node:util';
import { LANGUAGES, type Language } from '../words/words.ts';

export interface StatusOptions {
  /** Ids or names, as they were typed: one at least. */
  readonly accounts: readonly string[];
  readonly format: 'lines' | 'perfdata' | 'json';
  /** Absent: that of the settings. */
  readonly language: Language | undefined;
}

export type StatusOptionsResult =
  | { readonly kind: 'run'; readonly options: StatusOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly problem: string };

/** As many as a shell passes reliably; for more, use another tool. */
const ACCOUNTS_AT_MOST = 1_000;

export const USAGE = `npm run -s status -- [options] ACCOUNT…      node dist/status.js [options] ACCOUNT…

Prints the verdict on each account, an id or a name, worst first. It needs the settings of the service alone, no Slack.
Exit code: 0 healthy, 1 needs attention, 2 critical, 3 unknown, not found or not reachable; of several accounts the worst.

  --json             the same as JSON (docs/status.schema.json)
  --perfdata         with ages and limits in seconds, for Nagios, Icinga and Checkmk
  --language ${LANGUAGES.join('|')}   language of the text; without it LANGUAGE
  --help             this
`;

/** Reads the command line, without the `node script` part. */
export function parseOptions(args: readonly string[]): StatusOptionsResult {
  try {
    const { values, positionals: accounts } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        perfdata: { type: 'boolean', default: false },
        language: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const { json, perfdata, help } = values;
    if (help) return { kind: 'help' };
    const language = LANGUAGES.find((ours) => ours === values.language);
    if (values.language !== language) return invalid(`--language must be ${LANGUAGES.join(' or ')}`);
    if (json && perfdata) return invalid('--json has the ages and limits already: leave out --perfdata');
    if (accounts.length === 0) return invalid('an account is missing: its id or name');
    if (accounts.length > ACCOUNTS_AT_MOST) return invalid(`more than ${ACCOUNTS_AT_MOST} accounts`);
    const format = json ? 'json' : perfdata ? 'perfdata' : 'lines';
    return { kind: 'run', options: { accounts, format, language } };
  } catch (error) {
    // parseArgs throws TypeErrors whose message names the flag.
    return invalid((error as Error).message);
  }
}

const invalid = (problem: string) => ({ kind: 'invalid', problem }) as const;
