import { HOUR_MS } from '../../domain/duration.ts';
import type { SlackAnswer } from '../../watch/ports.ts';
import type { SlackFailure } from '../web-api/slack-failure.ts';

/** The message, or the thread, is not there any more, or not to be changed any more. */
const GONE: readonly string[] = [
  ...['message_not_found', 'thread_not_found', 'cant_update_message', 'edit_window_closed'],
];

/** This channel, or this person, takes nothing from the app. */
const BROKEN: readonly string[] = [
  ...['channel_not_found', 'not_in_channel', 'is_archived', 'is_inactive', 'messages_tab_disabled'],
  ...['restricted_action', 'restricted_action_read_only_channel', 'restricted_action_thread_locked'],
  ...['restricted_action_thread_only_channel', 'restricted_action_non_threadable_channel'],
  ...['user_not_found', 'user_disabled', 'cannot_dm_bot', 'no_permission', 'access_denied'],
];

/** It is the same in every channel until an admin repairs the installation. */
const STOPPED: readonly string[] = [
  ...['missing_scope', 'not_allowed_token_type', 'ekm_access_denied', 'team_access_not_granted'],
  ...['org_login_required', 'two_factor_setup_required', 'enterprise_is_restricted'],
];

/** Answers that have a meaning here; `createTell` logs those that somebody has to do something about. */
export const EXPECTED: readonly string[] = [...GONE, ...BROKEN, ...STOPPED];

const HELD_FOR_MS = 30_000;
const HELD_AT_MOST_MS = HOUR_MS;

/** What a call that Slack did not take means for the channel. */
export function answerOfFailure({ kind, error, retryAfterMs }: SlackFailure): SlackAnswer {
  if (error === 'ratelimited' || error === 'rate_limited') {
    return { kind: 'held', retryAfterMs: Math.min(retryAfterMs || HELD_FOR_MS, HELD_AT_MOST_MS) };
  }
  // Time-outs, resets, faults of Slack and answers of proxies: the call may have been carried out.
  if (kind === 'passing' || error.startsWith('http_')) return { kind: 'unconfirmed' };
  if (kind === 'signed-out' || STOPPED.includes(error)) return { kind: 'stopped', reason: error };
  return GONE.includes(error) ? { kind: 'gone' } : { kind: 'broken', reason: error };
}
