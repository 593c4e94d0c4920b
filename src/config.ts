import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { emptySettings, misnamedSettings, mistakenValues } from './check-environment.ts';
import type { AccessRules } from './domain/access.ts';
import { HOUR_MS } from './domain/duration.ts';
import type { Thresholds } from './domain/verdict.ts';
import { SECRETS, SETTINGS, type Settings } from './settings.ts';
import type { SlackSettings } from './slack/create-slack-app.ts';

/** What the operator does not choose. Tests change it. */
export const LIMITS = {
  lookup: {
    /** How long a command waits for the answer before it replies that it is still asking: Slack allows 3,000 ms in all. */
    inlineWithinMs: 2_000,
    /** How long a look-up may take, of the 20 s that a person waits at most: the rest is for the reply to reach Slack. */
    budgetMs: 18_000,
    /** How long an answer is used again without asking the service. */
    freshForMs: 15_000,
    /** When the service fails, an answer up to this old is shown. */
    lastAnswerMaxAgeMs: 24 * HOUR_MS,
  },
  watch: {
    /** For how many days the history of accounts is kept. */
    historyDays: 90,
  },
};

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
  readonly lookup: typeof LIMITS.lookup;
  readonly watch: typeof LIMITS.watch & {
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
  /** For channels, and for people whose Slack uses a language that we do not have. */
  readonly language: Settings['LANGUAGE'];
  readonly logLevel: string;
  /** Where health and metrics are shown; absent when switched off. */
  readonly operations?: { readonly host: string; readonly port: number };
  /** Whether the metrics show watched accounts one by one. */
  readonly hasAccountMetrics: boolean;
}

export type ConfigResult =
  | {
      readonly kind: 'valid';
      readonly config: Config;
      /** Variables that look like settings but are not read by anything. */
      readonly warnings: readonly string[];
    }
  | InvalidSettings;

/**
 * Reads the settings from the environment given. What is set and empty is a mistake: a list of who may ask that lost
 * its value would otherwise let in everybody. A name that only resembles one of those lists is a mistake too.
 */
export function readConfig(environment: Environment = process.env): ConfigResult {
  const { problems: slips, warnings } = misnamedSettings(environment);
  const read = readSettings(SETTINGS, environment, (given) => [...withoutTransport(given), ...slips]);
  if (read.kind === 'invalid') {
    // What is missing may be there under a similar name.
    const problems = read.problems.map((problem) => {
      const slip = warnings.find((warning) => warning.endsWith(` did you mean ${settingNamed(problem)}?`));
      return slip === undefined ? problem : `${problem}. ${slip}`;
    });
    return { ...read, problems };
  }
  return { kind: 'valid', config: Object.freeze(toConfig(read.settings)), warnings };
}

/** The mistakes for the person who started the program: one a line, and where to put them right. */
export const settingsToFix = ({ problems }: InvalidSettings): string =>
  `Settings to fix:\n${problems.map((problem) => `  ${problem}\n`).join('')}` +
  'Set them in .env, a copy of .env.example, or in the environment. docs/install.md says where each value comes from.\n';

/** The settings of a program that asks the service but does not use Slack. */
export type LookupConfig = Pick<Config, 'backupService' | 'thresholds' | 'accountRulesFile' | 'language'> & {
  readonly lookup: Pick<Config['lookup'], 'budgetMs'>;
};

const LOOKUP_SETTINGS = SETTINGS.pick({
  BACKUP_SERVICE_URL: true,
  BACKUP_SERVICE_USERNAME: true,
  BACKUP_SERVICE_PASSWORD: true,
  BACKUP_SERVICE_TIME_ZONE: true,
  BACKUP_SERVICE_MAX_CONCURRENT: true,
  BACKUP_LATE_AFTER_HOURS: true,
  BACKUP_STALE_AFTER_HOURS: true,
  PACKAGE_ENDS_SOON_DAYS: true,
  ACCOUNT_RULES_FILE: true,
  LANGUAGE: true,
});

type LookupSettings = Pick<Settings, keyof typeof LOOKUP_SETTINGS.shape>;

