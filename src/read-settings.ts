import { readFileSync } from 'node:fs';
import { editDistance } from './domain/names/nearest.ts';
import { SECRETS, SETTINGS, type Settings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** All mistakes at once, each beginning with the name of its variable, and never repeating a value. */
export interface InvalidSettings {
  readonly kind: 'invalid';
  readonly problems: readonly string[];
}

export type SettingsRead<Name extends keyof Settings = keyof Settings> =
  | {
      readonly kind: 'valid';
      readonly settings: Readonly<Pick<Settings, Name>>;
      /** Variables that look like settings and are not read by anything, and settings of 1.x. */
      readonly warnings: readonly string[];
    }
  | InvalidSettings;

const NAMES = Object.keys(SETTINGS.shape) as readonly (keyof Settings)[];
const FILES: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

/**
 * Reads settings from the environment: those named, or all. Others may then be missing or wrong. What is set and empty is
 * a mistake: a list of who may ask that lost its value would otherwise let in everybody.
 */
export function readSettings<Name extends keyof Settings = keyof Settings>(
  environment: Environment = process.env,
  names?: readonly Name[],
): SettingsRead<Name> {
  const wanted: readonly (keyof Settings)[] = names ?? NAMES;
  const problems: string[] = [];
  const settings: Partial<Record<keyof Settings, unknown>> = {};
  for (const name of wanted) {
    const { text, problem } = textOf(name, environment);
    const { data, error } = SETTINGS.shape[name].safeParse(text);
    settings[name] = data;
    const found =
      problem ??
      (error && `${name} ${error.issues[0]?.message}`) ??
      (name === 'SLACK_APP_TOKEN' ? transportProblem(environment) : undefined) ??
      emptyProblem(name, environment);
    if (found !== undefined) problems.push(found);
  }
  const { BACKUP_LATE_AFTER_HOURS: late, BACKUP_STALE_AFTER_HOURS: stale } = settings;
  if (Number(stale) < Number(late))
    problems.push('BACKUP_STALE_AFTER_HOURS must not be below BACKUP_LATE_AFTER_HOURS');
  const misspelt = misspeltSettings(environment, names === undefined ? undefined : wanted);
  problems.push(...misspelt.problems);
  if (problems.length > 0) return { kind: 'invalid', problems };
  const warnings = [...removedSettings(environment), ...misspelt.warnings];
  return { kind: 'valid', settings: settings as Pick<Settings, Name>, warnings };
}

/** The mistakes for the person who started the program: one a line, and where to put them right. */
export const settingsToFix = ({ problems }: InvalidSettings): string =>
  `Settings to fix:\n${problems.map((problem) => `  ${problem}\n`).join('')}` +
  'Set them in .env, a copy of .env.example, or in the environment. docs/install.md says where each value comes from.\n';

const hasText = (value: string | undefined) => value !== undefined && value.trim() !== '';

/** Whether a setting has a value, by itself or in a file. */
const isSet = (name: string, environment: Environment) =>
  hasText(environment[name]) || (FILES.includes(`${name}_FILE`) && hasText(environment[`${name}_FILE`]));

/** What a setting is set to. `<SECRET>_FILE` names a file with the value, less the newline that editors add. */
function textOf(
  name: string,
  environment: Environment,
): { readonly text?: string | undefined; readonly problem?: string } {
  if (environment[`\uFEFF${name}`] !== undefined)
    return {
      problem: `${name} is not read: the file begins with a byte order mark. Save it as UTF-8 without BOM`,
    };
  const own = hasText(environment[name]) ? environment[name] : undefined;
  const file = `${name}_FILE`;
  const path = environment[file];
  if (!FILES.includes(file) || path === undefined || !hasText(path)) return { text: own };
  if (own !== undefined) return { problem: `${name} is set twice: take out either ${name} or ${file}` };
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return hasText(text) ? { text } : { problem: `${file} names an empty file: ${path}` };
  } catch (error) {
    return { problem: `${file} cannot be read: ${path} (${(error as NodeJS.ErrnoException).code})` };
  }
}

const transportProblem = (environment: Environment) =>
  isSet('SLACK_APP_TOKEN', environment) || isSet('SLACK_SIGNING_SECRET', environment)
    ? undefined
    : 'SLACK_APP_TOKEN is missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for signed HTTP';

function emptyProblem(name: string, environment: Environment): string | undefined {
  const empty = [name, `${name}_FILE`].find(
    (one) => environment[one] !== undefined && (one === name || FILES.includes(one)),
  );
  return empty === undefined || isSet(name, environment)
    ? undefined
    : `${empty} is empty: give it a value, or leave it out. In .env a # begins a comment`;
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
 * Variables that begin as settings do, or are a slip away from one. It is a problem where something else would be done than
 * was meant: a list of who may ask would be missing, and everybody let in; or a secret or another needed setting is not set.
 */
function misspeltSettings(environment: Environment, wanted: readonly string[] | undefined) {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const name of Object.keys(environment)) {
    const isRead = name in SETTINGS.shape || FILES.includes(name) || name in REMOVED;
    if (isRead || !/^\w{1,60}$/.test(name) || OF_KUBERNETES.test(name)) continue;
    const isOurs = OURS.test(name);
    const meant = nearestSetting(name.toUpperCase(), isOurs ? 3 : 1);
    if (!isOurs && meant === undefined) continue;
    const setting = meant?.replace(/_FILE$/, '') ?? '';
    if (wanted !== undefined && !wanted.includes(setting)) continue;
    const isNeeded = (SECRETS as readonly string[]).includes(setting) || isRequired(setting);
    const isProblem = /^allowed_/i.test(name) || (isNeeded && !isSet(setting, environment));
    (isProblem ? problems : warnings).push(
      `${name} is no setting${meant === undefined ? '' : `: did you mean ${meant}?`}`,
    );
  }
  return { problems, warnings };
}

const isRequired = (name: string) =>
  name in SETTINGS.shape && !SETTINGS.shape[name as keyof Settings].safeParse(undefined).success;

function nearestSetting(name: string, maxSlips: number): string | undefined {
  if (name.length < SHORTEST_GUESS) return undefined;
  const known: readonly string[] = [...NAMES, ...FILES];
  const words = name.split('_');
  const holdsAllWords = known.find((other) => words.every((word) => other.split('_').includes(word)));
  const [nearest] = known
    .map((other) => ({ other, slips: editDistance(name, other) }))
    .sort((a, b) => a.slips - b.slips);
  return nearest !== undefined && nearest.slips <= maxSlips ? nearest.other : holdsAllWords;
}
