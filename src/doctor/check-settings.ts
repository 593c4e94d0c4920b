import { AccountRulesError, readRules } from '../account-rules/open-account-rules.ts';
import type { Config } from '../config.ts';
import { SETTINGS } from '../settings.ts';
import { failed, passed, type Result, warned } from './finding.ts';

/** A mistake in the settings, which begins with the setting's name, and what the setting is for. No secret is repeated. */
export function settingsProblem(problem: string): Result {
  const name = problem.split(' ', 1)[0]?.replace(/_FILE$/, '') ?? '';
  const shape: Readonly<Record<string, { readonly description?: string }>> = SETTINGS.shape;
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

/** Whether the file of account rules would be taken at start. Nothing without one. */
export async function checkAccountRules(config: Config): Promise<readonly Result[]> {
  const { accountRulesFile: path } = config;
  if (path === undefined) return [];
  try {
    const rules = await readRules(path);
    return [passed(`${path}: ${rules.length} rules`)];
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    return [failed(error.message, 'docs/account-rules.example.yaml shows the form.')];
  }
}
