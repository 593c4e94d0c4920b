import type { ActionsBlock, KnownBlock } from '@slack/types';
import { headlineOf } from '../../account/headline.ts';
import { judge } from '../../account/judge.ts';
import { stateSince } from '../../account/level-over-time.ts';
import type { Ownership } from '../../account/outcome.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import { isSeen, ownerAt } from '../../watch/incident.ts';
import { openCount } from '../../watch/plan-notification.ts';
import type { Notification, WatchedIncident } from '../../watch/posted.ts';
import type { Delivery } from '../../watch/watch-list.ts';
import { linksOf, noteElements } from '../card/card.ts';
import { button, contextLine, header, overflow, present, primary, row, section } from '../kit/blocks.ts';
import {
  ACKNOWLEDGE,
  ACTIONS,
  ALERT_VIEW,
  alertBlock,
  encodeAccounts,
  isSlackId,
  openAction,
} from '../kit/ids.ts';
import { fitting, type Message, nameOf, type SlackContext, textOf } from '../kit/message.ts';
import { bold, line, mention, paragraph, richText, timeToken } from '../kit/rich-text.ts';
import { DND_SIGN, OWNER_SIGN, QUIET_SIGN, VERDICT_SIGN } from '../kit/text.ts';

/** The menu of an alert about several accounts. */
export const ALERT_MENU = 'alert_menu';

/** A time as markup, in the zone of each viewer, in the phrase `label`. Its fallback is in the zone of the context. */
export const timeText = (atMs: number, context: SlackContext, label?: (when: string) => string): string =>
  timeToken(atMs, context.zone, context, label);

type ShownIncident = Omit<WatchedIncident, 'id'>;

/** An incident: its sign and title, as markup since when it has been open, who is on it and how often it was, and its note. */
export function entryOf(incident: ShownIncident, context: SlackContext) {
  const { accountId, level, startedAtMs, resolvedAtMs, quietUntilMs, often, note } = incident;
  const { alert, quiet, time } = context.words;
  const name = nameOf(accountId, context);
  if (resolvedAtMs !== undefined) {
    const title = alert.fine(name, time.duration(resolvedAtMs - startedAtMs));
    const since = timeText(resolvedAtMs, context, alert.fineSince);
    return { sign: VERDICT_SIGN.healthy, title, since, owner: [], often: undefined, note: undefined };
  }
  const isQuiet = quietUntilMs !== undefined;
  return {
    sign: isQuiet ? QUIET_SIGN : VERDICT_SIGN[level],
    title: `${name} · ${whyOf(incident, context)}`,
    since: isQuiet
      ? `${quiet.isQuiet} · ${quiet.until(timeText(quietUntilMs, context))}`
      : sinceText(incident, context),
    owner: ownerText(ownerAt(incident, context.nowMs), context),
    often: often && alert.often(often.count, time.duration(often.shortestMs), time.duration(often.longestMs)),
    note: note && line(...noteElements(note, context, context.zone)),
  };
}

/**
 * Since when an account has the level in its title, as on its card: by its own dates, or as it was seen. One that was bad
 * when its watch began may have been so for longer. If the last read disagrees: since when it has been unhealthy.
 */
function sinceText(incident: ShownIncident, context: SlackContext): string {
  const { accountId, level, state, startedAtMs } = incident;
  const { alert, verdict } = context.words;
  if (state?.level !== level) return timeText(startedAtMs, context, alert.since);
  const atMs = stateSince(state, context.rulesOf(accountId), isSeen(incident));
  return timeText(atMs ?? state.startedAtMs, context, (when) =>
    verdict.since(level, atMs === undefined ? alert.orEarlier(when) : when),
  );
}

/** The reason by the last read; only the level of the incident if the last read disagrees. */
function whyOf({ accountId, level, state }: ShownIncident, { words, rulesOf, nowMs }: SlackContext): string {
  const verdict = state?.account && judge(state.account, nowMs, rulesOf(accountId));
  if (verdict === undefined && level === 'unknown') return words.alert.noData;
  return words.verdict.headline(verdict?.level === level ? headlineOf(verdict) : { kind: 'bare', level });
}

