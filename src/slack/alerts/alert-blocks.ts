import type { ActionsBlock, KnownBlock } from '@slack/types';
import { headlineOf } from '../../account/headline.ts';
import { judge } from '../../account/judge.ts';
import { stateSince } from '../../account/level-over-time.ts';
import type { Ownership } from '../../account/outcome.ts';
import type { TermsOf } from '../../account/terms.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import { isSeen, ownerAt, ownershipAt } from '../../watch/incident.ts';
import { type Notification, openCount } from '../../watch/plan-notification.ts';
import type { BadLevel, WatchedIncident } from '../../watch/posted.ts';
import type { Words } from '../../words/words.ts';
import { button, contextLine, header, mrkdwn, overflow, primary } from '../kit/blocks.ts';
import {
  ACKNOWLEDGE,
  ACTIONS,
  ALERT_VIEW,
  alertBlock,
  encodeAccountAction,
  encodeAccounts,
  isSlackId,
} from '../kit/ids.ts';
import { accountInList, type Message, messageOf } from '../kit/message.ts';
import { bold, dateToken, line, MOMENT_FORMAT, plain, richText } from '../kit/rich-text.ts';
import { OWNER_SIGN, VERDICT_SIGN } from '../kit/signs.ts';
import { truncate } from '../kit/text.ts';