const DATABASE_SETTINGS = SETTINGS.pick({ DATABASE_URL: true });
/** Those settings of the environment that a schema has, with the files of its secrets. */
const only = (schema: z.ZodObject, environment: Environment): Environment =>
  Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) =>
      [name, `${name}_FILE`, `\uFEFF${name}`].map((one) => [one, environment[one]] as const),
    ),
  );

/** Reads only those settings: other settings may be missing or wrong. */
export function readLookupConfig(
  environment: Environment = process.env,
): { readonly kind: 'valid'; readonly config: LookupConfig } | InvalidSettings {
  const read = readSettings(LOOKUP_SETTINGS, only(LOOKUP_SETTINGS, environment));
  return read.kind === 'invalid' ? read : { kind: 'valid', config: toLookupConfig(read.settings) };
}

/** Reads where the database is, and nothing else. */
export function readDatabaseUrl(
  environment: Environment = process.env,
): { readonly kind: 'valid'; readonly databaseUrl: string } | InvalidSettings {
  const read = readSettings(DATABASE_SETTINGS, only(DATABASE_SETTINGS, environment));
  return read.kind === 'invalid' ? read : { kind: 'valid', databaseUrl: read.settings.DATABASE_URL };
}

/** What an import into the list needs. */
export type ImportConfig = LookupConfig & { readonly databaseUrl: string; readonly perSecond: number };

const IMPORT_SETTINGS = LOOKUP_SETTINGS.extend(
  SETTINGS.pick({ DATABASE_URL: true, WATCH_REQUESTS_PER_SECOND: true }).shape,
);

/** Reads what an import needs, and nothing else. */
export function readImportConfig(
  environment: Environment = process.env,
): { readonly kind: 'valid'; readonly config: ImportConfig } | InvalidSettings {
  const read = readSettings(IMPORT_SETTINGS, only(IMPORT_SETTINGS, environment));
  if (read.kind === 'invalid') return read;
  const { DATABASE_URL: databaseUrl, WATCH_REQUESTS_PER_SECOND: perSecond } = read.settings;
  return { kind: 'valid', config: { ...toLookupConfig(read.settings), databaseUrl, perSecond } };
}

/** Where health is shown, by the two settings that say so; undefined when it is switched off. Throws for a mistake in them. */
export function readOperationsAddress(environment: Environment = process.env): Config['operations'] {
  return toOperations(SETTINGS.pick({ OPERATIONS_HOST: true, OPERATIONS_PORT: true }).parse(environment));
}

/** Where a server that listens on `host` is asked: of an address that means all of this machine's, one. */
export const hostToAsk = (host: string): string =>
  (({ '0.0.0.0': '127.0.0.1', '::': '::1' }) as Readonly<Record<string, string>>)[host] ?? host;

function withoutTransport(given: Readonly<Record<string, string>>): string[] {
  const isSet = given.SLACK_APP_TOKEN !== undefined || given.SLACK_SIGNING_SECRET !== undefined;
  return isSet
    ? []
    : ['SLACK_APP_TOKEN is missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for signed HTTP'];
}

function toConfig(settings: Settings): Config {
  const operations = toOperations(settings);
  return {
    slack: {
      botToken: settings.SLACK_BOT_TOKEN,
      apiUrl: settings.SLACK_API_URL.endsWith('/') ? settings.SLACK_API_URL : `${settings.SLACK_API_URL}/`,
      transport: settings.SLACK_APP_TOKEN
        ? { kind: 'socket', appToken: settings.SLACK_APP_TOKEN }
        : {
            kind: 'http',
            signingSecret: settings.SLACK_SIGNING_SECRET ?? '',
            host: settings.HOST,
            port: settings.PORT,
          },
    },
    ...toLookupConfig(settings),
    databaseUrl: settings.DATABASE_URL,
    lookup: {
      ...LIMITS.lookup,
    },
    watch: {
      requestsPerSecond: settings.WATCH_REQUESTS_PER_SECOND,
      ...LIMITS.watch,
      heartbeatUrl: settings.HEARTBEAT_URL,
    },
    access: toAccess(settings),
    logLevel: settings.LOG_LEVEL,
    operations,
    hasAccountMetrics: settings.ACCOUNT_METRICS === 'on',
  };
}

