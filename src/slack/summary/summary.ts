import type { ActionsBlock, KnownBlock } from '@slack/types';
import type { Account } from '../../account/account.ts';
import { daysLeftOf } from '../../account/judge.ts';
import type { Person } from '../../account/names.ts';
import { DAY_MS } from '../../account/time.ts';
import { inPieces } from '../../async.ts';
import { ownerAt } from '../../watch/incident.ts';
import {
  type BadAccount,
  type KnownAccount,
  type Overview,
  type Summary,
  summaryOf,
  worseningOf,
} from '../../watch/summary.ts';
import type { Action } from '../action.ts';
import { entryOf, timeText } from '../alerts/alert-blocks.ts';
import { logWatchAudit } from '../audit-log.ts';
import { accountButtons } from '../card/buttons.ts';
import { usedPercent } from '../card/folder-usage.ts';
import {
  button,
  contextLine,
  escapeMrkdwn,
  header,
  modal,
  overflow,
  present,
  primary,
  row,
} from '../kit/blocks.ts';
import { ACKNOWLEDGE, ALERT_VIEW, encodeAccounts, isSlackId } from '../kit/ids.ts';
import { COMMAND, fitting, nameOf, notice, type SlackContext } from '../kit/message.ts';
import {
  bold,
  dateElement,
  joined,
  type Line,
  line,
  paragraph,
  richText,
  timeElement,
} from '../kit/rich-text.ts';
import { NEW_SIGN, OUTAGE_SIGN, QUIET_SIGN, SUMMARY_SIGN, VERDICT_SIGN, WORSE_SIGN } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { toType, type WatchWord } from '../lookup/input.ts';
import { namesOf, type WatchAnswer } from '../watches/watch-messages.ts';
import { openView } from '../windows.ts';

/** The menu of a summary where its accounts are watched: shares it, or changes when it comes. */
export const SUMMARY_MORE = 'summary_more';

/** How many accounts are judged before the event loop continues: there may be thousands. */
const AT_A_TIME = 100;

/** The content of a summary at that time. */
export async function summarize(overview: Overview, { rulesOf, nowMs }: SlackContext): Promise<Summary> {
  const worsenings = [];
  for await (const piece of inPieces(overview.accounts, AT_A_TIME))
    worsenings.push(...piece.flatMap((account) => worseningOf(account, rulesOf, nowMs) ?? []));
  return summaryOf(overview, worsenings, nowMs);
}

/** The summary that only the person sees. A summary of a channel can be shared. */
export async function summaryForPerson(deps: ListenerDeps, person: Person, channelId?: string) {
  const viewer = deps.contexts.private(person.userId, await deps.store.pins(person));
  const asked = await overviewFor(deps, person, channelId, viewer);
  if ('message' in asked) return asked;
  return { message: summaryMessage(asked.summary, viewer, asked.shown), result: 'told' };
}

/** *Summary* in Home: that of everything the person watches, in a window. */
export async function openSummary(deps: ListenerDeps, action: Action): Promise<void> {
  const { words } = action;
  const title = words.buttons.summary;
  const work = summaryForPerson(deps, action.person).then(({ message }) => modal(words, title, message));
  const isOpen = await openView(deps, action, { title, work });
  logWatchAudit(deps.log, action, { by: 'summary', result: isOpen ? 'opened' : 'not-opened' });
}

/**
 * What a request is about: everything watched in the channel in which it is made; elsewhere, or if nothing is watched
 * there, everything that the person watches. Otherwise the answer that says why there is none.
 */
async function overviewFor(
  { watches }: ListenerDeps,
  { userId }: Person,
  channelId: string | undefined,
  viewer: SlackContext,
) {
  const { summary: texts } = viewer.words;
  if (isSlackId('channel', channelId)) {
    const here = await watches.overview({ channelId });
    const shown = { about: texts.here(`<#${channelId}>`), where: 'channel' } as const;
    if (here.accounts.length > 0) return { overview: here, summary: await summarize(here, viewer), shown };
  }
  const own = await watches.overview({ userId });
  if (own.accounts.length === 0) return nothingWatched(viewer);
  return { overview: own, summary: await summarize(own, viewer), shown: { about: texts.yours } };
}

