import { existsSync, statSync } from 'node:fs';
import { AccountRulesError, readRules } from '../account-rules/open-account-rules.ts';
import type { Config } from '../config.ts';
import type { SecretFile } from '../read-settings.ts';
import { SETTINGS } from '../settings.ts';
import { failed, passed, type Result, warned } from './finding.ts';

/** A mistake in the settings, which begins with the setting's name, and what the setting is for. No secret is repeated. */
export function settingsProblem(problem: string): Result {
  const name = problem.split(' ', 1)[0]?.replace(/_FILE$/, '') ?? '';
  const shape: Readonly<Record<string, { readonly description?: string | undefined }>> = SETTINGS.shape;
  const what = shape[name]?.description;
  return failed(
    problem,
    ['Change it in .env or in the environment.', ...(what ? [`${name}: ${what}`] : [])].join(' '),
  );
}

/** Settings that can be read, and what in them is not as it was meant. */
export function checkSettings(
  { slack, backupService }: Config,
  warnings: readonly string[],
): readonly Result[] {
  const way = slack.transport.kind === 'socket' ? 'Socket Mode' : 'signed HTTP';
  return [
    passed(`all readable; Slack reaches the app by ${way}`),
    ...warnings.map((message) => warned(message, 'Nothing reads it: correct its name, or remove it.')),
    ...quotedCredentials(backupService),
  ];
}

/** Tokens and addresses in quotes are refused; these may be anything. */
const quotedCredentials = ({ username, password }: Config['backupService']): readonly Result[] =>
  Object.entries({ BACKUP_SERVICE_USERNAME: username, BACKUP_SERVICE_PASSWORD: password })
    .filter(([, value]) => /^(['"]).*\1$/s.test(value))
    .map(([name]) =>
      warned(
        `${name} begins and ends with a quote, which is taken as part of it`,
        'docker run --env-file keeps quotes: take them out of .env there.',
      ),
    );

/**
 * Read by others of the machine, or written by anybody but the owner. A group that may read was given that right on
 * purpose.
 */
const TOO_MUCH = 0o027;
/** Where container engines mount secrets, with a mode of their own. */
const OF_THE_ENGINE = /^(?:\/var)?\/run\/secrets\//;

/** Who else may read the files that hold the settings: `.env` and those of `<NAME>_FILE`. Nothing where there are none. */
export function checkSettingsFiles(secretFiles: readonly SecretFile[]): readonly Result[] {
  const paths = ['.env', ...secretFiles.map(({ path }) => path)];
  const there = [...new Set(paths)].filter((path) => !OF_THE_ENGINE.test(path) && existsSync(path));
  const modes = there.map((path) => ({ path, mode: statSync(path).mode & 0o777 }));
  const open = modes.filter(({ mode }) => (mode & TOO_MUCH) !== 0);
  if (open.length > 0) return open.map(tooOpen);
  if (modes.length === 0) return [];
  const shown = modes.map(({ path, mode }) => `${path} ${octal(mode)}`).join(', ');
  return [passed(`${shown}: closed to others`)];
}

/** `640`, as `ls` and `chmod` know it. */
export const octal = (mode: number) => mode.toString(8).padStart(3, '0');

const tooOpen = ({ path, mode }: { readonly path: string; readonly mode: number }) =>
  failed(
    `${path} has mode ${octal(mode)}: others on this machine can read or change its secrets`,
    `chmod 600 ${path} (in Kubernetes: defaultMode 0440 of the volume)`,
  );

/** Whether the file of account rules would be taken at start. Nothing without one. */
export async function checkAccountRules(config: Config): Promise<readonly Result[]> {
  const { accountRulesFile: path, thresholds } = config;
  if (path === undefined) return [];
  try {
    const { rules, fleet } = await readRules({ path, thresholds });
    const listed = fleet === undefined ? '' : `, ${fleet.length} accounts`;
    return [passed(`${path}: ${rules.length} rules${listed}`)];
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    return [failed(error.message, 'docs/account-rules.example.yaml shows the form.')];
  }
}
