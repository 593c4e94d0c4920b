import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { emptySettings } from './check-environment.ts';
import { SECRETS, SETTINGS } from './settings.ts';

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
export function readSettings<Schema extends z.ZodObject>(
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