/** The summary of a channel for everybody there. Unless the result is `told`, the message is only for the person. */
export async function summaryForChannel(deps: ListenerDeps, person: Person, channelId: string, note: string) {
  const own = deps.contexts.private(person.userId);
  const viewer = { ...deps.contexts.channel(), zone: own.zone };
  const overview = await deps.watches.overview({ channelId });
  if (overview.accounts.length === 0) return nothingWatched(own);
  const about = `${viewer.words.card.sharedBy(`<@${person.userId}>`)} · <#${escapeMrkdwn(channelId)}>`;
  const summary = await summarize(overview, viewer);
  return { message: summaryMessage(summary, viewer, { note, about }), result: 'told' };
}

/** Nothing is watched in the channel, or by the person. */
export function nothingWatched({ words }: SlackContext): WatchAnswer {
  const typed = `${COMMAND} ${toType('watch', words)}`;
  return { message: notice(words.watches.nothing, words.watches.toWatch, typed), result: 'nothing-watched' };
}

/** What the message contains besides the summary. */
export interface SummaryShown {
  /** Markup: which accounts these are, or who shared them. Absent: those of the channel. */
  readonly about?: string;
  /** What the person wrote who shared them. */
  readonly note?: string;
  /** The conversation, if the summary is shown in the one that it is about: it then has a menu and *See all*. */
  readonly where?: 'channel' | 'direct';
}

/** How many critical accounts are shown in full. */
const MAX_ROWS = 15;
const MAX_NAMES = 5;

/** The summary of everything watched, for people who start a shift. The first line is the notification text. */
export function summaryMessage(summary: Summary, context: SlackContext, shown: SummaryShown) {
  const { bad, next } = summary;
  const { words } = context;
  const at = (level: keyof Summary['counts']) => bad.filter(({ incident }) => incident.level === level);
  const critical = at('critical');
  const rows = critical.slice(0, MAX_ROWS);
  const rest = critical.length - rows.length;
  return fitting((hasNotes) =>
    present([
      shown.note && paragraph(shown.note),
      header(`${SUMMARY_SIGN} ${words.buttons.summary} · ${titleOf(summary, context)}`),
      shown.about && contextLine(shown.about),
      contextLine(notesOf(summary, context).join('\n')),
      rows.flatMap((one) => rowOf(one, context, hasNotes)),
      rest > 0 && contextLine(words.alert.more(rest)),
      otherBlocks(at('attention'), context, hasNotes),
      otherBlocks(at('unknown'), context, hasNotes),
      summary.quiet.length > 0 && paragraph(quietText(summary.quiet, context)),
      paragraph(...changesOf(summary, context)),
      next.length > 0 && paragraph(...nextOf(summary, context)),
      readLine(summary, context),
      buttonsOf(rows, bad.length > 0, shown.where, context),
    ]),
  );
}

/** How many accounts were read, and when the oldest read was. */
function readLine({ accountCount, notReadCount, oldestReadAtMs }: Summary, context: SlackContext) {
  const oldest = oldestReadAtMs === undefined ? undefined : timeText(oldestReadAtMs, context);
  return contextLine(context.words.summary.read(accountCount - notReadCount, accountCount, oldest));
}

/** The summary of a person cannot be shared. */
const MENU = { channel: ['share', 'changeTime'], direct: ['changeTime'] } as const;

/** *I'm on it* covers the critical accounts shown that nobody is on. */
function buttonsOf(
  rows: readonly BadAccount[],
  isBad: boolean,
  where: SummaryShown['where'],
  { words, nowMs }: SlackContext,
): ActionsBlock[] {
  const untaken = rows.filter(({ incident }) => ownerAt(incident, nowMs) === undefined);
  const value = encodeAccounts(untaken.map(({ accountId }) => accountId));
  return row(
    value && primary(button(ACKNOWLEDGE, words.buttons.acknowledge, value)),
    where && isBad && button(ALERT_VIEW.seeAll, words.buttons.seeAll),
    where && overflow(SUMMARY_MORE, MENU[where], words),
  );
}

function titleOf(summary: Summary, { words }: SlackContext): string {
  const { accountCount: total, counts, bad, quiet, notReadCount, outage } = summary;
  if (bad.length > 0) return words.triage.summary(bad.length, counts, total);
  if (outage) return words.triage.summary(total, { notChecked: total });
  const fine = total - notReadCount - quiet.length;
  return words.triage.summary(total, { 'not-read': notReadCount, muted: quiet.length, healthy: fine });
}

