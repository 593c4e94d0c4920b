import type { Hands, MessageRef, Notification, QuietNotice } from '../../watch/posted.ts';
import { accountButtons } from '../card/buttons.ts';
import { button, escapeMrkdwn, present, primary, row, section } from '../kit/blocks.ts';
import { type Message, nameOf, type SlackContext, sentence } from '../kit/message.ts';
import { dateElement, line, link, mention, richText, timeElement, untilElement } from '../kit/rich-text.ts';
import {
  HEARD_SIGN,
  MOVED_SIGN,
  NOTE_SIGN,
  OUTAGE_SIGN,
  OWNER_SIGN,
  QUIET_SIGN,
  VERDICT_SIGN,
} from '../kit/signs.ts';
import { closedTo } from '../slack-errors.ts';
import { namesOf, scheduleText } from '../watches/watch-messages.ts';
import { formatAlert, timeText, titleOfOne } from './alert-blocks.ts';

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
      return sentence(present([lines, rest > 0 && alert.more(rest)]).join('\n'));
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
  const elements = () => {
    if (ended !== undefined) return [to, ` ${alert.noLonger(ended, names)}`];
    if (by.length > 0) return [by, ` ${alert.handedOverTo} `, to, ` · ${names}`];
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
