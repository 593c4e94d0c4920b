import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { nearest } from './account/names.ts';
import { isZone } from './account/time.ts';
import type { Thresholds } from './account/verdict.ts';
import type { AccessRules } from './slack/kit/access.ts';
import { isSlackId } from './slack/kit/ids.ts';
import { parseDatabaseUrl } from './store/parse-database-url.ts';
import { LANGUAGES, languageOf } from './words/words.ts';

const whole = (minimum: number, maximum: number) => {
  const rule = `must be a whole number from ${minimum} to ${maximum}`;
  return z.coerce.number(rule).int(rule).min(minimum, rule).max(maximum, rule);
};
/** The limit is above any sensible value, and below what timers and dates can represent. */
const HOURS_OF_A_YEAR = 8_784;
const HOURS_RULE = `must be a number of hours above 0, ${HOURS_OF_A_YEAR} at most`;
const HOURS = z.coerce.number(HOURS_RULE).positive(HOURS_RULE).max(HOURS_OF_A_YEAR, HOURS_RULE);
/** Ids of Slack and these words, separated by commas or spaces. */
const listOf = (kind: Parameters<typeof isSlackId>[0], ...words: readonly string[]) =>
  z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((items) => items.length > 0 && items.every((one) => isSlackId(kind, one) || words.includes(one)))
    .optional();
const matching = (pattern: RegExp, rule?: string) => z.string().trim().regex(pattern, rule);
const credential = (pattern: RegExp) => matching(pattern).optional();
const address = (pattern: RegExp, rule: string) =>
  matching(pattern, rule).refine((text) => URL.canParse(text), rule);
