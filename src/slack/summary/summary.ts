import type { ActionsBlock, Button, KnownBlock, Overflow, RichTextElement } from '@slack/types';
import type { Person } from '../../account/pins.ts';
import type { TermsOf } from '../../account/terms.ts';
import { inPieces } from '../../async.ts';
import { isSeen, ownerAt, ownershipAt } from '../../watch/incident.ts';
import {
  type BadAccount,
  type Overview,
  type Summary,
  summaryOf,
  type Worsening,
  worseningOf,
} from '../../watch/summary.ts';
import type { Words } from '../../words/words.ts';
import { ownerText, sinceText, timesIn, whyOf } from '../alerts/alert-blocks.ts';
import { button, contextLine, header, overflow, primary } from '../kit/blocks.ts';
import { ACKNOWLEDGE, ALERT_VIEW, encodeAccounts, isSlackId, SUMMARY_MORE } from '../kit/ids.ts';
import { accountInList, type FormatContext, type Message, messageOf, notice } from '../kit/message.ts';
import { bold, dateElement, line, plain, richText } from '../kit/rich-text.ts';
import { NEW_SIGN, OUTAGE_SIGN, SUMMARY_SIGN, VERDICT_SIGN, WORSE_SIGN } from '../kit/signs.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { unavailable } from '../watches/watch-messages.ts';

/** How many accounts are judged before others are served: there may be thousands. */
const AT_A_TIME = 100;

/** What a summary of that time says. */
export async function summarize(overview: Overview, termsOf: TermsOf, nowMs: number): Promise<Summary> {
  const { accounts } = overview;
  const worsenings: Worsening[] = [];
  for await (const piece of inPieces(accounts, AT_A_TIME))
    worsenings.push(...piece.flatMap((account) => worseningOf(account, termsOf, nowMs) ?? []));
  return summaryOf(overview, worsenings, nowMs);
}

/** A summary that somebody asked for, and what is said of it in the audit line. */
export interface AskedSummary {
  readonly message: Message;
  readonly result: 'told' | 'nothing-watched' | 'unavailable' | 'scheduled' | 'stopped';
}

/**
 * The summary that a person reads alone: of the channel in which they ask, and where nothing is watched there or they ask
 * elsewhere, of all that they watch. That of a channel can be shared.
 */
export async function summaryForPerson(
  deps: ListenerDeps,
  person: Person,
  channelId: string | undefined,
): Promise<AskedSummary> {
  const { watches, store, contexts } = deps;
  const { userId } = person;
  const viewer = contexts.private(userId, await store.pins(person));
  const { summary: texts } = viewer.words;
  const isChannel = isSlackId('channel', channelId);
  const here = isChannel ? await watches.overview({ channelId }) : undefined;
  if (here === 'unavailable') return unavailable(viewer);
  if (here !== undefined && here.accounts.length > 0) {
    const about = texts.here(`<#${channelId}>`);
    return askedSummary(deps, here, { userId, about, where: 'channel' }, viewer);
  }
  const own = await watches.overview({ userId });
  if (own === 'unavailable') return unavailable(viewer);
  if (own.accounts.length === 0) return nothingWatched(viewer, channelId !== undefined);
  return askedSummary(deps, own, { userId, about: texts.yours }, viewer);
}

/** The summary of a channel for everybody. Any result but `told` is for the person alone. */
export async function summaryForChannel(
  deps: ListenerDeps,
  { userId }: Person,
  of: { readonly channelId: string },
): Promise<AskedSummary> {
  const [viewer, person] = [deps.contexts.channel(), deps.contexts.private(userId)];
  const overview = await deps.watches.overview(of);
  if (overview === 'unavailable') return unavailable(person);
  if (overview.accounts.length === 0) return nothingWatched(person, true);
  const about = viewer.words.card.sharedBy(`<@${userId}>`);
  return askedSummary(deps, overview, { userId, about }, viewer);
}

async function askedSummary(
  { termsOf, zoneOf }: ListenerDeps,
  overview: Overview,
  { userId, ...shown }: { readonly userId: string } & Pick<SummaryShown, 'about' | 'where'>,
  viewer: FormatContext,
): Promise<AskedSummary> {
  const { nowMs: atMs } = viewer;
  const summary = await summarize(overview, termsOf, atMs);
  const zone = zoneOf(userId) ?? 'UTC';
  return {
    message: summaryMessage({ summary, atMs, zone, ...shown }, { ...viewer, termsOf }),
    result: 'told',
  };
}

