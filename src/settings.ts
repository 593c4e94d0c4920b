import { z } from 'zod';
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

/** The process's whole configuration, read once at start (read-settings.ts). */
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
