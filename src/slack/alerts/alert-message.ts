import type { WebClient } from '@slack/web-api';
import { HOUR_MS } from '../../account/time.ts';
import type { PlannedChannel } from '../../store/create-store.ts';
import type { SlackAnswer } from '../../watch/after-answer.ts';
import type { CallTarget, Notify } from '../../watch/engine/engine.ts';
import type { Call } from '../../watch/plan-notification.ts';
import type { Hands, MessageRef, Notification, QuietNotice } from '../../watch/posted.ts';
import { accountButtons } from '../card/buttons.ts';
import { button, escapeMrkdwn, primary, row, section } from '../kit/blocks.ts';
import { isSlackId } from '../kit/ids.ts';
import { type Message, nameOf, type SlackContext, sentence, textOf, toSend } from '../kit/message.ts';
import {
  dateElement,
  joined,
  line,
  link,
  mention,
  plain,
  richText,
  timeElement,
  untilElement,
} from '../kit/rich-text.ts';
import {
  HEARD_SIGN,
  MOVED_SIGN,
  NOTE_SIGN,
  OUTAGE_SIGN,
  OWNER_SIGN,
  QUIET_SIGN,
  VERDICT_SIGN,
} from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { summarize, summaryMessage } from '../summary/summary.ts';
import { namesOf, scheduleText } from '../watches/watch-messages.ts';
import { closedTo, NO_PREVIEW, type SlackFailure } from '../web.ts';
import { deliveryText, formatAlert, timeText, titleOfOne } from './alert-blocks.ts';

/** The buttons under "Still on …?". Their `value` is when the present acknowledgement expires. */
export const STILL = { renew: 'still_on_it', release: 'still_release' } as const;

/** All but summaries, which are made from everything watched. */
type AlertNotification = Exclude<Notification, { readonly kind: 'summary' }>;

/** What a message shows besides its content. */
interface Around {
  /** Accounts that are watched there. */
  readonly accountCount: number;
  /** The address of a message. */
  readonly linkTo: (message: MessageRef) => string;
}

const MAX_NAMED = 5;

/**
 * Every message to a channel about its watched accounts, and every line in a thread. The first line is the notification
 * text. Contains no e-mail address and no personal name of an account.
 */
export function alertMessage(
  notification: AlertNotification,
  { accountCount, linkTo }: Around,
  context: SlackContext,
): Message {
  const { words, zone } = context;
  const { alert, time } = words;
  const at = (atMs: number) => timeText(atMs, context);
  switch (notification.kind) {
    case 'alert':
      return formatAlert(notification, accountCount, context);
    case 'superseded':
      return supersededMessage(notification, linkTo(notification.by), context);
    case 'also':
    case 'recovered': {
      const shown = notification.incidents.slice(0, MAX_NAMED);
      const lines = shown.map((incident) => titleOfOne(incident, context));
      const rest = notification.count - lines.length;
      return sentence(...joined('\n', [...lines.map((one) => [one]), rest > 0 && [alert.more(rest)]]));
    }
    case 'hands':
      return handsMessage(notification, context);
    case 'quiet':
      return quietMessage(notification, context);
    case 'remind': {
      const text = alert.remind(time.duration(notification.afterMs), namesIn(notification, context));
      return sentence(`${OWNER_SIGN} `, mention(notification.userId), ` ${text}`);
    }
    case 'still': {
      const { untilMs } = notification;
      const [value, clock] = [String(untilMs), time.clock({ atMs: untilMs, zoneId: zone })];
      const question = `${OWNER_SIGN} ${alert.still(namesIn(notification, context))} `;
      const until = dateElement(untilMs, alert.stillUntil('{time}'), alert.stillUntil(clock));
      const renew = primary(button(STILL.renew, words.buttons.stillOnIt, value));
      const release = button(STILL.release, words.buttons.release, value);
      return [...sentence(question, until), ...row(renew, release)];
    }
    case 'outage': {
      const { sinceMs, overAtMs } = notification;
      const { what, meanwhile, over } = alert.outage;
      if (overAtMs === undefined) return aboutOutage(`*${what(at(sinceMs))}*\n${meanwhile(accountCount)}`);
      const text = over(at(sinceMs), at(overAtMs), time.duration(overAtMs - sinceMs));
      return [section(`${VERDICT_SIGN.healthy} ${text}`)];
    }
    case 'downtime':
      return aboutOutage(alert.downtime(at(notification.fromMs), at(notification.toMs)));
    case 'paused': {
      const conversation = `<#${escapeMrkdwn(notification.channelId)}>`;
      return aboutOutage(words.watches.broken(closedTo(notification.reason), conversation));
    }
    case 'fine': {
      const { accountId, over } = notification;
      const name = nameOf(accountId, context);
      const text = over
        ? `${VERDICT_SIGN.healthy} ${alert.fine(name, time.duration(over.resolvedAtMs - over.startedAtMs))}`
        : `${HEARD_SIGN} ${words.watches.notTold(name)}`;
      return [...sentence(text), ...accountButtons([accountId], context)];
    }
    case 'scheduled': {
      const text = ` ${words.watches.scheduled(scheduleText(notification.schedule, words))}`;
      return sentence(mention(notification.userId), text);
    }
    case 'stopped': {
      const { userId, ids, names: oldNames } = notification;
      const names = namesOf(ids, context, { oldNames });
      const { retired, stopped, summaryStopped } = words.watches;
      if (userId === undefined) return sentence(retired(names));
      const text = ids.length === 0 ? summaryStopped : stopped(names);
      return sentence(mention(userId), ` ${text}`);
    }
    default:
      return notification satisfies never;
  }
}

