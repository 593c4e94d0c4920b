import { readRules } from '../account-rules/open-account-rules.ts';
import { AccountRulesError } from '../account-rules/parse-account-rules.ts';
import { SETTINGS, type Settings } from '../settings.ts';
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
export function checkSettings(settings: Settings, warnings: readonly string[]): readonly Result[] {
  const way = settings.SLACK_APP_TOKEN ? 'Socket Mode' : 'signed HTTP';
  return [
    passed(`all readable; Slack reaches the app by ${way}`),
    ...warnings.map((message) => warned(message, 'Nothing reads it: correct its name, or remove it.')),
    ...quotedCredentials(settings),
  ];
}

/** Tokens and addresses in quotes are refused; these may be anything. */
const quotedCredentials = (settings: Settings): readonly Result[] =>
  (['BACKUP_SERVICE_USERNAME', 'BACKUP_SERVICE_PASSWORD'] as const)
    .filter((name) => /^(['"]).*\1$/s.test(settings[name]))
    .map((name) =>
      warned(
        `${name} begins and ends with a quote, which is taken as part of it`,
        'docker run --env-file keeps quotes: take them out of .env there.',
      ),
    );

/** Whether the file of account rules would be taken at start. Nothing without one. */
export async function checkAccountRules(path: Settings['ACCOUNT_RULES_FILE']): Promise<readonly Result[]> {
  if (path === undefined) return [];
  try {
    const rules = await readRules(path);
    return [passed(`${path}: ${rules.length} rules`)];
  } catch (error) {
    if (!(error instanceof AccountRulesError)) throw error;
    return [failed(error.message, 'docs/account-rules.example.yaml shows the form.')];
  }
}
