import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';

/** Why Slack did not do what it was called for, by what it means for us. */
export interface SlackFailure {
  readonly kind: SlackFailureKind;
  /** Slack's own word, or ours where it has none: for logs and metrics. */
  readonly error: string;
  /** What Slack says about the places that it cannot draw, with pointers. */
  readonly messages?: readonly string[];
  /** How long Slack wants to be left alone. */
  readonly retryAfterMs?: number;
}

type SlackFailureKind =
  /** A trigger is good for one view, within three seconds, some of which Slack has used up itself. */
  | 'trigger-spent'
  /** The view is gone: the person has closed it. */
  | 'gone'
  /** Somebody else changed it since. */
  | 'outdated'
  /** Slack cannot draw what it was sent: a fault of ours. */
  | 'malformed'
  /** It may work in a moment: limits, faults of Slack, the network. */
  | 'passing'
  /** The token is no longer valid: Slack refuses every call until the app has a new one. */
  | 'signed-out'
  /** It will not work until an admin repairs the installation. */
  | 'refused';

const MEANINGS: Readonly<Record<string, SlackFailureKind>> = {
  expired_trigger_id: 'trigger-spent',
  exchanged_trigger_id: 'trigger-spent',
  invalid_trigger_id: 'trigger-spent',
  trigger_expired: 'trigger-spent',
  trigger_exchanged: 'trigger-spent',
  // An answer of Slack's was lost on its way, and the view is open already.
  duplicate_external_id: 'trigger-spent',
  not_found: 'gone',
  view_not_found: 'gone',
  hash_conflict: 'outdated',
  invalid_arguments: 'malformed',
  invalid_blocks: 'malformed',
  invalid_blocks_format: 'malformed',
  msg_blocks_too_long: 'malformed',
  msg_too_long: 'malformed',
  only_one_table_allowed: 'malformed',
  view_too_large: 'malformed',
  account_inactive: 'signed-out',
  invalid_auth: 'signed-out',
  not_authed: 'signed-out',
  team_disabled: 'signed-out',
  token_expired: 'signed-out',
  token_revoked: 'signed-out',
  user_removed_from_team: 'signed-out',
  not_json: 'passing',
  internal_error: 'passing',
  fatal_error: 'passing',
  ratelimited: 'passing',
  rate_limited: 'passing',
  request_timeout: 'passing',
  service_unavailable: 'passing',
};

/** Reads what a call of the Web API, or a post to a `response_url`, threw or refused with. */
export function toSlackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIPlatformError) {
    const { error: word, response_metadata: more } = error.data;
    return { ...failureOf(word), messages: more?.messages };
  }
  if (error instanceof WebAPIRateLimitedError) {
    return { kind: 'passing', error: 'ratelimited', retryAfterMs: error.retryAfter * 1_000 };
  }
  if (error instanceof WebAPIHTTPError) {
    const isPassing = error.statusCode >= 500 || error.statusCode === 408;
    return { kind: isPassing ? 'passing' : 'refused', error: `http_${error.statusCode}` };
  }
  if (error instanceof WebAPIRequestError) return { kind: 'passing', error: nameOfCause(error.original) };
  // A 429 without Retry-After and an answer that stands still half-way come as they are.
  return { kind: 'passing', error: nameOfCause(error) };
}

/** What one of Slack's words means. Where a web page stands in its place, something in between has answered. */
export function failureOf(word: string): SlackFailure {
  if (!/^[a-z_]{1,60}$/.test(word)) return failureOf('not_json');
  return { kind: Object.hasOwn(MEANINGS, word) ? (MEANINGS[word] ?? 'refused') : 'refused', error: word };
}

function nameOfCause(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  return error.message.startsWith('Retry header') ? 'ratelimited' : 'network';
}