/** Who is on it, as markup; empty when nobody is. */
export function ownerText(owner: Ownership | undefined, context: SlackContext): string[] {
  if (!isSlackId('person', owner?.userId)) return [];
  const since = timeText(owner.sinceMs, context, context.words.card.onItSince);
  return [`${OWNER_SIGN} <@${owner.userId}> ${since}`];
}

/** The text that a target gets: the title, and since when as in an alert, both in plain text. */
export function deliveryText({ action, accountId, incident }: Delivery, context: SlackContext) {
  const isStopped = action === 'resolve' && incident?.level === 'critical' && !incident.resolvedAtMs;
  if (incident === undefined || isStopped)
    return { title: context.words.watches.alertsEnd(nameOf(accountId, context)), text: '' };
  const { sign, title, since, owner } = entryOf({ ...incident, quietUntilMs: undefined }, context);
  const shown = action === 'acknowledge' ? (owner.length > 0 ? OWNER_SIGN : QUIET_SIGN) : sign;
  return { title: `${shown} ${title}`, text: textOf([contextLine(since)]) };
}

type Alert = Extract<Notification, { readonly kind: 'alert' }>;

/** At least this many accounts, and this share of those watched, probably have one cause. */
const MASS_AT_LEAST = 10;
const MASS_ONE_OF = 5;

/** The current alert of a channel. The first line is the notification. */
export function formatAlert(alert: Alert, accountCount: number, context: SlackContext): Message {
  const { words } = context;
  const { incidents, counts, fineCount } = alert;
  const total = openCount(counts);
  const isOpen = ({ resolvedAtMs, quietUntilMs }: WatchedIncident) =>
    (resolvedAtMs ?? quietUntilMs) === undefined;
  const open = incidents.filter(isOpen).slice(0, total);
  const isMass = open.length > 0 && total >= MASS_AT_LEAST && total * MASS_ONE_OF >= accountCount;
  const fresh = open.filter(({ id }) => alert.newIds.includes(id));
  // Empty: it is about all that is open.
  const about = isMass || fresh.length === total ? [] : fresh;
  const firstOther = about.length === 0 ? undefined : open.find((one) => !about.includes(one));
  const untaken = fresh.filter((one) => ownerAt(one, context.nowMs) === undefined);
  // For a single account the title has already said it.
  const isOne = incidents.length === 1 && total + fineCount <= 1;
  const links = isOne && open.map(({ accountId }) => line(...linksOf(context.rulesOf(accountId), words)));
  return fitting((hasNotes) => [
    header(titleOf(alert, open, about, isMass ? accountCount : undefined, context)),
    untaken.length > 0 && againBlocks(alert, words.alert.again(untaken.length, fresh.length), words),
    isMass && causeOf(open, context),
    incidents.flatMap((incident) => {
      const { sign, title, since, owner, often, note } = entryOf(incident, context);
      const details = contextLine(present([since, owner, often]).join('\n'));
      if (isOne) return [details, richText(note, links)];
      const heading = incident === firstOther && contextLine(words.alert.othersOpen);
      return [heading, richText(line(`${sign} `, bold(title)), hasNotes && note), details];
    }),
    total > open.length && contextLine(words.alert.more(total - open.length)),
    buttons(open, total, context),
  ]);
}

