const OTHER = 'other';

/** Slack's words for refusals that the app can meet, ours for what comes before any word, and one for all others. */
export const SLACK_ERRORS: readonly string[] = [
  ...[
    'timeout',
    'network',
    'not_json',
    'http_3xx',
    'http_4xx',
    'http_5xx',
    'refused',
    'spent',
    'ack_not_sent',
  ],
  ...['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'],
  ...['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired', 'missing_scope'],
  ...['user_removed_from_team', 'team_disabled', 'org_login_required', 'access_denied', 'no_permission'],
  ...['not_allowed_token_type', 'team_access_not_granted', 'ekm_access_denied', 'no_such_subteam'],
  ...['invalid_blocks', 'invalid_blocks_format', 'invalid_arguments', 'only_one_table_allowed'],
  ...['msg_too_long', 'msg_blocks_too_long', 'view_too_large', 'duplicate_external_id', 'not_enabled'],
  ...['expired_trigger_id', 'exchanged_trigger_id', 'invalid_trigger_id', 'trigger_expired'],
  ...['trigger_exchanged', 'push_limit_reached', 'hash_conflict', 'not_found', 'view_not_found'],
  ...['link_disabled', 'too_many_websockets', OTHER],
];

/** A label with too many values is expensive for the metrics store, and outsiders could add values. */
export function slackErrorLabel(word: string): string {
  const label = word.replace(/^http_([345])\d\d$/, 'http_$1xx');
  return SLACK_ERRORS.includes(label) ? label : OTHER;
}
