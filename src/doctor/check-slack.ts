import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import type { Logger } from 'pino';
import type { SlackSettings } from '../slack/create-slack-app.ts';
import { openSocketConnection } from '../slack/receivers/socket/socket-connection.ts';
import { toBoltLogger, webClientOptions } from '../slack/web.ts';
import { failed, passed, type Result, skipped } from './finding.ts';
import { inClearByHttp } from './in-clear.ts';

/** What Slack says of the bot token. `scopes` are those it granted; absent: it does not say. */
type SlackAnswer =
  | { readonly kind: 'known'; readonly bot: string; readonly scopes: readonly string[] | undefined }
  | SlackTrouble;

/** Asks by auth.test, which changes nothing. */
export async function askSlack({ botToken, apiUrl }: SlackSettings, log: Logger): Promise<SlackAnswer> {
  const client = new WebClient(botToken, { ...webClientOptions(apiUrl), logger: toBoltLogger(log) });
  try {
    const { user, team, team_id: teamId, response_metadata: metadata } = await client.auth.test();
    return { kind: 'known', bot: `${user} in the workspace ${team} (${teamId})`, scopes: metadata?.scopes };
  } catch (error) {
    const trouble = slackTroubleOf(error);
    if (trouble === undefined) throw error;
    return trouble;
  }
}

export const checkBotToken = (answer: SlackAnswer, apiUrl: string): readonly Result[] => [
  tokenResult(answer),
  ...inClearByHttp('SLACK_API_URL', apiUrl, 'tokens and everything that people ask and read'),
];

function tokenResult(answer: SlackAnswer): Result {
  switch (answer.kind) {
    case 'known':
      return passed(`the bot ${answer.bot}`);
    case 'refused':
      return failed(
        `Slack refuses SLACK_BOT_TOKEN: ${answer.message}`,
        'Copy the Bot User OAuth Token anew: api.slack.com/apps, OAuth & Permissions; install the app there if it is not.',
      );
    case 'unreachable':
      return failed(
        `no answer from SLACK_API_URL: ${answer.message}`,
        'Let this machine reach that address by HTTPS (DNS, firewall, proxy), or take SLACK_API_URL out for Slack itself.',
      );
    case 'no-slack':
      return failed(
        `no Slack Web API at SLACK_API_URL: ${answer.message}`,
        'Take SLACK_API_URL out for Slack itself; otherwise it must end where method names follow, as https://slack.com/api/ does.',
      );
    default:
      return answer satisfies never;
  }
}

export function checkScopes(answer: SlackAnswer, needed: readonly string[]): Result {
  if (answer.kind !== 'known') return skipped('not looked at: the token has to be right first');
  const { scopes } = answer;
  if (scopes === undefined) return skipped('this Slack does not say which it granted');
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return passed(needed.join(', '));
  const file = missing.includes('usergroups:read')
    ? 'manifest.yml, with the comment taken off usergroups:read,'
    : 'manifest.yml';
  const fix = `Paste ${file} under App Manifest at api.slack.com/apps, then reinstall the app to the workspace.`;
  return failed(`missing: ${missing.join(', ')}`, fix);
}

/**
 * Opens one connection and closes it at Slack's hello: while it is open Slack may send it what a running bot should get,
 * and nothing here would answer.
 */
export async function checkSocket(
  { kind }: SlackAnswer,
  { appToken, apiUrl, log }: { readonly appToken: string; readonly apiUrl: string; readonly log: Logger },
): Promise<Result> {
  // Something there answers as Slack does, even if it refuses the bot token.
  if (kind !== 'known' && kind !== 'refused') return skipped('not looked at: Slack has to be reached first');
  let missed = 0;
  try {
    const connection = await openSocketConnection({
      appToken,
      apiUrl,
      logger: toBoltLogger(log),
      // Not acknowledged: Slack then sends an event to another connection, and shows the person an error.
      async onRequest() {
        missed += 1;
      },
      onUnreadable() {},
    });
    await connection.close();
  } catch (error) {
    const message = slackTroubleOf(error)?.message ?? 'no hello on the connection';
    return failed(`no Socket Mode connection: ${message}`, SOCKET_FIX);
  }
  const lost = `; ${missed} of Slack’s requests came in just then and went unanswered`;
  return passed(`Socket Mode opened and closed${missed > 0 ? lost : ''}`);
}

const SOCKET_FIX =
  'At api.slack.com/apps turn Socket Mode on, and under Basic Information, App-Level Tokens, make one with connections:write for SLACK_APP_TOKEN. WebSockets must be let out.';

export const checkSigningSecret = (secret: string): Result =>
  /^[0-9a-f]{32}$/.test(secret)
    ? passed('32 digits and letters, as Slack’s are')
    : failed(
        'SLACK_SIGNING_SECRET does not look like one of Slack’s: 32 digits and letters from a to f',
        'Copy it anew: api.slack.com/apps, Basic Information, App Credentials, Signing Secret (not Client Secret).',
      );

/** Why a call to Slack failed. `message` is the short word of Slack or of the network; never an answer's body. */
interface SlackTrouble {
  readonly kind: 'refused' | 'unreachable' | 'no-slack';
  readonly message: string;
}

/** Undefined for errors of neither Slack nor the network. Follows causes. */
function slackTroubleOf(error: unknown): SlackTrouble | undefined {
  if (error instanceof WebAPIPlatformError) return refusal(error.data.error);
  if (error instanceof WebAPIRateLimitedError) return { kind: 'refused', message: 'ratelimited' };
  if (error instanceof WebAPIHTTPError) return { kind: 'no-slack', message: `HTTP ${error.statusCode}` };
  if (error instanceof WebAPIRequestError) return { kind: 'unreachable', message: codeIn(error.original) };
  return error instanceof Error && error.cause !== undefined ? slackTroubleOf(error.cause) : undefined;
}

/** The client mistakes a page that is not JSON for Slack's error word. */
function refusal(word: string): SlackTrouble {
  return /^[a-z_]{1,80}$/.test(word)
    ? { kind: 'refused', message: word }
    : { kind: 'no-slack', message: 'a page that is no JSON' };
}

/** fetch puts the reason a level or two down; some, such as `bad port`, have no code. */
function codeIn(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.message : codeIn(error.cause);
}
