import type { Config, ConfigResult } from '../config.ts';
import { whoMayAsk } from '../domain/access.ts';
import { SETTINGS } from '../settings.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

/** Every mistake in the settings as a finding of its own, and who may ask; no secret is repeated. */
export function checkSettings(result: ConfigResult): readonly Finding[] {
  if (result.kind === 'invalid') return result.problems.map((says) => failed('settings', says, mendOf(says)));
  const { access, slack, backupService } = result.config;
  const way = slack.transport.kind === 'socket' ? 'Socket Mode' : 'signed HTTP';
  return [
    passed('settings', `all readable; Slack reaches the app by ${way}`),
    ...result.warnings.map((says) =>
      warned('settings', says, 'Nothing reads it: correct its name, or remove it.'),
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

/** What the setting is, for whoever has to fill it in. A problem opens with the setting's name. */
function mendOf(problem: string): string {
  const name = problem.split(' ', 1)[0]?.replace(/_FILE$/, '') ?? '';
  const shape: Readonly<Record<string, { readonly description?: string | undefined }>> = SETTINGS.shape;
  const what = shape[name]?.description;
  return ['Change it in .env or in the environment.', ...(what ? [`${name}: ${what}`] : [])].join(' ');
}
