import { readFileSync } from 'node:fs';
import { nearest } from './account/names.ts';
import { SETTINGS, type Settings } from './settings.ts';

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
    const meant = settingLike(name);
    const setting = meant?.replace(/_FILE$/, '') ?? '';
    if (wanted ? !wanted.includes(setting) : meant === undefined && !OURS.test(name)) continue;
    const isNeeded = SECRET.test(setting) || REQUIRED.includes(setting);
    const isRefused = /^allowed_/i.test(name) || (isNeeded && !isSet(setting, environment));
    const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
    (isRefused ? refused : ignored).push(`${name} is not a setting${hint}`);
  }
  return { refused, ignored };
}

/** The setting with the most similar name. */
const settingLike = (name: string): string | undefined =>
  /^\w{7,60}$/.test(name) ? nearest(name, READ, OURS.test(name) ? 3 : 1) : undefined;
