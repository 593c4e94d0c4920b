import { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { scopesFor } from '../slack/authorize/bot-scopes.ts';
import { toBoltLogger } from '../slack/web-api/bolt-logger.ts';
import { webClientOptions } from '../slack/web-api/web-client-options.ts';
import { type Finding, failed, passed, skipped } from './finding.ts';
import { type SlackTrouble, slackTroubleOf } from './slack-trouble.ts';

/** `isThere`: something that answers as Slack does, whatever it thinks of the token. */
export interface CheckedSlackToken {
  readonly isThere: boolean;
  readonly findings: readonly Finding[];
}

/** Whose the bot token is, and what it may do, by auth.test, which changes nothing. */
export async function checkSlackToken(
  { slack: { botToken, apiUrl }, access }: Pick<Config, 'slack' | 'access'>,
  log: Logger,
): Promise<CheckedSlackToken> {
  const client = new WebClient(botToken, { ...webClientOptions(apiUrl), logger: toBoltLogger(log) });
  try {
    const { user, team, team_id: teamId, response_metadata: metadata } = await client.auth.test();
    const owner = passed('slack token', `the bot ${user} in the workspace ${team} (${teamId})`);
    return { isThere: true, findings: [owner, checkScopes(scopesFor(access), metadata?.scopes)] };
  } catch (error) {
    const trouble = slackTroubleOf(error);
    if (trouble === undefined) throw error;
    const scopes = skipped('slack scopes', 'not looked at: the token has to be right first');
    return { isThere: trouble.kind === 'refused', findings: [tokenFailure(trouble), scopes] };
  }
}

function checkScopes(needed: readonly string[], granted: readonly string[] | undefined): Finding {
  if (granted === undefined) return skipped('slack scopes', 'this Slack does not say which it granted');
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return passed('slack scopes', needed.join(', '));
  const file = missing.includes('usergroups:read')
    ? 'manifest.yml, with the comment taken off usergroups:read,'
    : 'manifest.yml';
  const fix = `Paste ${file} under App Manifest at api.slack.com/apps, then reinstall the app to the workspace.`;
  return failed('slack scopes', `missing: ${missing.join(', ')}`, fix);
}

function tokenFailure({ kind, message }: SlackTrouble): Finding {
  switch (kind) {
    case 'refused':
      return failed(
        'slack token',
        `Slack refuses SLACK_BOT_TOKEN: ${message}`,
        'Copy the Bot User OAuth Token anew: api.slack.com/apps, OAuth & Permissions; install the app there if it is not.',
      );
    case 'unreachable':
      return failed(
        'slack token',
        `no answer from SLACK_API_URL: ${message}`,
        'Let this machine reach that address by HTTPS (DNS, firewall, proxy), or take SLACK_API_URL out for Slack itself.',
      );
    case 'no-slack':
      return failed(
        'slack token',
        `no Slack Web API at SLACK_API_URL: ${message}`,
        'Take SLACK_API_URL out for Slack itself; otherwise it must end where method names follow, as https://slack.com/api/ does.',
      );
    default:
      return kind satisfies never;
  }
}