const HTTPS = 'must begin with https:// and a host, without user name';
/** The address of a target, over https or on this machine: nobody else may read or change alerts on the way. */
const TARGET_ADDRESS = address(
  /^(?:https:\/\/[^\s/@?#]+|http:\/\/127\.0\.0\.1(?::\d+)?)(?:\/[^\s?#]*)?$/,
  'must begin with https://, without user name, query or fragment',
);
const WEB_ADDRESS = address(
  /^https?:\/\/[^\s/@?#]+(?:\/[^\s?#]*)?$/,
  'must begin with https:// or http://, without user name, query or fragment',
);

/**
 * The settings, by the name of their environment variable. A mistake is reported with its rule, if it has one, and the
 * description, which therefore shows the form of the value. A test compares them with the README's table.
 */
export const SETTINGS = z.object({
  SLACK_BOT_TOKEN: matching(/^xox[be]-[!-~]+$/).describe('Bot token of the Slack app (`xoxb-…`).'),
  SLACK_APP_TOKEN: credential(/^xapp-[!-~]+$/).describe(
    'App-level token (`xapp-…`) with `connections:write`. If set, the app uses Socket Mode and needs no public address.',
  ),
  SLACK_SIGNING_SECRET: credential(/^[0-9a-f]{32}$/).describe(
    'Signing secret (*Basic Information*, *App Credentials*): 32 digits and letters from a to f. Needed without `SLACK_APP_TOKEN`: the app then listens for signed HTTP on `HOST` and `PORT`.',
  ),
  SLACK_API_URL: WEB_ADDRESS.transform((url) => (url.endsWith('/') ? url : `${url}/`))
    .default('https://slack.com/api/')
    .describe('Address of Slack’s Web API. Change it for GovSlack or another compatible server.'),
  HOST: z.string().default('0.0.0.0').describe('Address that signed HTTP listens on.'),
  PORT: whole(0, 65_535).default(3000).describe('Port that signed HTTP listens on; 0 picks a free one.'),
  BACKUP_SERVICE_URL: WEB_ADDRESS.describe(
    'Address of the Backup Account Service, with its api prefix, such as `https://backup.example.com/api`.',
  ),
  BACKUP_SERVICE_USERNAME: z.string().describe('User name or e-mail address of the service account.'),
  BACKUP_SERVICE_PASSWORD: z.string().describe('Password of the service account.'),
  BACKUP_SERVICE_TIME_ZONE: z
    .string()
    .refine(isZone)
    .optional()
    .describe(
      'Time zone of the service’s dates, such as `Europe/Istanbul` or `+03:00`. If unset, the app uses the UTC offset that the service sends at sign-in.',
    ),
  BACKUP_SERVICE_MAX_CONCURRENT: whole(1, 100)
    .default(8)
    .describe('Maximum number of look-ups in progress at the service. Sign-ins do not count.'),
  WATCH_REQUESTS_PER_SECOND: whole(1, 100)
    .default(5)
    .describe(
      'How many reads of watched accounts may start per second, in all replicas together. In each replica, at most half of `BACKUP_SERVICE_MAX_CONCURRENT` run at a time, and look-ups that people type or press go first.',
    ),
  HEARTBEAT_URL: address(/^https:\/\/[^\s/@?#]+(?:[/?][^\s#]*)?$/, HTTPS)
    .optional()
    .describe(
      'Address that is called once a minute while accounts are read and channels notified. Use a monitoring service that raises an alarm when the calls stop.',
    ),
  DATABASE_URL: z
    .string()
    .trim()
    .superRefine((url, { addIssue }) => {
      try {
        parseDatabaseUrl(url);
      } catch (error) {
        addIssue(`must be ${(error as Error).message}`);
      }
    })
    .default('sqlite:./data/backup-status.db')
    .describe(
      'Where pins, watches, history and all other data are stored: a SQLite file on this machine, or PostgreSQL for several replicas.',
    ),
  PAGERDUTY_ROUTING_KEY: credential(/^[0-9A-Za-z]{32}$/).describe(
    'Integration key of a PagerDuty service (*Events API v2*): 32 letters and digits. If set, watches can choose PagerDuty for critical accounts.',
  ),
  PAGERDUTY_URL: TARGET_ADDRESS.transform((url) => url.replace(/\/$/, ''))
    .default('https://events.pagerduty.com')
    .describe('Address of PagerDuty’s Events API. In the EU it is `https://events.eu.pagerduty.com`.'),
  NTFY_URL: TARGET_ADDRESS.refine((url) => /[^/]\/[-\w]{1,64}$/.test(url))
    .optional()
    .describe(
      'Address of an ntfy topic, such as `https://ntfy.sh/topic`. If set, watches can choose ntfy. On a public server everybody who knows the topic reads it.',
    ),
  NTFY_TOKEN: credential(/^tk_\w+$/).describe('Access token for that topic (`tk_…`).'),
  WEBHOOK_URL: TARGET_ADDRESS.optional().describe(
    'Address that gets a signed request about critical accounts. If set, watches can choose the webhook. Needs `WEBHOOK_SECRET`.',
  ),
  WEBHOOK_SECRET: credential(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/).describe(
    'Secret by which the receiver verifies these requests: `whsec_` and 32 random bytes in base64 (docs/operate.md).',
  ),
  ALLOWED_CHANNELS: listOf('channel', 'home', 'direct').describe(
    'Ids of the channels in which the app answers, such as `C0123456789`, comma-separated. If set, it answers nowhere else; add `home` for the Home tab and `direct` for direct messages, which also ask owners and tell of handovers and closed channels. A group direct message counts as a channel.',
  ),
  ALLOWED_USERS: listOf('person').describe(
    'Ids of the people who may use the app, such as `U0123456789`, comma-separated. If set, only they and the members of `ALLOWED_USER_GROUPS` may.',
  ),
  ALLOWED_USER_GROUPS: listOf('userGroup').describe(
    'Ids of the user groups whose members may use the app, such as `S0123456789`, comma-separated. Needs the scope `usergroups:read`, see manifest.yml.',
  ),
  BACKUP_LATE_AFTER_HOURS: HOURS.default(26).describe('A backup this old needs attention.'),
  BACKUP_STALE_AFTER_HOURS: HOURS.default(48).describe('A backup this old is critical.'),
  PACKAGE_ENDS_SOON_DAYS: whole(0, 365)
    .default(14)
    .describe('A package that ends within this many days needs attention.'),
  ACCOUNT_RULES_FILE: z
    .string()
    .optional()
    .describe(
      'File with limits, exceptions, names, notes and contacts for single accounts (docs/account-rules.example.yaml). Read again on SIGHUP.',
    ),
  CONSOLE_URL: address(/^https:\/\/[^\s/@?#{}]+\/\S+$/, HTTPS)
    .max(500)
    .refine((url) => url.includes('{id}'))
    .optional()
    .describe(
      'Address of an account in your own console, with `{id}` in place of its id, such as `https://console.example.com/accounts/{id}`; 500 characters at most. If set, cards and alerts link to it.',
    ),
  // Shells also set LANGUAGE, to a list of locales such as `en_US:en`.
  LANGUAGE: z
    .preprocess(
      (given?: string) => given?.split(':').map(languageOf).find(Boolean) ?? given,
      z.enum(LANGUAGES).default('en'),
    )
    .describe(
      'Language of everything in channels, `en` or `tr`; a value set in the shell overrides `.env`. Private answers are in the language of the person’s Slack if it is one of these.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  OPERATIONS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that `/healthz`, `/readyz` and `/metrics` listen on. They ask for no password: keep them inside your network.',
    ),
  OPERATIONS_PORT: z
    .union([z.literal('off'), whole(0, 65_535)])
    .default(9464)
    .describe('Port for `/healthz`, `/readyz` and `/metrics`; 0 picks a free one, `off` disables them.'),
  ACCOUNT_METRICS: z
    .enum(['off', 'on'])
    .default('off')
    .describe(
      '`on` shows each watched account by its id on `/metrics/accounts`: verdict, last backups, last read. At most 20,000 accounts.',
    ),
});

/** The process's whole configuration, read once at start. */
export type Settings = z.infer<typeof SETTINGS>;

/** The limits for all accounts, each with the name of its setting. */
export const thresholdsOf = (
  settings: Pick<Settings, 'BACKUP_LATE_AFTER_HOURS' | 'BACKUP_STALE_AFTER_HOURS' | 'PACKAGE_ENDS_SOON_DAYS'>,
): Thresholds => ({
  late: { value: settings.BACKUP_LATE_AFTER_HOURS, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' },
  stale: { value: settings.BACKUP_STALE_AFTER_HOURS, unit: 'hour', setBy: 'BACKUP_STALE_AFTER_HOURS' },
  packageEndsSoon: { value: settings.PACKAGE_ENDS_SOON_DAYS, unit: 'day', setBy: 'PACKAGE_ENDS_SOON_DAYS' },
});

/** Which full members may use the app, and where. */
export const accessOf = (settings: Settings): AccessRules => ({
  places: settings.ALLOWED_CHANNELS,
  users: settings.ALLOWED_USERS,
  userGroups: settings.ALLOWED_USER_GROUPS,
});

const NAMES = Object.keys(SETTINGS.shape) as readonly (keyof Settings)[];
/** Secrets, and addresses, which may have one in them. */
const SECRET = /_(?:TOKEN|SECRET|PASSWORD|KEY|URL)$/;
const READ: readonly string[] = NAMES.flatMap((name) => (SECRET.test(name) ? [name, `${name}_FILE`] : name));
const REQUIRED: readonly string[] = NAMES.filter(
  (name) => !SETTINGS.shape[name].safeParse(undefined).success,
);

/**
 * Reads all settings from the environment, or only those in `names`. A secret or an address may instead be in the file named
 * by `<NAME>_FILE`. A variable that is set but empty is a mistake: an access list that lost its value would let in everybody.
 * `problems` are all mistakes; each begins with the name of its variable and quotes nothing that may be secret. `warnings` are
 * about variables that look like settings but are not read, and settings of 1.x.
 */
export function readSettings<Name extends keyof Settings = keyof Settings>(
  given: NodeJS.ProcessEnv = process.env,
  names?: readonly Name[],
) {
  // Some editors begin .env with a byte order mark, which is not part of the first name.
  const environment = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name.replace(/^\uFEFF/, ''), text]),
  );
  const settings: Partial<Record<keyof Settings, unknown>> = {};
  const problems = (names ?? NAMES).flatMap((name) => {
    const { text, problem } = textOf(name, environment);
    const schema = SETTINGS.shape[name];
    const standard = text === undefined ? 'is missing' : 'is not valid';
    const { data, error } = schema.safeParse(text, { error: () => standard });
    settings[name] = data;
    return problem ?? (error ? `${name} ${error.issues[0]?.message}. ${schema.description}` : []);
  });
  const { BACKUP_LATE_AFTER_HOURS: late, BACKUP_STALE_AFTER_HOURS: stale } = settings;
  if (Number(stale) < Number(late))
    problems.push(`BACKUP_STALE_AFTER_HOURS (${stale}) must not be below BACKUP_LATE_AFTER_HOURS (${late})`);
  if (settings.WEBHOOK_URL && !isSet('WEBHOOK_SECRET', environment))
    problems.push(
      'WEBHOOK_SECRET is missing: WEBHOOK_URL needs it, so that the receiver can verify requests',
    );
  const { refused, ignored } = misspeltIn(environment, names);
  problems.push(...refused);
  if (problems.length > 0) return { kind: 'invalid', problems: [...problems, ...ignored] } as const;
  const warnings = [...removedIn(environment, late), ...ignored];
  return { kind: 'valid', settings: settings as Pick<Settings, Name>, warnings } as const;
}

/** The mistakes for the person who started the program, one per line, and where to correct them. */
export const settingsToFix = ({ problems }: { readonly problems: readonly string[] }): string =>
  `Settings to fix:\n${problems.map((problem) => `  ${problem}\n`).join('')}` +
  'Set them in .env, a copy of .env.example that this user may read, or in the environment. docs/install.md says where each value comes from.\n';

const isSet = (name: string, environment: NodeJS.ProcessEnv) =>
  [name, `${name}_FILE`].some((one) => READ.includes(one) && environment[one]?.trim());

/** The value of a setting; one from a file is without the newline that editors add. */
function textOf(name: keyof Settings, environment: NodeJS.ProcessEnv) {
  const file = `${name}_FILE`;
  const [own, path] = [environment[name], READ.includes(file) ? environment[file] : undefined];
  if (own?.trim() && path?.trim())
    return { problem: `${name} is set twice: remove either ${name} or ${file}` };
  if (own?.trim()) {
    const pasted = PASTED.find(([pattern, , of = name]) => of === name && pattern.test(own.trim()));
    return pasted ? { problem: `${name} ${pasted[1]}. ${SETTINGS.shape[name].description}` } : { text: own };
  }
  if (!path?.trim()) {
    if (name === 'SLACK_APP_TOKEN' && !isSet('SLACK_SIGNING_SECRET', environment))
      return {
        problem: `${name} is missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for signed HTTP`,
      };
    if ((own ?? path) === undefined || REQUIRED.includes(name)) return {};
    const empty = own === undefined ? file : name;
    return { problem: `${empty} is empty: give it a value, or leave it out. In .env a # begins a comment` };
  }
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text.trim() ? { text } : { problem: `${file} names an empty file: ${path}` };
  } catch (error) {
    return { problem: `${file} cannot be read: ${path} (${(error as NodeJS.ErrnoException).code})` };
  }
}

/** What people paste in haste, perhaps into one setting only. What really has such quotes can be read from a file. */
const PASTED: readonly (readonly [RegExp, mistake: string, of?: string])[] = [
  [
    /^(?:<[^<>]*>|(?:xox[be]-|xapp-)?(?:…|\.\.\.))$/,
    'is still a placeholder: put the real value in its place',
  ],
  [/^xapp-/, 'is a token for SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN'],
  [/^xoxb-/, 'is a token for SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'],
  [/^(['"]).*\1$/s, 'begins and ends with a quote, which is part of it: docker run keeps those in .env'],
];

/** Settings of 1.x. */
const REMOVED = [
  'SLACK_SOCKETS HISTORY_DAYS CLOCK_AHEAD_MINUTES ANSWER_INLINE_WITHIN_MS LOOKUP_BUDGET_SECONDS FRESH_FOR_SECONDS',
  'LAST_ANSWER_HOURS LOG_FORMAT LOOKUPS_PER_MINUTE BACKUP_STUCK_AFTER_HOURS',
].flatMap((names) => names.split(' '));

/** One warning for all that are still set. For the one that changes verdicts, it names the limit that now applies. */
function removedIn(environment: NodeJS.ProcessEnv, lateAfterHours: unknown): readonly string[] {
  const set = REMOVED.filter((name) => environment[name] !== undefined).map((name) =>
    name === 'BACKUP_STUCK_AFTER_HOURS'
      ? `${name} (${environment[name]}; now it is BACKUP_LATE_AFTER_HOURS, ${lateAfterHours})`
      : name,
  );
  return set.length === 0 ? [] : [`these settings no longer exist, remove them: ${set.join(', ')}`];
}

const OURS = /^(?:SLACK|BACKUP|ALLOWED|OPERATIONS)_/i;
/** Variables that Kubernetes sets for each service, which may have our name. */
const OF_KUBERNETES = /_(?:SERVICE_HOST$|SERVICE_PORT|PORT$|PORT_\d)/;

/**
 * Variables that begin like our settings, or look like a misspelt one. The start is refused if the mistake is serious: an
 * access list would be missing, so that everybody is let in; or a secret, an address or a required setting is not set.
 */
function misspeltIn(environment: NodeJS.ProcessEnv, wanted?: readonly string[]) {
  const [refused, ignored]: [string[], string[]] = [[], []];
  for (const name of Object.keys(environment)) {
    if (READ.includes(name) || REMOVED.includes(name) || OF_KUBERNETES.test(name)) continue;
    const meant = /^\w{7,60}$/.test(name) ? nearest(name, READ, OURS.test(name) ? 3 : 1) : undefined;
    const setting = meant?.replace(/_FILE$/, '') ?? '';
    if (wanted ? !wanted.includes(setting) : meant === undefined && !OURS.test(name)) continue;
    const isNeeded = SECRET.test(setting) || REQUIRED.includes(setting);
    const isRefused = /^allowed_/i.test(name) || (isNeeded && !isSet(setting, environment));
    const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
    (isRefused ? refused : ignored).push(`${name} is not a setting${hint}`);
  }
  return { refused, ignored };
}
