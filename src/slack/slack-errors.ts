import type { ClosedTo } from '../words/en/watches.ts';

/** Why a call to Slack failed, by what that means for this app. */
export type SlackErrorKind = keyof typeof MEANINGS | 'passing';

/** Slack's error codes that mean more than "try again later". Every other code is passing. */
const MEANINGS = {
  /** Slack refuses the app, its installation, or one of its settings, wherever the call goes. An admin has to act. */
  global: [
    'account_inactive invalid_auth not_authed team_disabled token_expired token_revoked user_removed_from_team',
    'missing_scope not_allowed_token_type no_such_subteam team_access_not_granted ekm_access_denied',
    'org_login_required two_factor_setup_required enterprise_is_restricted accesslimited',
  ],
  /** This conversation, or this person, refuses messages from the app. */
  conversation: [
    'channel_not_found not_in_channel is_archived is_inactive messages_tab_disabled cannot_dm_bot',
    'restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel',
    'no_permission access_denied user_not_found user_not_visible user_disabled',
    'action_prohibited channel_is_archived posting_to_general_channel_denied',
  ],
  /** The conversation accepts messages, but no reply in this thread. */
  threadless: ['restricted_action_non_threadable_channel restricted_action_thread_locked'],
  /** What the call is about is gone or has changed: a message, its `response_url`, a view, a trigger. */
  gone: [
    'message_not_found thread_not_found used_url expired_url',
    'not_found view_not_found hash_conflict',
    'expired_trigger_id exchanged_trigger_id invalid_trigger_id trigger_expired trigger_exchanged',
    // Slack's answer was lost on its way, and the view is already open.
    'duplicate_external_id',
  ],
  /** The message is there, and can no longer be edited. */
  fixed: ['cant_update_message edit_window_closed block_mismatch'],
  /** Slack cannot draw what it was sent: a defect of ours. */
  malformed: [
    'invalid_arguments invalid_blocks invalid_blocks_format msg_blocks_too_long msg_too_long',
    'only_one_table_allowed view_too_large',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const KINDS = new Map(
  Object.entries(MEANINGS).flatMap(([kind, lines]) =>
    lines.flatMap((line) => line.split(' ')).map((word) => [word, kind as SlackErrorKind] as const),
  ),
);

/** What one of Slack's error codes means. */
export const slackErrorKind = (word: string): SlackErrorKind => KINDS.get(word) ?? 'passing';

/** What a person can do about a conversation that refuses messages, by Slack's error. */
export function closedTo(word: string): ClosedTo {
  if (word === 'channel_not_found' || word === 'not_in_channel') return 'not-in-channel';
  return word === 'messages_tab_disabled' ? 'no-direct-messages' : 'closed';
}