/** Why the picture is incomplete, as markup. */
function notesOf({ outage, overdueCount, downtime }: Summary, context: SlackContext): string[] {
  const { alert, summary: texts } = context.words;
  const at = (atMs: number) => timeText(atMs, context);
  return present([
    outage && `${OUTAGE_SIGN} ${alert.outage.what(at(outage.sinceMs))}`,
    overdueCount > 0 && texts.overdue(overdueCount),
    downtime && `${OUTAGE_SIGN} ${alert.downtime(at(downtime.fromMs), at(downtime.toMs))}`,
  ]);
}

const incidentOf = ({ incident, ...account }: BadAccount) => ({ ...incident, ...account });

function rowOf(bad: BadAccount, context: SlackContext, hasNotes = true): KnownBlock[] {
  const { sign, title, since, owner, note } = entryOf(incidentOf(bad), context);
  const detail = [since, ...(owner.length > 0 ? owner : [context.words.summary.nobodyYet])];
  return [richText(line(`${sign} `, bold(title)), hasNotes && note), contextLine(detail.join(' · '))];
}

/** Everything at a lower level: accounts with a note in full, the others in one line with the reasons. */
function otherBlocks(all: readonly BadAccount[], context: SlackContext, hasNotes: boolean): KnownBlock[] {
  const noted = all.filter(({ note }) => hasNotes && note !== undefined).slice(0, MAX_NAMES);
  const others = all.filter((one) => !noted.includes(one));
  const shown = others.slice(0, MAX_NAMES).map((one) => entryOf(incidentOf(one), context));
  const rest = others.length - shown.length;
  const texts = [...shown.map(({ title }) => [title]), rest > 0 && [context.words.alert.more(rest)]];
  const inOneLine = shown[0] && paragraph(`${shown[0].sign} `, ...joined('; ', texts));
  return present([noted.flatMap((one) => rowOf(one, context)), inOneLine]);
}

/** Accounts that are not fine but quiet: nobody has to act now. Empty without any. */
function quietText(quiet: Summary['quiet'], context: SlackContext): string {
  if (quiet.length === 0) return '';
  const ids = quiet.map(({ accountId }) => accountId);
  return `${QUIET_SIGN} ${context.words.quiet.list(namesOf(ids, context, { max: MAX_NAMES }))}`;
}

/** What changed since the last summary. */
function changesOf({ since }: Summary, context: SlackContext): Line {
  const { summary: texts } = context.words;
  const listed = (sign: string, ids: readonly string[], what: (names: string) => string) =>
    ids.length > 0 && `\n${sign} ${what(namesOf(ids, context, { max: MAX_NAMES }))}`;
  const lines = present([
    listed(NEW_SIGN, since.new, texts.new),
    listed(WORSE_SIGN, since.worse, texts.worse),
    listed(VERDICT_SIGN.healthy, since.fine, texts.fineAgain),
  ]);
  const changes = lines.join('') || `\n${texts.unchanged}`;
  return [timeElement(since.atMs, context.zone, context, texts.since), changes];
}

/** What gets worse soon, and when. */
function nextOf({ next }: Summary, context: SlackContext): Line {
  const { words, zone } = context;
  const rest = next.length - MAX_NAMES;
  const shown = next
    .slice(0, MAX_NAMES)
    .flatMap(({ accountId, atMs, level }) => [
      `\n${VERDICT_SIGN[level]} `,
      dateElement(atMs, '{time}', words.time.clock({ atMs, zoneId: zone })),
      ` ${nameOf(accountId, context)}`,
    ]);
  return [bold(words.summary.next), ...shown, rest > 0 && `\n${words.alert.more(rest)}`];
}

/** Some of the watched accounts in order, each with its blocks. */
interface List {
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly blocks: (hasNotes: boolean) => KnownBlock[] }[];
  /** Those that are quiet, unless the title says it. */
  readonly quiet?: string;
}

/** More buttons would be a wall of names on a phone. */
const MAX_OPENED = 5;