function toLookupConfig(settings: LookupSettings): LookupConfig {
  return {
    backupService: {
      url: settings.BACKUP_SERVICE_URL,
      username: settings.BACKUP_SERVICE_USERNAME,
      password: settings.BACKUP_SERVICE_PASSWORD,
      timeZone: settings.BACKUP_SERVICE_TIME_ZONE,
      maxConcurrentRequests: settings.BACKUP_SERVICE_MAX_CONCURRENT,
    },
    lookup: LIMITS.lookup,
    thresholds: toThresholds(settings),
    accountRulesFile: settings.ACCOUNT_RULES_FILE,
    language: settings.LANGUAGE,
  };
}

const toOperations = ({
  OPERATIONS_HOST: host,
  OPERATIONS_PORT: port,
}: Pick<Settings, 'OPERATIONS_HOST' | 'OPERATIONS_PORT'>) => (port === 'off' ? undefined : { host, port });

function toAccess(settings: Settings): AccessRules {
  const { ALLOWED_CHANNELS: places, ALLOWED_USERS: users, ALLOWED_USER_GROUPS: userGroups } = settings;
  return { places, users, userGroups };
}

function toThresholds(settings: LookupSettings): Thresholds {
  const from = <Name extends keyof LookupSettings>(name: Name, unit: 'hour' | 'day') => ({
    value: Number(settings[name]),
    unit,
    setBy: name,
  });
  return {
    late: from('BACKUP_LATE_AFTER_HOURS', 'hour'),
    stale: from('BACKUP_STALE_AFTER_HOURS', 'hour'),
    packageEndsSoon: from('PACKAGE_ENDS_SOON_DAYS', 'day'),
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** All mistakes at once, each naming its setting and what it should be, and never repeating a value. */
export interface InvalidSettings {
  readonly kind: 'invalid';
  readonly problems: readonly string[];
}

/**
 * Reads the settings of a schema from the environment given. `alsoWrong` gets what is set, files included, and finds what no
 * single setting shows.
 */
function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
  alsoWrong: (given: Readonly<Record<string, string>>) => readonly string[] = () => [],
): { readonly kind: 'valid'; readonly settings: z.infer<Schema> } | InvalidSettings {
  const problems: string[] = [];
  /** One problem for each setting: the first one explains the rest. */
  const add = (found: readonly string[]) => {
    const named = new Set(problems.map(settingNamed));
    problems.push(...found.filter((problem) => !named.has(settingNamed(problem))));
  };
  const given = withSecrets(environment, problems);
  add(mistakenValues({ ...environment, ...given }));
  const { data: settings, error } = schema.safeParse(given);
  add((error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`));
  add([...limitsReversed(given), ...alsoWrong(given)]);
  add(emptySettings(environment));
  if (settings === undefined || problems.length > 0) return { kind: 'invalid', problems };
  return { kind: 'valid', settings };
}

const settingNamed = (problem: string) => problem.split(' ', 1)[0]?.replace(/_FILE$/, '');

/** Empty values drop out; `<SECRET>_FILE` becomes `<SECRET>`, less the newline that editors add. */
function withSecrets(environment: Environment, problems: string[]): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
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

function limitsReversed(given: Readonly<Record<string, string>>): readonly string[] {
  const { BACKUP_LATE_AFTER_HOURS: late, BACKUP_STALE_AFTER_HOURS: stale } = SETTINGS.shape;
  const lateHours = late.safeParse(given.BACKUP_LATE_AFTER_HOURS).data;
  const staleHours = stale.safeParse(given.BACKUP_STALE_AFTER_HOURS).data;
  const isReversed = lateHours !== undefined && staleHours !== undefined && staleHours < lateHours;
  return isReversed ? ['BACKUP_STALE_AFTER_HOURS must not be below BACKUP_LATE_AFTER_HOURS'] : [];
}