/** Of the people that an alert is for. */
export interface AlertContext {
  readonly words: Words;
  readonly termsOf: TermsOf;
  /** IANA name, for times in plain text. */
  readonly zone: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** A time for those who are notified: as markup in each viewer's own zone, as plain text in the zone of their watch. */
export type TimeText = (atMs: number) => { readonly markup: string; readonly plain: string };

/** For times seen from `nowMs`. */
export const timesIn =
  ({ time }: Words, zoneId: string, nowMs: number): TimeText =>
  (atMs) => {
    const text = time.dateTime({ atMs, zoneId, nowMs });
    return { plain: text, markup: dateToken(atMs, MOMENT_FORMAT, text) };
  };

/** What an account is called for everybody, fit to be shown. */
export const nameOf = (
  accountId: string,
  { words, termsOf }: Pick<AlertContext, 'words' | 'termsOf'>,
): string => accountInList(accountId, { audience: 'channel', words }, termsOf(accountId).displayName);

/** One account: `title` is in bold; `detail` is markup under it. */
export interface Entry {
  readonly accountId: string;
  readonly sign: string;
  readonly title: string;
  readonly detail: string;
}

/** An incident as it is now; `isOwnerSaid`: who is on it is said elsewhere. */
export function entryOf(incident: WatchedIncident, context: AlertContext, isOwnerShown = false): Entry {
  const { accountId, level, startedAtMs, resolvedAtMs } = incident;
  const { words, zone, nowMs } = context;
  const timeText = timesIn(words, zone, nowMs);
  const name = nameOf(accountId, context);
  if (resolvedAtMs !== undefined) {
    const lasted = words.time.duration(resolvedAtMs - startedAtMs);
    const detail = words.alert.fineSince(timeText(resolvedAtMs).markup, lasted);
    return { accountId, sign: VERDICT_SIGN.healthy, title: name, detail };
  }
  const owner = isOwnerShown ? [] : ownerText(ownershipAt(incident, nowMs), { words, timeText });
  return {
    accountId,
    sign: VERDICT_SIGN[level],
    title: `${name} · ${whyOf(level, incident, context)}`,
    detail: [sinceText(incident, isSeen(incident), context), ...owner].join('\n'),
  };
}

/**
 * Since when an account is as bad as its title says, as its card has it: by its own dates, or as it was seen. One that was bad
 * when its watch began may have been for longer. When the last read says something else: since when it was not fine.
 */
export function sinceText(
  {
    accountId,
    level,
    state,
    startedAtMs,
  }: Pick<WatchedIncident, 'accountId' | 'level' | 'state' | 'startedAtMs'>,
  wasSeen: boolean,
  { words, termsOf, zone, nowMs }: AlertContext,
): string {
  const timeText = (atMs: number) => timesIn(words, zone, nowMs)(atMs).markup;
  if (state?.level !== level) return words.alert.since(timeText(startedAtMs), level);
  const atMs = stateSince(state, termsOf(accountId), wasSeen);
  return words.alert.since(
    atMs === undefined ? words.alert.orEarlier(timeText(state.startedAtMs)) : timeText(atMs),
    level,
  );
}

/** Based on the last read. When that has changed since, only the level of the incident. */
export function whyOf(
  level: BadLevel,
  { accountId, state }: Pick<WatchedIncident, 'accountId' | 'state'>,
  { words, termsOf, nowMs }: Pick<AlertContext, 'words' | 'termsOf' | 'nowMs'>,
): string {
  if (state?.account === undefined)
    return level === 'unknown' ? words.alert.noData : words.verdict.headline({ kind: 'bare', level });
  const verdict = judge(state.account, nowMs, termsOf(accountId));
  const headline = verdict.level === level ? headlineOf(verdict) : ({ kind: 'bare', level } as const);
  return words.verdict.headline(headline);
}

/** Who is on it, as markup; nothing when nobody is. */
export function ownerText(
  owner: Ownership | undefined,
  { words, timeText }: { readonly words: Words; readonly timeText: TimeText },
): string[] {
  if (!isSlackId('person', owner?.userId)) return [];
  return [`${OWNER_SIGN} ${words.alert.onIt(`<@${owner.userId}>`, timeText(owner.sinceMs).markup)}`];
}

type Alert = Extract<Notification, { readonly kind: 'alert' }>;

/** From this many accounts, and this share of those watched, it is one piece of news. */
const MASS_AT_LEAST = 10;
const MASS_ONE_OF = 5;
/** Slack allows 75 for a button. */
const BUTTON_TEXT = 75;

/** The living alert of a channel. The first line is the notification. */
export function formatAlert(alert: Alert, accountCount: number, context: AlertContext): Message {
  const { words } = context;
  const { incidents, counts, fineCount } = alert;
  const open = incidents.filter(({ resolvedAtMs }) => resolvedAtMs === undefined);
  const total = openCount(counts);
  const isMass = open.length > 0 && total >= MASS_AT_LEAST && total * MASS_ONE_OF >= accountCount;
  const owner = ownerOfAll(open, total, context);
  const entries = incidents.map((incident) => entryOf(incident, context, owner.length > 0));
  const title = titleOf(alert, open, isMass ? accountCount : undefined, context);
  // Does not repeat what the title says about a single account.
  const isOne = incidents.length === 1 && total + fineCount <= 1;
  const moreFine = fineCount - (incidents.length - open.length);
  const rest = [
    ...(total > open.length ? [words.alert.more(total - open.length)] : []),
    ...(total > 0 && moreFine > 0 ? [`${VERDICT_SIGN.healthy} ${words.alert.someFine(moreFine)}`] : []),
  ];
  return messageOf([
    header(title),
    ...owner.map(contextLine),
    ...(isMass ? [causeOf(open, context)] : []),
    ...entries.flatMap(({ sign, title: name, detail }): KnownBlock[] => [
      ...(isOne ? [] : [richText(line(plain(`${sign} `), bold(name)))]),
      contextLine(detail),
    ]),
    ...rest.map(contextLine),
    ...buttons(open, total, context),
  ]);
}

function titleOf(
  { newIds, counts, incidents, fineCount }: Alert,
  open: readonly WatchedIncident[],
  massOf: number | undefined,
  context: AlertContext,
): string {
  const { alert } = context.words;
  const total = openCount(counts);
  const [first] = open;
  if (first === undefined || total === 0) {
    const [fine] = incidents;
    if (fine === undefined) return alert.notWatched;
    const text = fineCount > 1 ? alert.allFine(fineCount) : alert.fine(nameOf(fine.accountId, context));
    return `${VERDICT_SIGN.healthy} ${text}`;
  }
  if (total === 1) {
    const { sign, title } = entryOf(first, context, true);
    return `${sign} ${title}`;
  }
  const fresh = open.filter(({ id }) => newIds.includes(id));
  const isAllNew = fresh.length === 0 || fresh.length === total || massOf !== undefined;
  const worst = VERDICT_LEVELS.find((level) => level !== 'healthy' && counts[level] > 0) ?? 'unknown';
  if (isAllNew) return `${VERDICT_SIGN[worst]} ${alert.bad(counts, massOf)}`;
  const names = fresh.length === 1 ? nameOf(first.accountId, context) : alert.accounts(fresh.length);
  return `${VERDICT_SIGN[fresh.length === 1 ? first.level : worst]} ${alert.isNew(names, total - fresh.length)}`;
}

/** Who is on all of several accounts, as markup, said once. */
function ownerOfAll(open: readonly WatchedIncident[], total: number, context: AlertContext): string[] {
  const { words, zone, nowMs } = context;
  const timeText = timesIn(words, zone, nowMs);
  const [first, ...others] = open.map(
    (incident) => ownerText(ownershipAt(incident, nowMs), { words, timeText })[0],
  );
  if (first === undefined || others.length === 0 || total > open.length) return [];
  return others.every((owner) => owner === first) ? [first] : [];
}

const levelSinceMs = ({ state, level, startedAtMs }: WatchedIncident) =>
  state?.level === level ? state.startedAtMs : startedAtMs;

/** Since when the first of them is as bad as it is, and what that means. */
function causeOf(open: readonly WatchedIncident[], { words, zone, nowMs }: AlertContext): KnownBlock {
  const first = timesIn(words, zone, nowMs)(Math.min(...open.map(levelSinceMs)));
  const text = `${words.alert.firstSince(first.markup)} ${words.alert.oneCause}`;
  return { type: 'section', text: mrkdwn(text) };
}

/** For what is open: to take it over unless somebody is on all of it, and to look at it. */
function buttons(open: readonly WatchedIncident[], total: number, context: AlertContext): ActionsBlock[] {
  const { words, nowMs } = context;
  const [only] = open;
  if (only === undefined || total === 0) return [];
  const isTaken = total <= open.length && open.every((incident) => ownerAt(incident, nowMs) !== undefined);
  const acknowledge = isTaken ? [] : [primary(button(ACKNOWLEDGE, words.buttons.acknowledge))];
  if (total > 1) {
    const elements = [...acknowledge, button(ALERT_VIEW.seeAll, words.buttons.seeAll)];
    return [{ type: 'actions', block_id: alertBlock(), elements }];
  }
  const [value, account] = [encodeAccounts([only.accountId]), encodeAccountAction(only.accountId)];
  if (value === undefined || account === undefined)
    return acknowledge.length === 0
      ? []
      : [{ type: 'actions', block_id: alertBlock(), elements: acknowledge }];
  const elements = [
    ...(isTaken ? [button(ACTIONS.handOver, words.buttons.handOver)] : acknowledge),
    button('account_open_0', truncate(words.alert.open(nameOf(only.accountId, context)), BUTTON_TEXT), value),
    overflow(ACTIONS.more, isTaken ? ['release', ...ALERT_CHOICES] : ALERT_CHOICES, words),
  ];
  return [{ type: 'actions', block_id: alertBlock(account), elements }];
}

/** What the menu of an account offers in an alert. */
const ALERT_CHOICES = ['details', 'history', 'stopWatching'] as const;
