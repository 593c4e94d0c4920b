import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import type { AccessRules } from '../../domain/access.ts';
import type { TermsOf } from '../../domain/account-terms.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import type { Observe } from '../../domain/events.ts';
import { alertMessage } from '../../formatters/alert/alert-message.ts';
import type { Message } from '../../formatters/message.ts';
import type { SlackAnswer, SlackCall, Tell } from '../../watch/ports.ts';
import type { Words } from '../../words/words.ts';
import type { AccessPolicy } from '../authorize/access-policy.ts';
import type { Contexts } from '../shared/contexts.ts';
import { summarize } from '../shared/summarize.ts';
import { isUserPlace } from '../shared/watches.ts';
import type { CallSlack } from '../web-api/create-call-slack.ts';
import type { SlackFailure } from '../web-api/slack-failure.ts';

export interface TellDeps {
  /** A client of its own: when a rate limit pauses it, people must not have to wait. */
  readonly client: Pick<WebClient, 'chat'>;
  readonly callSlack: CallSlack;
  readonly decide: AccessPolicy;
  readonly rules: AccessRules;
  readonly contexts: Contexts;
  readonly termsOf: TermsOf;
  readonly observe?: Observe;
  readonly log: Logger;
}

/** While nobody can say who the person is: nothing was done. */
const HELD_FOR_MS = 60_000;
const STOPPED =
  'Slack takes no alerts, in no channel: install the app again from manifest.yml. They are kept and told then';
/** Includes the key of the message, so that a message can be found when Slack's answer to the post was lost. */
const EVENT_TYPE = 'backup_status_alert';

/**
 * Tells channels and people of their watched accounts. Each call is one attempt: the engine decides what to tell again,
 * by comparing it with the state at that time.
 */
export function createTell(deps: TellDeps): Tell {
  const { contexts, termsOf, observe = () => {}, log } = deps;

  async function tell(call: SlackCall): Promise<SlackAnswer> {
    const barred = await barredFrom(call.toldTo, deps);
    if (barred !== undefined) return barred;
    const { told, overview, nowMs } = call;
    const isSummary = told.kind === 'summary' && overview !== undefined;
    const summary = isSummary ? await summarize(overview, termsOf, nowMs) : undefined;
    const words = wordsFor(call.toldTo, contexts);
    // This turn of the event loop decided what to tell, perhaps about thousands of accounts.
    await nextTurn();
    const say = (said: SlackCall) => send(said, alertMessage({ ...said, summary }, { words, termsOf }), deps);
    if (call.kind !== 'reply') return say(call);
    // If somebody has deleted the message, Slack silently posts the reply into the channel.
    const root = await say({ ...call, kind: 'edit' });
    return root.kind === 'sent' ? say(call) : root;
  }

  /** Why nothing could be told the last time: said once, not for each channel in each minute. */
  let stoppedBy: string | undefined;

  return async (call) => {
    const answer = await tell(call);
    observe({ kind: 'alert-call', call: call.kind, result: answer.kind });
    if (answer.kind === 'broken') {
      log.warn({ channelId: call.toldTo, reason: answer.reason }, 'a channel takes no alerts');
    } else if (answer.kind === 'stopped') {
      if (answer.reason !== stoppedBy) log.error({ error: answer.reason }, STOPPED);
      stoppedBy = answer.reason;
    } else if (answer.kind === 'sent' && stoppedBy !== undefined) {
      stoppedBy = undefined;
      log.info('Slack takes alerts again');
    }
    return answer;
  };
}

const wordsFor = (toldTo: string, contexts: Contexts): Words =>
  (isUserPlace(toldTo) ? contexts.private(toldTo) : contexts.channel(undefined)).words;

/** Why those who asked to be told may not be told any more; undefined: they may. */
async function barredFrom(
  toldTo: string,
  { decide, rules }: Pick<TellDeps, 'decide' | 'rules'>,
): Promise<SlackAnswer | undefined> {
  if (!isUserPlace(toldTo)) {
    return rules.places?.includes(toldTo) === false ? { kind: 'broken', reason: 'elsewhere' } : undefined;
  }
  const decision = await decide({ userId: toldTo, place: 'direct' });
  if (decision.kind === 'allowed') return undefined;
  return decision.reason === 'unknown'
    ? { kind: 'held', retryAfterMs: HELD_FOR_MS }
    : { kind: 'broken', reason: decision.reason };
}

async function send(
  call: SlackCall,
  { text, blocks }: Message,
  { client, callSlack, log }: Pick<TellDeps, 'client' | 'callSlack' | 'log'>,
): Promise<SlackAnswer> {
  const attempt = (message: Partial<Message> & Pick<Message, 'text'>) =>
    call.kind === 'edit'
      ? callSlack('chat.update', () => client.chat.update({ ...message, ...toEdit(call) }), EXPECTED)
      : callSlack(
          'chat.postMessage',
          () => client.chat.postMessage({ ...message, ...toPost(call) }),
          EXPECTED,
        );
  let called = await attempt({ text, blocks });
  if (called.kind === 'malformed') {
    // A fault of ours, already logged. A plain message is better than none.
    log.error({ channelId: call.toldTo }, 'an alert goes out as plain text: Slack cannot draw it');
    called = await attempt({ text });
  }
  if (called.kind !== 'done') return answerOfFailure(called);
  const { ts = call.ts, channel = call.channelId } = called.value;
  return ts === undefined ? { kind: 'unconfirmed' } : { kind: 'sent', ts, channelId: channel };
}

/** Names and addresses in it stay as they are; Slack fetches none of them. */
const AS_WRITTEN = { parse: 'none', link_names: false } as const;

const metadataOf = ({ id }: SlackCall) => ({ event_type: EVENT_TYPE, event_payload: { id } });

const toEdit = (call: SlackCall) => ({
  ...AS_WRITTEN,
  channel: call.channelId,
  ts: call.ts ?? '',
  metadata: metadataOf(call),
});

const toPost = (call: SlackCall) => ({
  ...AS_WRITTEN,
  channel: call.channelId,
  thread_ts: call.kind === 'reply' ? (call.ts ?? '') : undefined,
  unfurl_links: false,
  unfurl_media: false,
  metadata: metadataOf(call),
});

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
const STOPS_ALL: readonly string[] = [
  ...['missing_scope', 'not_allowed_token_type', 'ekm_access_denied', 'team_access_not_granted'],
  ...['org_login_required', 'two_factor_setup_required', 'enterprise_is_restricted'],
];

/** Answers that have a meaning here; `createTell` logs those that somebody has to do something about. */
const EXPECTED: readonly string[] = [...GONE, ...BROKEN, ...STOPS_ALL];

const RATE_LIMITED_FOR_MS = 30_000;
const RATE_LIMITED_AT_MOST_MS = HOUR_MS;

/** What a call that Slack did not take means for the channel. */
function answerOfFailure({ kind, error, retryAfterMs }: SlackFailure): SlackAnswer {
  if (error === 'ratelimited' || error === 'rate_limited') {
    return {
      kind: 'held',
      retryAfterMs: Math.min(retryAfterMs || RATE_LIMITED_FOR_MS, RATE_LIMITED_AT_MOST_MS),
    };
  }
  // Time-outs, resets, faults of Slack and answers of proxies: the call may have been carried out.
  if (kind === 'passing' || error.startsWith('http_')) return { kind: 'unconfirmed' };
  if (kind === 'signed-out' || STOPS_ALL.includes(error)) return { kind: 'stopped', reason: error };
  return GONE.includes(error) ? { kind: 'gone' } : { kind: 'broken', reason: error };
}