/** An alert that continues in a newer one: what it was about, how bad that was, who was on it, and a link to the newer one. */
function supersededMessage(
  { rows, counts, postedAtMs }: Extract<Notification, { readonly kind: 'superseded' }>,
  url: string,
  context: SlackContext,
): Message {
  const { words, zone } = context;
  const [first] = rows;
  const owner = mention(first?.ownerId);
  const total = Math.max(rows.length, counts.critical + counts.attention + counts.unknown);
  const names = words.numbers.list([first ? nameOf(first.accountId, context) : ''], total - 1);
  return sentence(
    `${MOVED_SIGN} ${words.alert.was(names)} ${first ? VERDICT_SIGN[first.level] : ''} `,
    timeElement(postedAtMs, zone, context),
    owner.length > 0 && [' · ', ...owner, ` ${words.alert.wasOnIt}`],
    ' · ',
    link(url, words.alert.continued),
  );
}

const namesIn = ({ accountIds, count }: Pick<Hands, 'accountIds' | 'count'>, context: SlackContext) =>
  namesOf(accountIds, context, { max: MAX_NAMED, count });

/** Who is on accounts now, and who was before; or that somebody is no longer on them. */
function handsMessage(hands: Hands, context: SlackContext): Message {
  const { alert } = context.words;
  const { userId, byId, fromId, ended, note } = hands;
  const names = namesIn(hands, context);
  const [by, from, to] = [mention(byId), mention(fromId), mention(userId)];
  const third = fromId !== byId && fromId !== userId && from.length > 0;
  const elements = () => {
    if (ended !== undefined) return [to, ` ${alert.noLonger(ended, names)}`];
    const wasOnIt = third && [' · ', ...from, ` ${alert.wasOnIt}`];
    if (by.length > 0) return [by, ` ${alert.handedOverTo} `, to, ` · ${names}`, wasOnIt];
    if (from.length > 0) return [to, ` ${alert.tookOverFrom} `, ...from, ` · ${names}`];
    return [to, ` ${alert.tookOver(names)}`];
  };
  // In a direct message there may be no alert to open it from.
  const opened = by.length > 0 && context.audience === 'private' ? hands.accountIds.slice(0, 1) : [];
  return [richText(line(`${OWNER_SIGN} `, ...elements()), line(note)), ...accountButtons(opened, context)];
}