/** `isHere`: neither in the conversation nor by the person. */
export const nothingWatched = ({ words, command }: FormatContext, isHere: boolean): AskedSummary => {
  const { nothing, nothingNext } = words.summary;
  return {
    message: notice(nothing(isHere), nothingNext, `${command} watch 1004`),
    result: 'nothing-watched',
  };
};

/** A summary with what its message says beside it. */
export interface SummaryShown {
  readonly summary: Summary;
  /** The moment of which it is, epoch milliseconds, and the zone of times in plain text. */
  readonly atMs: number;
  readonly zone: string;
  /** Markup that says which accounts these are, or who shares them. Absent: those of the channel. */
  readonly about?: string;
  /** Where these accounts are watched, if it stands there: what is open can be seen, and that of a channel be shared. */
  readonly where?: 'channel' | 'direct';
}

export interface SummaryContext extends Pick<FormatContext, 'words' | 'audience' | 'pins'> {
  readonly termsOf: TermsOf;
}

/** What needs somebody now is shown in full up to here. */
const MAX_ROWS = 15;
const MAX_NAMES = 5;

/** The state of everything watched at one time, for people who begin a shift. The first line is the notification. */
export function summaryMessage(shown: SummaryShown, context: SummaryContext): Message {
  const { summary, about } = shown;
  const { words } = context;
  const critical = summary.bad.filter(({ level }) => level === 'critical');
  const rows = critical.slice(0, MAX_ROWS);
  const rest = critical.length - rows.length;
  const notes = notesOf(shown, words);
  const { next } = summary;
  return messageOf([
    header(`${SUMMARY_SIGN} ${words.summary.title(titleOf(summary, words))}`),
    ...(about === undefined ? [] : [contextLine(about)]),
    ...(notes.length === 0 ? [] : [contextLine(notes.join('\n'))]),
    ...rows.flatMap((bad) => rowOf(bad, shown, context)),
    ...(rest > 0 ? [contextLine(words.alert.more(rest))] : []),
    ...(['attention', 'unknown'] as const).flatMap((level) => otherLine(level, shown, context)),
    richText(line(...changesOf(shown, context))),
    ...(next.length === 0 ? [] : [richText(line(...turnsOf(shown, context)))]),
    contextLine(readText(shown, words)),
    ...buttonsOf(rows, shown, words),
  ]);
}

/** That of a person is for them alone. */
const MENU = { channel: ['share', 'changeTime'], direct: ['changeTime'] } as const;

