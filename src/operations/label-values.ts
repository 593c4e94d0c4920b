/** A label with too many values costs the metrics store dearly, and may be driven up from outside. */
export type ToLabel = (value: string) => string;

const OTHER = 'other';

/** Passes the values given, and calls all others `other`. */
function oneOf(values: readonly string[]): ToLabel {
  const known = new Set(values);
  return (value) => (known.has(value) ? value : OTHER);
}

/** For words of our own code: passes the first so many that look like one, and calls all others `other`. */
export function fewWords(most = 30): ToLabel {
  const seen = new Set<string>();
  return (value) => {
    if (seen.has(value)) return value;
    if (seen.size >= most || !/^[a-z][a-z0-9_-]{0,39}$/.test(value)) return OTHER;
    seen.add(value);
    return value;
  };
}

/** How a call of the service ended: our own word, or an HTTP status that the service is known to use. */
export const serviceResult: ToLabel = (() => {
  const words = oneOf([
    ...['ok', 'timeout', 'network', 'bad-response', 'login-rejected', 'closed', 'busy', 'breaker-open'],
    ...['400', '401', '403', '404', '408', '429', '500', '502', '503', '504'],
    ...['1xx', '2xx', '3xx', '4xx', '5xx'],
  ]);
  return (value) => {
    const status = /^(?:http[-_ ]?)?([1-5])(\d\d)$/.exec(value);
    if (status === null) return words(value);
    const exact = words(`${status[1]}${status[2]}`);
    return exact === OTHER ? `${status[1]}xx` : exact;
  };
})();

/** The methods that the app calls, and `response_url`. */
export const slackMethod: ToLabel = oneOf([
  ...['response_url', 'socket', 'apps.connections.open', 'auth.test', 'auth.teams.list'],
  ...['views.open', 'views.push', 'views.update', 'views.publish'],
  ...['chat.postMessage', 'chat.postEphemeral', 'chat.update', 'chat.delete'],
  ...['users.info', 'usergroups.users.list', 'usergroups.list', 'conversations.info', 'conversations.open'],
]);

/** Slack's words for refusals that the app can meet, and ours for what comes before any word. */
export const slackErrorWord: ToLabel = oneOf([
  ...['timeout', 'network', 'http', 'refused', 'aborted', 'bad_response', 'closed'],
  ...[
    'rate_limited',
    'ratelimited',
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'request_timeout',
  ],
  ...['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired', 'missing_scope'],
  ...['not_allowed_token_type', 'no_permission', 'team_access_not_granted', 'ekm_access_denied'],
  ...['invalid_blocks', 'invalid_blocks_format', 'invalid_arguments', 'invalid_payload', 'no_text'],
  ...['msg_too_long', 'msg_blocks_too_long', 'view_too_large', 'duplicate_external_id', 'not_enabled'],
  ...['expired_trigger_id', 'exchanged_trigger_id', 'invalid_trigger_id', 'trigger_expired'],
  ...['trigger_exchanged', 'push_limit_reached', 'hash_conflict', 'not_found', 'used_url', 'expired_url'],
  ...['message_not_found', 'cant_update_message', 'edit_window_closed', 'channel_not_found'],
  ...['not_in_channel', 'is_archived', 'restricted_action', 'user_not_found', 'user_not_visible'],
  ...['link_disabled', 'too_many_websockets', 'slack_webapi_platform_error'],
]);