/** `bad`, `ending` and `full`: the watched accounts that need somebody, or that reach a limit. Only the person sees it. */
export async function watchedList(
  deps: ListenerDeps,
  person: Person,
  channelId: string,
  word: Extract<WatchWord, { readonly kind: 'bad' | 'ending' | 'full' }>,
): Promise<WatchAnswer> {
  const context = deps.contexts.private(person.userId, await deps.store.pins(person));
  const asked = await overviewFor(deps, person, channelId, context);
  if ('message' in asked) return asked;
  const { overview, summary } = asked;
  const { title, rows, quiet } =
    word.kind === 'bad'
      ? badList(summary, context, word.forMs)
      : await limitedList(overview.accounts, word, context);
  const shown = rows.slice(0, MAX_ROWS);
  const opened = shown.slice(0, MAX_OPENED).map(({ id }) => id);
  const message = fitting((hasNotes) => [
    header(title),
    contextLine(present([asked.shown.about, ...notesOf(summary, context)]).join('\n')),
    ...shown.flatMap(({ blocks }) => blocks(hasNotes)),
    rows.length > shown.length && contextLine(context.words.alert.more(rows.length - shown.length)),
    quiet && paragraph(quiet),
    // An account that was not read may belong here, too.
    readLine(summary, context),
    ...accountButtons(opened, context),
  ]);
  return { message, result: 'told' };
}

/** Worst first, and who is on it. */
function badList(summary: Summary, context: SlackContext, forMs = 0): List {
  const { time, triage, watches } = context.words;
  const isAsked = ({ incident }: BadAccount) => incident.startedAtMs <= context.nowMs - forMs;
  const bad = summary.bad.filter(isAsked);
  const quiet = quietText(summary.quiet.filter(isAsked), context);
  const counts = { critical: 0, attention: 0, unknown: 0 };
  for (const { incident } of bad) counts[incident.level] += 1;
  const [worst] = bad;
  const duration = time.duration(forMs);
  const isUnknown = summary.outage !== undefined || summary.notReadCount > 0;
  const none =
    summary.bad.length + summary.quiet.length > 0
      ? `${SUMMARY_SIGN} ${triage.noneFor(duration)}`
      : `${VERDICT_SIGN[isUnknown ? 'unknown' : 'healthy']} ${watches.nothingOpen}`;
  const forAsLong = forMs === 0 ? '' : ` · ${triage.forAtLeast(duration)}`;
  return {
    title: worst
      ? `${VERDICT_SIGN[worst.incident.level]} ${triage.summary(bad.length, counts)}${forAsLong}`
      : quiet || none,
    quiet: worst && quiet,
    rows: bad.map((one) => ({ id: one.accountId, blocks: (hasNotes) => rowOf(one, context, hasNotes) })),
  };
}

/**
 * Packages that end soon, the soonest first, or accounts whose folders are nearly full, the fullest first: by the last read.
 * A package that has ended counts as bad.
 */
async function limitedList(
  accounts: readonly KnownAccount[],
  word: Extract<WatchWord, { readonly kind: 'ending' | 'full' }>,
  context: SlackContext,
): Promise<List> {
  const { card, numbers, time, triage, verdict } = context.words;
  const isFull = word.kind === 'full';
  /** Lower ranks come first. */
  const entryFor = (account: Account) => {
    if (isFull) {
      const percent = usedPercent(account) ?? -1;
      const below = card.folderUsage(account.foldersFilesCount ?? 0, account.maxFolderCount ?? 0);
      return percent >= word.fromPercent && { rank: -percent, what: numbers.percent(percent), below };
    }
    const daysLeft = daysLeftOf(account, context.nowMs);
    // Not a number without an end that can be read.
    if (!(daysLeft >= 0 && daysLeft <= word.withinDays)) return undefined;
    const what = verdict.reason({ rule: 'package-ends-soon', level: 'attention', daysLeft });
    return { rank: daysLeft, what, below: time.day(account.packageEndsOn ?? '') };
  };
  const rows = [];
  for await (const piece of inPieces(accounts, AT_A_TIME))
    for (const { accountId: id, state } of piece) {
      const entry = state?.account && entryFor(state.account);
      if (!entry) continue;
      const name = bold(`${nameOf(id, context)} · ${entry.what}`);
      const shown = [paragraph(`${VERDICT_SIGN[state.level]} `, name, `\n${entry.below}`)];
      rows.push({ id, rank: entry.rank, blocks: () => shown });
    }
  const title = isFull
    ? triage.full(rows.length, numbers.percent(word.fromPercent))
    : triage.ending(rows.length, time.duration(word.withinDays * DAY_MS));
  return {
    title: `${SUMMARY_SIGN} ${title}`,
    rows: rows.toSorted((one, other) => one.rank - other.rank),
  };
}
