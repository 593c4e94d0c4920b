import { existsSync, statSync } from 'node:fs';
import { AccountRulesError, readRules } from '../account-rules/open-account-rules.ts';
import type { Config, ConfigResult, SecretFile } from '../config.ts';
import { whoMayAsk } from '../domain/access.ts';
import { SETTINGS } from '../settings.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

/** Every mistake in the settings as a finding of its own, and who may ask; no secret is repeated. */
export function checkSettings(result: ConfigResult): readonly Finding[] {
  if (result.kind === 'invalid')
    return result.problems.map((message) => failed('settings', message, fixOf(message)));
  const { access, slack, backupService } = result.config;
  const way = slack.transport.kind === 'socket' ? 'Socket Mode' : 'signed HTTP';
  return [
    passed('settings', `all readable; Slack reaches the app by ${way}`),
    ...result.warnings.map((message) =>
      warned('settings', message, 'Nothing reads it: correct its name, or remove it.'),
    ),
    ...quotedCredentials(backupService),
    passed('who may ask', whoMayAsk(access)),
  ];
}

/** Tokens and addresses in quotes are refused; these may be anything. */
function quotedCredentials({ username, password }: Config['backupService']): readonly Finding[] {
  const credentials = { BACKUP_SERVICE_USERNAME: username, BACKUP_SERVICE_PASSWORD: password };
  return Object.entries(credentials).flatMap(([name, value]) =>
    /^(['"]).*\1$/s.test(value)
      ? [
          warned(
            'settings',
            `${name} begins and ends with a quote, which is taken as part of it`,
            'docker run --env-file keeps quotes: take them out of .env there.',
          ),
        ]
      : [],
  );
}

/** What the setting is for. A problem begins with the setting's name. */
function fixOf(problem: string): string {
  const name = problem.split(' ', 1)[0]?.replace(/_FILE$/, '') ?? '';
  const shape: Readonly<Record<string, { readonly description?: string | undefined }>> = SETTINGS.shape;
  const what = shape[name]?.description;
  return ['Change it in .env or in the environment.', ...(what ? [`${name}: ${what}`] : [])].join(' ');
}

/** Read by others of the machine, or written by anybody but the owner. A group that may read is one that was given the right. */
const TOO_MUCH = 0o027;
/** Where engines put what they are told to keep secret: in a container of its own, with a mode of theirs. */
const OF_THE_ENGINE = /^(?:\/var)?\/run\/secrets\//;

/** Who else may read the files that hold the settings: `.env` and those of `<NAME>_FILE`. Nothing where there are none. */
export function checkSettingsFiles(secretFiles: readonly SecretFile[]): readonly Finding[] {
  const paths = ['.env', ...secretFiles.map(({ path }) => path)];
  const there = [...new Set(paths)].filter((path) => !OF_THE_ENGINE.test(path) && existsSync(path));
  const modes = there.map((path) => ({ path, mode: statSync(path).mode & 0o777 }));
  const open = modes.filter(({ mode }) => (mode & TOO_MUCH) !== 0);
  if (open.length > 0) return open.map(tooOpen);
  if (modes.length === 0) return [];
  const shown = modes.map(({ path, mode }) => `${path} ${octal(mode)}`).join(', ');
  return [passed('settings files', `${shown}: closed to others`)];
}

const octal = (mode: number) => mode.toString(8).padStart(3, '0');

const tooOpen = ({ path, mode }: { readonly path: string; readonly mode: number }) =>
  failed(
    'settings files',
    `${path} has mode ${octal(mode)}: others on this machine can read or change its secrets`,
    `chmod 600 ${path} (in Kubernetes: defaultMode 0440 of the volume)`,
  );

/** Whether the file of account rules would be taken at start. Nothing without one. */
export async function checkAccountRules(config: Config): Promise<readonly Finding[]> {
  const { accountRulesFile: path, thresholds } = config;
  if (path === undefined) return [];
  try {
    const { length } = await readRules({ path, thresholds });
    return [passed('account rules', `${path}: ${length} rules`)];
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    return [failed('account rules', error.message, 'docs/account-rules.example.yaml shows the form.')];
  }
}
