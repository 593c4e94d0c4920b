import type { ConfigResult } from '../config.ts';
import { whoMayAsk } from '../domain/access.ts';
import { SETTINGS } from '../settings.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

/** Every mistake in the settings as a finding of its own, and who may ask; no secret is repeated. */
export function checkSettings(result: ConfigResult): readonly Finding[] {
  if (result.kind === 'invalid') return result.problems.map((says) => failed('settings', says, mendOf(says)));
  const { access, slack } = result.config;
  const way = slack.transport.kind === 'socket' ? 'Socket Mode' : 'signed HTTP';
  return [
    passed('settings', `all readable; Slack reaches the app by ${way}`),
    ...result.warnings.map((says) =>
      warned('settings', says, 'Nothing reads it: correct its name, or remove it.'),
    ),
    passed('who may ask', whoMayAsk(access)),
  ];
}

/** What the setting is, for whoever has to fill it in. A problem opens with the setting's name. */
function mendOf(problem: string): string {
  const name = problem.split(' ', 1)[0]?.replace(/_FILE$/, '') ?? '';
  const shape: Readonly<Record<string, { readonly description?: string | undefined }>> = SETTINGS.shape;
  const what = shape[name]?.description;
  return ['Change it in .env or in the environment.', ...(what ? [`${name}: ${what}`] : [])].join(' ');
}