/** Who made accounts quiet or put a note on them, and until when; or that this has ended. */
export function quietMessage(
  notice: Omit<QuietNotice, 'kind' | 'count'> & { readonly count?: number },
  context: SlackContext,
): Message {
  const { quiet, notes } = context.words;
  const { accountIds, count, userId, isMute, isNote, endsAtMs, reason } = notice;
  const names = namesOf(accountIds, context, { count });
  const did = endsAtMs === undefined ? 'ended' : 'began';
  const what = isNote ? notes[did](names) : quiet[did](isMute, names);
  const sign = isNote ? NOTE_SIGN : endsAtMs === undefined ? HEARD_SIGN : QUIET_SIGN;
  const end = endsAtMs !== undefined && [' ', untilElement(endsAtMs, context.zone, context)];
  return [richText(line(`${sign} `, mention(userId), ` ${what}`, end), line(reason))];
}

const aboutOutage = (markup: string): Message => [section(`${OUTAGE_SIGN} ${markup}`)];

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
  const messageFor = async (what: Notification) => {
    if (what.kind !== 'summary') return alertMessage(what, { accountCount, linkTo: deps.linkTo }, viewer);
    if (overview === undefined) throw new Error('a summary has nothing to say');
    const summary = await summarize(overview, viewer);
    const where = isPerson ? 'direct' : 'channel';
    return summaryMessage(summary, { ...viewer, zone: what.zone }, { where });
  };
  const sendAs = async (kind: Call['kind'], notification: Notification) => {
    const what = await withMembers(notification, deps);
    const message = await messageFor(what);
    // Slack notifies nobody of an edit.
    const shown = kind === 'edit' ? message : await mentioningOnly(await calledBy(what, deps), message, deps);
    return send(kind, call.at ?? { channelId: conversation }, shown, deps);
  };
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
async function withMembers(notification: Notification, { mentionable, inDnd, log }: NotifyDeps) {
  if (notification.kind !== 'alert' || notification.again === undefined) return notification;
  const again = await mentionable(notification.again);
  const hasNobodyLeft = again.length === 0 && notification.again.length > 0;
  if (hasNobodyLeft) log.warn('none of the people whom a watch mentions is a full member now');
  return { ...notification, again, hasNobodyLeft, inDnd: await inDnd(again) };
}

/** Whom a new message is to notify. Undefined: everybody whom it mentions. */
async function calledBy(what: Notification, { mentionable }: NotifyDeps) {
  if (what.kind === 'alert') return what.again ?? [];
  if (what.kind === 'remind') return mentionable([what.userId]);
  return what.kind === 'summary' ? [] : undefined;
}

const MENTIONS = /\{"type":"user","user_id":"([UW][A-Z0-9]+)"\}|<@([UW][A-Z0-9]+)>/g;

/** The message with names in place of all other mentions, as far as they are known: owners, and who wrote a note. */
async function mentioningOnly(
  called: readonly string[] | undefined,
  message: Message,
  { nameOfPerson }: NotifyDeps,
): Promise<Message> {
  if (called === undefined) return message;
  const json = JSON.stringify(message);
  const ids = new Set([...json.matchAll(MENTIONS)].map(([, inText, inMarkup = '']) => inText ?? inMarkup));
  const others = [...ids].filter((id) => !called.includes(id));
  // At the same time: each may take as long as Slack is slow.
  const names = new Map(await Promise.all(others.map(async (id) => [id, await nameOfPerson(id)] as const)));
  const named = json.replaceAll(MENTIONS, (mentioned, inText?: string, inMarkup = '') => {
    const name = names.get(inText ?? inMarkup);
    if (name === undefined) return mentioned;
    return inText ? JSON.stringify(plain(`@${name}`)) : JSON.stringify(escapeMrkdwn(`@${name}`)).slice(1, -1);
  });
  return JSON.parse(named);
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
