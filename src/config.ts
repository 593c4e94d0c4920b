import { readFileSync } from 'node:fs';
import { emptySettings, misnamedSettings } from './check-environment.ts';
import type { AccessRules } from './domain/access.ts';
import { HOUR_MS } from './domain/duration.ts';
import type { Thresholds } from './domain/verdict.ts';
import { SECRETS, SETTINGS, type Settings } from './settings.ts';
import type { SlackSettings } from './slack/create-slack-app.ts';

/** Everything the process is told from outside, checked once at start and never changed. */
export interface Config {
  readonly slack: SlackSettings;
  readonly backupService: {
    readonly url: string;
    readonly username: string;
    readonly password: string;
    /** IANA name or UTC offset of the service's dates; absent: the offset of the login's `expiresAt`. */
    readonly timeZone?: string;
    readonly maxConcurrentRequests: number;
  };
  /** `sqlite:…` or `postgres://…`; may hold a password. */
  readonly databaseUrl: string;
  readonly lookup: {
    readonly inlineWithinMs: number;
    readonly budgetMs: number;
    readonly freshForMs: number;
    readonly lastAnswerMaxAgeMs: number;
    /** Of one person; 0 for no limit. */
    readonly lookupsPerMinute: number;
  };
  readonly watch: {
    /** Reads that may begin in a second. */
    readonly requestsPerSecond: number;
    /** May hold a secret. Absent: nobody is told that the watches do their part. */
    readonly heartbeatUrl?: string;
  };
  /** Who may ask, of the full members, and where. */
  readonly access: AccessRules;
  readonly thresholds: Thresholds;
  /** Path of the YAML file with terms for single accounts; absent: there are none. */
  readonly accountRulesFile?: string;
  /** For channels, and for people whose Slack is in none of our languages. */
  readonly language: Settings['LANGUAGE'];
  readonly logLevel: string;
  readonly logFormat: 'auto' | 'json' | 'pretty';
  /** Where health and metrics are shown; absent when switched off. */
  readonly operations?: { readonly host: string; readonly port: number };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** All mistakes at once, each naming its setting and what it should be, and never repeating a value. */
export type ConfigResult =
  | {
      readonly kind: 'valid';
      readonly config: Config;
      /** Variables that look like settings and are none, which nothing reads. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/**
 * Reads the settings from the environment given. What is set and empty is a mistake: a list of who may ask that lost its
 * value would otherwise let in everybody. So is a name that only looks like one of those lists.
 */
export function readConfig(environment: Environment = process.env): ConfigResult {
  const problems: string[] = [];
  /** One problem a setting: what is found first explains the rest. */
  const add = (found: readonly string[]) => {
    const named = new Set(problems.map(settingNamed));
    problems.push(...found.filter((problem) => !named.has(settingNamed(problem))));
  };
  const given = withSecretFiles(environment, problems);
  const settings = SETTINGS.safeParse(given);
  add((settings.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`));
  add(contradictions(given));
  add(emptySettings(environment));
  const { problems: slips, warnings } = misnamedSettings(environment);
  add(slips);
  if (settings.data === undefined || problems.length > 0) return { kind: 'invalid', problems };
  return { kind: 'valid', config: Object.freeze(toConfig(settings.data)), warnings };
}

/** Where health is shown, by the two settings that say so; undefined when it is switched off. Throws for a mistake in them. */
export function readOperationsAddress(environment: Environment = process.env): Config['operations'] {
  return toOperations(SETTINGS.pick({ OPERATIONS_HOST: true, OPERATIONS_PORT: true }).parse(environment));
}

const settingNamed = (problem: string) => problem.split(' ', 1)[0]?.replace(/_FILE$/, '');

/** A setting that is read from a file, and that file. */
export interface SecretFile {
  readonly name: (typeof SECRETS)[number];
  readonly path: string;
}

/** The files that `<SECRET>_FILE` name, there or not. */
export function secretFilesIn(environment: Environment = process.env): readonly SecretFile[] {
  return SECRETS.flatMap((name) => {
    const path = environment[`${name}_FILE`];
    return path?.trim() ? [{ name, path }] : [];
  });
}

/** Empty values drop out; `<SECRET>_FILE` becomes `<SECRET>`, less the newline that editors add. */
function withSecretFiles(environment: Environment, problems: string[]): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
  for (const { name, path } of secretFilesIn(environment)) {
    if (given[name] !== undefined) {
      problems.push(`${name} is set twice: take out either ${name} or ${name}_FILE`);
      continue;
    }
    try {
      const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (secret.trim() === '') problems.push(`${name}_FILE names an empty file: ${path}`);
      else given[name] = secret;
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${path} (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return given;
}

/** What no single setting shows. */
function contradictions(given: Record<string, string>): string[] {
  const problems: string[] = [];
  if (given.SLACK_APP_TOKEN === undefined && given.SLACK_SIGNING_SECRET === undefined) {
    problems.push(
      'SLACK_APP_TOKEN is missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for signed HTTP',
    );
  }
  const { BACKUP_LATE_AFTER_HOURS: late, BACKUP_STALE_AFTER_HOURS: stale } = SETTINGS.shape;
  const [lateHours, staleHours] = [
    late.safeParse(given.BACKUP_LATE_AFTER_HOURS).data,
    stale.safeParse(given.BACKUP_STALE_AFTER_HOURS).data,
  ];
  if (lateHours !== undefined && staleHours !== undefined && staleHours < lateHours) {
    problems.push('BACKUP_STALE_AFTER_HOURS must not be below BACKUP_LATE_AFTER_HOURS');
  }
  return problems;
}

function toConfig(settings: Settings): Config {
  const operations = toOperations(settings);
  return {
    slack: {
      botToken: settings.SLACK_BOT_TOKEN,
      apiUrl: settings.SLACK_API_URL.endsWith('/') ? settings.SLACK_API_URL : `${settings.SLACK_API_URL}/`,
      transport: settings.SLACK_APP_TOKEN
        ? { kind: 'socket', appToken: settings.SLACK_APP_TOKEN, sockets: settings.SLACK_SOCKETS }
        : {
            kind: 'http',
            signingSecret: settings.SLACK_SIGNING_SECRET ?? '',
            host: settings.HOST,
            port: settings.PORT,
          },
    },
    backupService: {
      url: settings.BACKUP_SERVICE_URL,
      username: settings.BACKUP_SERVICE_USERNAME,
      password: settings.BACKUP_SERVICE_PASSWORD,
      ...(settings.BACKUP_SERVICE_TIME_ZONE && { timeZone: settings.BACKUP_SERVICE_TIME_ZONE }),
      maxConcurrentRequests: settings.BACKUP_SERVICE_MAX_CONCURRENT,
    },
    databaseUrl: settings.DATABASE_URL,
    lookup: {
      inlineWithinMs: settings.ANSWER_INLINE_WITHIN_MS,
      // A tenth is left for the reply to reach Slack: people wait for that, not for the answer.
      budgetMs: settings.LOOKUP_BUDGET_SECONDS * 900,
      freshForMs: settings.FRESH_FOR_SECONDS * 1000,
      lastAnswerMaxAgeMs: settings.LAST_ANSWER_HOURS * HOUR_MS,
      lookupsPerMinute: settings.LOOKUPS_PER_MINUTE,
    },
    watch: {
      requestsPerSecond: settings.WATCH_REQUESTS_PER_SECOND,
      ...(settings.HEARTBEAT_URL && { heartbeatUrl: settings.HEARTBEAT_URL }),
    },
    access: toAccess(settings),
    thresholds: toThresholds(settings),
    ...(settings.ACCOUNT_RULES_FILE && { accountRulesFile: settings.ACCOUNT_RULES_FILE }),
    language: settings.LANGUAGE,
    logLevel: settings.LOG_LEVEL,
    logFormat: settings.LOG_FORMAT,
    ...(operations && { operations }),
  };
}

const toOperations = ({
  OPERATIONS_HOST: host,
  OPERATIONS_PORT: port,
}: Pick<Settings, 'OPERATIONS_HOST' | 'OPERATIONS_PORT'>) => (port === 'off' ? undefined : { host, port });

function toAccess(settings: Settings): AccessRules {
  const { ALLOWED_CHANNELS: places, ALLOWED_USERS: users, ALLOWED_USER_GROUPS: userGroups } = settings;
  return { ...(places && { places }), ...(users && { users }), ...(userGroups && { userGroups }) };
}

function toThresholds(settings: Settings): Thresholds {
  const from = <Name extends keyof typeof settings>(name: Name, unit: 'minute' | 'hour' | 'day') => ({
    value: Number(settings[name]),
    unit,
    setBy: name,
  });
  return {
    late: from('BACKUP_LATE_AFTER_HOURS', 'hour'),
    stale: from('BACKUP_STALE_AFTER_HOURS', 'hour'),
    stuck: from('BACKUP_STUCK_AFTER_HOURS', 'hour'),
    packageEndsSoon: from('PACKAGE_ENDS_SOON_DAYS', 'day'),
    clockAhead: from('CLOCK_AHEAD_MINUTES', 'minute'),
  };
}
