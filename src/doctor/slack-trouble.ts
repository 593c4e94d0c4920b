import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

/** Why a call to Slack failed. `message` is the short word of Slack or of the network; never an answer's body. */
export interface SlackTrouble {
  readonly kind: 'refused' | 'unreachable' | 'no-slack';
  readonly message: string;
}

/** Undefined for errors of neither Slack nor the network. Follows causes. */
export function slackTroubleOf(error: unknown): SlackTrouble | undefined {
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