function titleOf(
  { again, counts, incidents, fineCount }: Alert,
  open: readonly WatchedIncident[],
  about: readonly WatchedIncident[],
  massOf: number | undefined,
  context: SlackContext,
): string {
  const { alert, triage } = context.words;
  const total = openCount(counts);
  const [first] = open;
  if (first === undefined || total === 0) {
    const quiet = incidents.filter(({ quietUntilMs }) => quietUntilMs !== undefined);
    const names = quiet.map(({ accountId }) => nameOf(accountId, context));
    if (quiet.length > 0)
      return `${QUIET_SIGN} ${context.words.quiet.list(context.words.numbers.list(names))}`;
    const [one] = incidents;
    if (one?.resolvedAtMs !== undefined && fineCount > 1)
      return `${VERDICT_SIGN.healthy} ${alert.someFine(fineCount)}`;
    return one === undefined ? alert.notWatched : titleOfOne(one, context);
  }
  if (total === 1) return titleOfOne(first, context);
  const worst = VERDICT_LEVELS.find((level) => level !== 'healthy' && counts[level] > 0) ?? 'unknown';
  if (about.length === 0) return `${VERDICT_SIGN[worst]} ${triage.summary(total, counts, massOf)}`;
  const names = about.length === 1 ? nameOf(first.accountId, context) : alert.accounts(about.length);
  const what = again === undefined ? alert.isNew : alert.isStillOpen;
  return `${VERDICT_SIGN[about.length === 1 ? first.level : worst]} ${what(names, total - about.length)}`;
}

/** An incident in one line. */
export function titleOfOne(incident: WatchedIncident, context: SlackContext): string {
  const { sign, title } = entryOf(incident, context);
  return `${sign} ${title}`;
}

/** Says that nobody is on them yet, and mentions the people whom the watch names. Empty if it is not about that. */
function againBlocks({ again, hasNobodyLeft, inDnd }: Alert, text: string, words: SlackContext['words']) {
  if (again === undefined) return [];
  const mentions = again.flatMap(mention).flatMap((one) => [' ', one]);
  const nobody = hasNobodyLeft && ` ${words.alert.nobodyLeft}`;
  return [paragraph(text, nobody, mentions), ...dndText(inDnd, words).map(contextLine)];
}

/** Who is in Do Not Disturb now, so that a mention does not notify them, as markup. Empty if nobody is. */
export const dndText = (people: readonly string[] = [], { alert }: SlackContext['words']): string[] =>
  people.length === 0 ? [] : [`${DND_SIGN} ${alert.inDnd(people.map((id) => `<@${id}>`).join(', '))}`];

/** Since when the first that became bad under a watch has had its level, and that they probably have one cause. */
function causeOf(open: readonly WatchedIncident[], context: SlackContext): KnownBlock {
  const begins = (open.some(isSeen) ? open.filter(isSeen) : open).map(({ state, level, startedAtMs }) =>
    state?.level === level ? state.startedAtMs : startedAtMs,
  );
  return section(context.words.alert.oneCause(timeText(Math.min(...begins), context)));
}

/** *I'm on it*, unless everything that is open has an owner, and buttons to look at it. */
function buttons(open: readonly WatchedIncident[], total: number, context: SlackContext): ActionsBlock[] {
  const { words, nowMs } = context;
  const [only] = open;
  if (only === undefined || total === 0) return [];
  const isTaken = total <= open.length && open.every((incident) => ownerAt(incident, nowMs) !== undefined);
  const acknowledge = !isTaken && primary(button(ACKNOWLEDGE, words.buttons.acknowledge));
  const value = encodeAccounts([only.accountId]);
  const ofSeveral = [
    button(ALERT_VIEW.seeAll, words.buttons.seeAll),
    overflow(ALERT_MENU, ['snooze', 'stopWatching'], words),
  ];
  const ofOne = [
    isTaken && button(ACTIONS.handOver, words.buttons.handOver),
    button(openAction(0), words.buttons.open, value),
    overflow(ACTIONS.more, isTaken ? ['release', ...ALERT_CHOICES] : ALERT_CHOICES, words),
  ];
  const others = total > 1 ? ofSeveral : value === undefined ? [] : ofOne;
  const block_id = alertBlock(total > 1 ? undefined : only.accountId);
  return row(acknowledge, ...others).map((buttons) => ({ ...buttons, block_id }));
}

/** The menu of an account in an alert. */
const ALERT_CHOICES = ['snooze', 'details', 'history', 'stopWatching'] as const;
