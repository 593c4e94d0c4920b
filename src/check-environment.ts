import { editDistance } from './domain/names/nearest.ts';
import { SECRETS, SETTINGS, type Settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Every name that is read from the environment. */
const SETTING_NAMES: readonly string[] = [
  ...Object.keys(SETTINGS.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Settings without a value, except required ones, which count as missing, and those that a file provides. */
export function emptySettings(environment: Environment): readonly string[] {
  const isEmpty = (name: string) => environment[name] !== undefined && !environment[name].trim();
  const isNeeded = (name: string) =>
    name in SETTINGS.shape && !SETTINGS.shape[name as keyof Settings].safeParse(undefined).success;
  return SETTING_NAMES.filter((name) => isEmpty(name) && !isNeeded(name) && !environment[`${name}_FILE`]).map(
    (name) => `${name} is empty: give it a value, or leave it out. In .env a # begins a comment`,
  );
}

const BOM = '\uFEFF';
const ADDRESSES = ['SLACK_API_URL', 'BACKUP_SERVICE_URL', 'HEARTBEAT_URL'];

/** Values that show what went wrong, in words that say more than the rule of the setting. No value is repeated. */
export function mistakenValues(environment: Environment): readonly string[] {
  const first = SETTING_NAMES.find((name) => environment[BOM + name] !== undefined);
  const set = SETTING_NAMES.flatMap((name) => {
    const value = environment[name];
    return value === undefined || name.endsWith('_FILE') ? [] : [[name, value.trim()] as const];
  });
  return [
    ...(first === undefined
      ? []
      : [`${first} is not read: the file begins with a byte order mark. Save it as UTF-8 without BOM`]),
    ...set.flatMap(([name, value]) => {
      const problem = mistakeIn(name, value);
      return problem === undefined ? [] : [`${name} ${problem}`];
    }),
  ];
}

function mistakeIn(name: string, value: string): string | undefined {
  const isToken = name === 'SLACK_BOT_TOKEN' || name === 'SLACK_APP_TOKEN';
  if (isToken ? /…|\.\.\./.test(value) : /^(?:…|\.\.\.|<[^<>]*>)$/.test(value))
    return 'is still a placeholder: put the real value in its place';
  if (name === 'SLACK_BOT_TOKEN' && value.startsWith('xapp-'))
    return 'is an app-level token (xapp-…), which belongs into SLACK_APP_TOKEN: a bot token begins with xoxb-';
  if (name === 'SLACK_APP_TOKEN' && value.startsWith('xoxb-'))
    return 'is a bot token (xoxb-…), which belongs into SLACK_BOT_TOKEN: an app-level token begins with xapp-';
  if (ADDRESSES.includes(name) && /^[\w.-]+\.[a-z]{2,}(?:[:/]|$)/i.test(value))
    return 'must begin with https://, such as https://backup.example.com/api';
  return undefined;
}

/** Settings of 1.x with what stands in their place, in their own unit. */
const REMOVED: Readonly<Record<string, string>> = {
  SLACK_SOCKETS: '2',
  HISTORY_DAYS: '90',
  BACKUP_STUCK_AFTER_HOURS: 'BACKUP_LATE_AFTER_HOURS',
  CLOCK_AHEAD_MINUTES: '5',
  ANSWER_INLINE_WITHIN_MS: '2000',
  LOOKUP_BUDGET_SECONDS: '20',
  FRESH_FOR_SECONDS: '15',
  LAST_ANSWER_HOURS: '24',
  LOG_FORMAT: 'auto',
  LOOKUPS_PER_MINUTE: '0',
};

/** One line for all removed settings that are still set. */
function removedSettings(environment: Environment): readonly string[] {
  const set = Object.entries(REMOVED).filter(([name]) => environment[name] !== undefined);
  const said = set.map(([name, now]) =>
    environment[name] === now ? name : `${name} is ${now}, not ${environment[name]}`,
  );
  return set.length === 0 ? [] : [`no settings any more, take them out: ${said.join('; ')}`];
}

const OURS = /^(?:SLACK|BACKUP|ALLOWED|OPERATIONS)_/i;
/** Variables that Kubernetes sets for each service; one may have our name. */
const OF_KUBERNETES = /_(?:SERVICE_HOST$|SERVICE_PORT|PORT$|PORT_\d)/;
/** `PORT` is so short that most similar names mean something else. */
const SHORTEST_GUESS = 7;

/**
 * Variables that begin as settings do, or are a slip away from one. A similar name for an `ALLOWED_…` setting is a
 * problem: the intended list would be missing, and everybody would be let in.
 */
export function misnamedSettings(environment: Environment): {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
} {
  const unknown = Object.keys(environment).filter(
    (name) =>
      /^\w{1,60}$/.test(name) &&
      !SETTING_NAMES.includes(name) &&
      !(name in REMOVED) &&
      !OF_KUBERNETES.test(name),
  );
  const slips = unknown.flatMap((name) => {
    const isOurs = OURS.test(name);
    const meant = nearestSetting(name.toUpperCase(), isOurs ? 3 : 1);
    if (!isOurs && meant === undefined) return [];
    return [`${name} is no setting${meant === undefined ? '' : `: did you mean ${meant}?`}`];
  });
  const isAccess = (slip: string) => /^allowed_/i.test(slip);
  return {
    problems: slips.filter(isAccess),
    warnings: [...removedSettings(environment), ...slips.filter((slip) => !isAccess(slip))],
  };
}

function nearestSetting(name: string, maxSlips: number): string | undefined {
  if (name.length < SHORTEST_GUESS) return undefined;
  const words = name.split('_');
  const holdsAllWords = SETTING_NAMES.find((other) => words.every((word) => other.split('_').includes(word)));
  const [nearest] = SETTING_NAMES.map((other) => ({ other, slips: editDistance(name, other) })).sort(
    (a, b) => a.slips - b.slips,
  );
  return nearest !== undefined && nearest.slips <= maxSlips ? nearest.other : holdsAllWords;
}