/** *I'm on it* is for what is shown as critical and nobody is on. */
function buttonsOf(
  rows: readonly BadAccount[],
  { summary, atMs, where }: SummaryShown,
  words: Words,
): ActionsBlock[] {
  const { buttons } = words;
  const untaken = rows.filter(({ incident }) => incident && ownerAt(incident, atMs) === undefined);
  const value = encodeAccounts(untaken.map(({ accountId }) => accountId));
  const elements: (Button | Overflow)[] = [
    ...(value === undefined ? [] : [primary(button(ACKNOWLEDGE, buttons.acknowledge, value))]),
    ...(where && summary.bad.length > 0 ? [button(ALERT_VIEW.seeAll, buttons.seeAll)] : []),
    ...(where ? [overflow(SUMMARY_MORE, MENU[where], words)] : []),
  ];
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

function titleOf({ accountCount: total, counts, bad, notReadCount, outage }: Summary, words: Words): string {
  if (bad.length > 0) return words.alert.bad(counts, total === 1 ? undefined : total);
  return words.summary.fine({ fine: total - notReadCount, total, isOut: outage !== undefined });
}

/** Why the picture is incomplete, as markup. */
function notesOf({ summary, zone, atMs: nowMs }: SummaryShown, words: Words): readonly string[] {
  const { outage, overdueCount, downtime } = summary;
  const at = (atMs: number) => timesIn(words, zone, nowMs)(atMs).markup;
  const { summary: texts } = words;
  return [
    ...(outage ? [`${OUTAGE_SIGN} ${texts.outage(at(outage.sinceMs))}`] : []),
    ...(overdueCount > 0 ? [texts.overdue(overdueCount)] : []),
    ...(downtime ? [`${OUTAGE_SIGN} ${texts.downtime(at(downtime.fromMs), at(downtime.toMs))}`] : []),
  ];
}

function rowOf(bad: BadAccount, shown: SummaryShown, context: SummaryContext): KnownBlock[] {
  const { accountId, level, incident } = bad;
  const { words, termsOf } = context;
  const { zone, atMs } = shown;
  const timeText = timesIn(words, zone, atMs);
  const owner = incident ? ownerText(ownershipAt(incident, atMs), { words, timeText }) : [];
  const detail = [
    sinceText(bad, isSeen(incident), { words, termsOf, zone, nowMs: atMs }),
    ...(owner.length > 0 ? owner : [words.summary.nobodyYet]),
  ];
  const title = `${nameOf(accountId, context)} · ${whyOf(level, bad, { ...context, nowMs: atMs })}`;
  return [richText(line(plain(`${VERDICT_SIGN[level]} `), bold(title))), contextLine(detail.join(' · '))];
}

/** What can wait, in one line with why. */
function otherLine(
  level: 'attention' | 'unknown',
  { summary, atMs: nowMs }: SummaryShown,
  context: SummaryContext,
): KnownBlock[] {
  const all = summary.bad.filter((bad) => bad.level === level);
  if (all.length === 0) return [];
  const named = all
    .slice(0, MAX_NAMES)
    .map((bad) => `${nameOf(bad.accountId, context)} · ${whyOf(level, bad, { ...context, nowMs })}`);
  const rest = all.length - named.length;
  const more = rest > 0 ? [context.words.alert.more(rest)] : [];
  return [richText(line(plain(`${VERDICT_SIGN[level]} ${[...named, ...more].join('; ')}`)))];
}

const nameOf = (accountId: string, { termsOf, ...viewer }: SummaryContext) =>
  accountInList(accountId, viewer, termsOf(accountId).displayName);

/** What changed since the last summary. */
function changesOf(shown: SummaryShown, context: SummaryContext): RichTextElement[] {
  const { since } = shown.summary;
  const { summary: texts, time } = context.words;
  const listed = (
    sign: string,
    ids: readonly string[],
    what: (names: readonly string[], more: number) => string,
  ) => {
    const names = ids.slice(0, MAX_NAMES).map((id) => nameOf(id, context));
    return ids.length === 0 ? [] : [`\n${sign} ${what(names, ids.length - names.length)}`];
  };
  const lines = [
    ...listed(NEW_SIGN, since.new, texts.new),
    ...listed(WORSE_SIGN, since.worse, texts.worse),
    ...listed(VERDICT_SIGN.healthy, since.fine, texts.fineAgain),
  ];
  const when = time.dateTime({ atMs: since.atMs, zoneId: shown.zone, nowMs: shown.atMs });
  return [
    dateElement(since.atMs, texts.since('{date_short_pretty} {time}'), texts.since(when)),
    plain(lines.length === 0 ? `\n${texts.unchanged}` : lines.join('')),
  ];
}

/** What gets worse soon, with when. */
function turnsOf(
  { summary: { next }, zone: zoneId }: SummaryShown,
  context: SummaryContext,
): RichTextElement[] {
  const { words } = context;
  const rest = next.length - MAX_NAMES;
  return [
    bold(words.summary.next),
    ...next
      .slice(0, MAX_NAMES)
      .flatMap(({ accountId, atMs, level }) => [
        plain(`\n${VERDICT_SIGN[level]} `),
        dateElement(atMs, '{time}', words.time.clock({ atMs, zoneId })),
        plain(` ${nameOf(accountId, context)}`),
      ]),
    ...(rest > 0 ? [plain(`\n${words.alert.more(rest)}`)] : []),
  ];
}

/** How complete the picture is. */
function readText({ summary, zone, atMs }: SummaryShown, words: Words): string {
  const { accountCount: total, notReadCount, oldestReadAtMs } = summary;
  const at = timesIn(words, zone, atMs);
  const oldest = oldestReadAtMs === undefined ? undefined : at(oldestReadAtMs).markup;
  return words.summary.read(total - notReadCount, total, oldest);
}
