import type { WebClient } from '@slack/web-api';
import { HOUR_MS } from '../../account/time.ts';
import type { PlannedChannel } from '../../store/create-store.ts';
import type { SlackAnswer } from '../../watch/after-answer.ts';
import type { CallTarget, Notify } from '../../watch/engine/engine.ts';
import type { Call } from '../../watch/plan-notification.ts';
import type { MessageRef, Notification } from '../../watch/posted.ts';
import { isSlackId } from '../kit/ids.ts';
import { type Message, textOf, toSend } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { summarize, summaryMessage } from '../summary/summary.ts';
import { NO_PREVIEW, type SlackFailure } from '../web.ts';
import { deliveryText } from './alert-blocks.ts';
import { alertMessage } from './alert-message.ts';

export type NotifyDeps = ListenerDeps & {
  /** A separate client, because its calls have other limits than those for which somebody waits. */
  readonly client: Pick<WebClient, 'chat'>;
};

/** How long to wait if it could not be checked whether a person may be notified. */
const HELD_FOR_MS = 60_000;

/**
 * Notifies channels and people about their watched accounts. Each call is one attempt: the engine plans the next one from
 * the state at that time.
 */
export const createNotify =
  (deps: NotifyDeps): Notify =>
  async (planned) => {
    const { call, channelId } = planned;
    const answer = (await barredFrom(channelId, deps)) ?? (await notify(deps, planned));
    deps.observe?.({ kind: 'alert-call', call: call.kind, result: answer.kind });
    if (answer.kind === 'broken')
      deps.log.warn({ channelId, reason: answer.reason }, 'a channel accepts no alerts');
    return answer;
  };

async function notify(deps: NotifyDeps, planned: PlannedChannel): Promise<SlackAnswer> {
  const { call, channelId: conversation, atMs: nowMs, overview } = planned;
  const { accountCount, zone } = planned.state;
  const isPerson = isSlackId('person', conversation);
  const ofViewer = isPerson ? deps.contexts.private(conversation) : { ...deps.contexts.channel(), zone };
  const viewer = { ...ofViewer, nowMs };
  const messageFor = async (notification: Notification) => {
    const what = await withMembers(notification, deps);
    if (what.kind !== 'summary') return alertMessage(what, { accountCount, linkTo: deps.linkTo }, viewer);
    if (overview === undefined) throw new Error('a summary has nothing to say');
    const summary = await summarize(overview, viewer);
    const where = isPerson ? 'direct' : 'channel';
    return summaryMessage(summary, { ...viewer, zone: what.zone }, { where });
  };
  const sendAs = async (kind: Call['kind'], what: Notification) =>
    send(kind, call.at ?? { channelId: conversation }, await messageFor(what), deps);
  if (call.kind !== 'reply' || call.root === undefined) return sendAs(call.kind, call.notification);
  // If somebody has deleted the message, Slack silently posts the reply into the channel.
  const edited = await sendAs('edit', call.root);
  return edited.kind === 'sent' || edited.kind === 'fixed' ? sendAs('reply', call.notification) : edited;
}

/** Calls targets with the text of the alert. */
export const createCallTarget =
  ({ targets, contexts, observe }: NotifyDeps): CallTarget =>
  async (claim) => {
    const { target, incident, zone, atMs: nowMs } = claim;
    const text = deliveryText(claim, { ...contexts.channel(), zone, nowMs });
    const answer = await targets.call(target, { ...claim, ...text, sinceMs: incident?.startedAtMs });
    observe?.({ kind: 'alert-call', call: target, result: answer.kind });
    return answer;
  };

/** Why this conversation may no longer be notified. Undefined: it may. */
export async function barredFrom(
  conversation: string,
  { decide, rules }: ListenerDeps,
): Promise<SlackAnswer | undefined> {
  const isOut = rules.places?.includes(conversation) === false;
  if (!isSlackId('person', conversation)) return isOut ? { kind: 'broken', reason: 'elsewhere' } : undefined;
  const decision = await decide({ userId: conversation, place: 'direct' });
  if (typeof decision === 'object') return undefined;
  return decision === 'unknown'
    ? { kind: 'held', retryAfterMs: HELD_FOR_MS }
    : { kind: 'broken', reason: decision };
}

/** Replaces those whom a watch mentions by those who may be mentioned now, and adds who of them is in Do Not Disturb. */
async function withMembers(
  notification: Notification,
  { mentionable, inDnd, log }: NotifyDeps,
): Promise<Notification> {
  if (notification.kind !== 'alert' || notification.again === undefined) return notification;
  const again = await mentionable(notification.again);
  const hasNobodyLeft = again.length === 0 && notification.again.length > 0;
  if (hasNobodyLeft) log.warn('none of the people whom a watch mentions is a full member now');
  return { ...notification, again, hasNobodyLeft, inDnd: await inDnd(again) };
}

/** Slack must not turn names and addresses in the text into mentions and links. */
const AS_WRITTEN = { parse: 'none', link_names: false } as const;

/** `at`: the message that is edited or replied to; for a post only the channel. */
async function send(
  kind: Call['kind'],
  at: Partial<MessageRef> & Pick<MessageRef, 'channelId'>,
  message: Message,
  { client, callSlack, log }: NotifyDeps,
): Promise<SlackAnswer> {
  const { ts, channelId: channel } = at;
  const attempt = (shown: { readonly text: string; readonly blocks?: Message }) => {
    const args = { ...shown, ...AS_WRITTEN, channel };
    if (kind === 'edit') return callSlack('chat.update', () => client.chat.update({ ...args, ts: ts ?? '' }));
    const post = { ...args, ...NO_PREVIEW, thread_ts: ts };
    return callSlack('chat.postMessage', () => client.chat.postMessage(post));
  };
  let called = await attempt(toSend(message));
  if (called.kind === 'malformed') {
    // A defect of ours, already logged. A plain message is better than none.
    log.error({ channelId: channel }, 'an alert goes out as plain text: Slack cannot draw it');
    called = await attempt({ text: textOf(message) });
  }
  // Without a thread there is no line. The alert itself was edited.
  if (called.kind !== 'done' && called.kind !== 'threadless') return answerOfFailure(called, channel);
  const { ts: sentTs = ts, channel: channelId = channel } = called.kind === 'done' ? called.value : {};
  return sentTs === undefined ? { kind: 'unconfirmed' } : { kind: 'sent', ts: sentTs, channelId };
}

const RATE_LIMITED_FOR_MS = 30_000;

/** What a failed call means for the channel. */
function answerOfFailure({ kind, error, retryAfterMs }: SlackFailure, channel: string): SlackAnswer {
  if (error === 'ratelimited' || error === 'rate_limited')
    return { kind: 'held', retryAfterMs: Math.min(retryAfterMs || RATE_LIMITED_FOR_MS, HOUR_MS) };
  // Every channel fails in the same way until an admin repairs the installation.
  if (kind === 'global') return { kind: 'stopped', reason: error };
  // Direct messages are posted to the person. Those of another installation of the app cannot be edited.
  if (kind === 'conversation' && !isSlackId('direct', channel)) return { kind: 'broken', reason: error };
  if (kind === 'conversation') return { kind: 'gone' };
  // After a time-out or an unknown error the call may or may not have been carried out.
  return { kind: kind === 'gone' || kind === 'fixed' ? kind : 'unconfirmed' };
}
