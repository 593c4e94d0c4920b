import { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { accessOf, type Settings } from '../settings.ts';
import { scopesFor } from '../slack/installation.ts';
import { toBoltLogger, toSlackFailure, webClientOptions } from '../slack/web.ts';
import { type Finding, type Findings, failed, inClear, passed, skipped } from './finding.ts';

/** The bot token and its scopes, and what Slack reaches the app by. Asks by calls that change nothing and open nothing. */
export async function* checkSlack(settings: Settings, log: Logger): Findings {
  const { SLACK_API_URL: apiUrl, SLACK_APP_TOKEN: appToken } = settings;
  const client = new WebClient(undefined, { ...webClientOptions(apiUrl), logger: toBoltLogger(log) });
  let isSlack = true;
  try {
    const {
      user,
      team,
      team_id: teamId,
      response_metadata: more,
    } = await client.auth.test({ token: settings.SLACK_BOT_TOKEN });
    yield passed('slack token', `the bot ${user} in the workspace ${team} (${teamId})`);
    yield scopesFinding(more?.scopes, scopesFor(accessOf(settings)));
  } catch (error) {
    const trouble = slackTroubleOf(error);
    yield tokenFinding(trouble);
    yield skipped('slack scopes', 'not looked at: the token has to be right first');
    isSlack = trouble.isSlack;
  }
  const what = 'tokens and everything that people ask and read';
  yield* inClear('slack token', { setting: 'SLACK_API_URL', address: apiUrl, what });
  if (appToken === undefined) return;
  if (isSlack) yield await connectionFinding(client, appToken);
  else yield skipped('slack connection', 'not looked at: Slack has to be reached first');
}

const COPY_TOKEN =
  'Copy the Bot User OAuth Token anew: api.slack.com/apps, OAuth & Permissions; install the app there if it is not.';
const REACH_SLACK =
  'Let this machine reach that address by HTTPS (DNS, firewall, proxy). Take SLACK_API_URL out for Slack itself; otherwise it must end where method names follow, as https://slack.com/api/ does.';

const tokenFinding = ({ isSlack, word }: ReturnType<typeof slackTroubleOf>): Finding =>
  isSlack
    ? failed('slack token', `Slack refuses SLACK_BOT_TOKEN: ${word}`, COPY_TOKEN)
    : failed('slack token', `no Slack Web API answers at SLACK_API_URL: ${word}`, REACH_SLACK);

/** `granted`: absent where this Slack does not say. */
function scopesFinding(granted: readonly string[] | undefined, needed: readonly string[]): Finding {
  if (granted === undefined) return skipped('slack scopes', 'this Slack does not say which it granted');
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return passed('slack scopes', needed.join(', '));
  const more = missing.includes('usergroups:read') ? ', with the comment taken off usergroups:read,' : '';
  const fix = `Paste manifest.yml${more} under App Manifest at api.slack.com/apps, then reinstall the app to the workspace.`;
  return failed('slack scopes', `missing: ${missing.join(', ')}`, fix);
}

/** Asks for the address of a connection and opens none: Slack would send it what the running bot should get. */
async function connectionFinding(client: WebClient, token: string): Promise<Finding> {
  try {
    await client.apps.connections.open({ token });
    return passed('slack connection', 'Slack takes SLACK_APP_TOKEN, and Socket Mode is on');
  } catch (error) {
    return failed(
      'slack connection',
      `no Socket Mode connection: ${slackTroubleOf(error).word}`,
      'At api.slack.com/apps turn Socket Mode on, and under Basic Information, App-Level Tokens, make one with connections:write for SLACK_APP_TOKEN.',
    );
  }
}

/** Why a call to Slack failed. `isSlack`: something there answers as Slack does. */
function slackTroubleOf(error: unknown) {
  const { error: word } = toSlackFailure(error);
  return { word, isSlack: !/^(?:network|timeout|not_json|http_\d+)$/.test(word) };
}
