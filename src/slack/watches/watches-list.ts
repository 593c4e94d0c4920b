import type { ViewOutput } from '@slack/bolt';
import type { Button, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { stateSince } from '../../account/level-over-time.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import type { Quiet, SummarySchedule } from '../../watch/schedule.ts';
import { isPrefix, TARGET_NAMES, TARGETS, type WatchedHere, type WatchRow } from '../../watch/watch-list.ts';
import type { Words } from '../../words/words.ts';
import { type Action, windowOf } from '../action.ts';
import { barredFrom } from '../alerts/alert-message.ts';
import { logWatchAudit } from '../audit-log.ts';
import { button, contextLine, escapeMrkdwn, modal, plainText, present, row } from '../kit/blocks.ts';
import { decodeAccounts, END_QUIET, EVERYWHERE, encodeAccounts, isSlackId, STOP_WATCH } from '../kit/ids.ts';
import { nameOf, type SlackContext, sentence, toSend } from '../kit/message.ts';
import {
  HEARD_SIGN,
  LIMITS,
  QUIET_SIGN,
  SUMMARY_SIGN,
  truncate,
  VERDICT_SIGN,
  WAITING_SIGN,
} from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { WatchWord } from '../lookup/input.ts';
import { nothingWatched } from '../summary/summary.ts';
import { closedTo } from '../web.ts';
import { type Opening, openView } from '../windows.ts';
import { namesOf, scheduleText, type WatchAnswer } from './watch-messages.ts';

/** Stops the summary of the conversation that is in its `value`. */
export const STOP_SUMMARY = 'summary_stop';

/** Sends a test alert to the conversation that is in its `value`, and to its targets. */
export const TEST_ALERT = 'watch_test';

/**
 * Opens the list of the watches in the channel, of the person's own anywhere, and of channels that accept no messages: below
 * the answer to a command, if that has one.
 */
export async function openWatches(
  deps: ListenerDeps,
  opening: Opening,
  answer: Partial<WatchAnswer> & { readonly by?: WatchWord['kind'] } = {},
): Promise<void> {
  const { person, words, channelId = '' } = opening;
  const isOpen = await openView(deps, opening, {
    title: words.buttons.watches,
    work: viewOf(deps, person.userId, channelId, answer.message ?? []),
  });
  const { by = 'watches', result = isOpen ? 'opened' : 'not-opened', accountIds } = answer;
  logWatchAudit(deps.log, opening, { by, result, accountIds });
}

/** Shows the list as it is now, in its window. */
export const showWatches = async (
  deps: ListenerDeps,
  userId: string,
  { id, private_metadata: origin }: Pick<ViewOutput, 'id' | 'private_metadata'>,
  above: KnownBlock[] = [],
): Promise<void> =>
  void (await deps.views.update({ view_id: id, view: await viewOf(deps, userId, origin, above) }));

/** The watches of the conversation in which the list was opened, of the person anywhere, and of channels that are closed. */
const listFor = ({ watches }: ListenerDeps, userId: string, origin: string) =>
  watches.list(origin === '' ? [userId] : [origin, userId], userId);

async function viewOf(deps: ListenerDeps, userId: string, origin: string, above: KnownBlock[]) {
  const here = await listFor(deps, userId, origin);
  const quiet = await deps.watches.quiet(here.map(({ channelId }) => channelId));
  const viewer = deps.contexts.private(userId);
  const chosen = here.flatMap(targetsOf);
  const missing = TARGETS.filter((one) => chosen.includes(one) && !deps.targets.names.includes(one));
  const notes = missing.map((one) => contextLine(viewer.words.watches.notSetUp(TARGET_NAMES[one])));
  return formatWatches({ here, quiet, above: [...above, ...notes], origin }, viewer);
}

/**
 * Handles *Stop* and *Stop all* in that list, and notifies the channel. Stops only what the list shows, so that nobody stops
 * what others watch for themselves, or have begun since.
 */
export async function stopWatching(deps: ListenerDeps, action: Action): Promise<void> {
  const { userId } = action.person;
  const view = windowOf(action);
  const [channelId = '', ...shown] = decodeAccounts(action.value);
  const listed = await listFor(deps, userId, view.private_metadata);
  const here = listed.find((one) => one.channelId === channelId)?.watches.map(({ pattern }) => pattern) ?? [];
  const patterns = here.filter((pattern) => shown.length === 0 || shown.includes(pattern));
  const by = action.actionId === STOP_SUMMARY ? 'summary' : 'unwatch';
  const { setSummary, remove } = deps.watches;
  const removed = by === 'summary' || patterns.length === 0 ? [] : await remove(channelId, patterns, userId);
  const isEnded = by === 'summary' && here.length > 0 && (await setSummary(channelId, userId));
  const result = isEnded || removed.length > 0 ? 'stopped' : 'not-watched';
  const accountIds = removed.filter((pattern) => !isPrefix(pattern));
  logWatchAudit(deps.log, { ...action, channelId }, { by, result, accountIds });
  await showWatches(deps, userId, view);
}

/** *Send a test alert* in that list: to a conversation and its targets. The list then says what has arrived. */
export async function sendTestAlert(deps: ListenerDeps, action: Action): Promise<void> {
  const { contexts, messages, targets, log } = deps;
  const { value: channelId, words: own } = action;
  const { userId } = action.person;
  const view = windowOf(action);
  const listed = await listFor(deps, userId, view.private_metadata);
  const here = listed.find((one) => one.channelId === channelId);
  if (here === undefined) return showWatches(deps, userId, view);
  const isOwn = channelId === userId;
  const { test } = own.watches;
  const title = `${HEARD_SIGN} ${(isOwn ? own : contexts.channel().words).watches.test.title}`;
  const where = isOwn ? test.you : `<#${escapeMrkdwn(channelId)}>`;
  // Where no alert may be posted, a test alert may not either.
  const posted =
    (await barredFrom(channelId, deps)) ??
    (await messages.post({ channel: channelId, ...toSend(sentence(title)) }));
  const isClosed = posted.kind === 'conversation' || posted.kind === 'broken';
  if (posted.kind === 'done') await deps.watches.reopen(channelId);
  const called = targetsOf(here).map((one) => ({ name: TARGET_NAMES[one], sent: targets.test(one, title) }));
  const calls = isClosed ? called : [{ name: where, sent: posted }, ...called];
  const answers = await Promise.all(calls.map(async ({ name, sent }) => ({ name, kind: (await sent).kind })));
  const missed = answers.filter(({ kind }) => kind !== 'done' && kind !== 'sent');
  const arrived = answers.filter((one) => !missed.includes(one));
  const notes = present([
    isClosed && own.watches.broken(closedTo('error' in posted ? posted.error : posted.reason), where),
    arrived.length > 0 && test.sent(arrived.map(({ name }) => name)),
    missed.length > 0 && test.failed(missed.map(({ name }) => name)),
  ]);
  const result = missed.length === 0 && !isClosed ? 'sent' : 'not-sent';
  logWatchAudit(log, { ...action, channelId }, { by: 'test-alert', result });
  await showWatches(deps, userId, view, notes.map(contextLine));
}

/** The targets of a conversation, each once. */
const targetsOf = ({ watches }: WatchedHere) => [
  ...new Set(watches.flatMap(({ options }) => options.targets ?? [])),
];

/** Slack's limit for a view. */
const MAX_BLOCKS = 100;
/** Blocks of a conversation besides its rows: a title, a problem, the summary, how many rows are not shown, and a button. */
const BLOCKS_BESIDE_ROWS = 5;

/** The watches to show, of at most twelve conversations. */
export interface WatchesShown {
  readonly here: readonly WatchedHere[];
  /** What is quiet in these conversations, or everywhere. */
  readonly quiet: readonly Quiet[];
  /** The result of the last action, above everything else. */
  readonly above: readonly KnownBlock[];
  /** Where it was opened: a channel, or empty for Home. */
  readonly origin: string;
}

/** The watches of a channel and of the person, each with Stop. `private_metadata` is where it was opened. */
export function formatWatches(
  { here, quiet, above, origin }: WatchesShown,
  context: SlackContext,
): ModalView {
  const { words } = context;
  const shownQuiet = quiet.slice(0, MAX_QUIET);
  // A mute is in no conversation, a snooze in one.
  const quietIn = (place?: string) =>
    shownQuiet.filter((one) => one.channelId === place).map((one) => quietRow(one, context));
  const heading = quietIn().length > 0 && contextLine(`*${words.quiet.isQuiet}*`);
  const top = present<KnownBlock>([...above, heading, ...quietIn()]);
  const room = MAX_BLOCKS - above.length - Number(heading !== false) - shownQuiet.length;
  const maxRows = Math.floor(room / here.length) - BLOCKS_BESIDE_ROWS;
  const rows = here.flatMap((one) => conversationBlocks(one, quietIn(one.channelId), maxRows, context));
  const blocks = here.length === 0 ? nothingWatched(context).message : rows;
  return modal(words, words.buttons.watches, [...top, ...blocks], { metadata: origin });
}

function conversationBlocks(
  { channelId, broken, summary, watches }: WatchedHere,
  snoozed: readonly KnownBlock[],
  maxRows: number,
  context: SlackContext,
): KnownBlock[] {
  const { words } = context;
  const { list, stop, test, broken: isBroken } = words.watches;
  const isForMe = isSlackId('person', channelId);
  const where = `<#${escapeMrkdwn(channelId)}>`;
  const all = encodeAccounts([channelId, ...watches.map(({ pattern }) => pattern)]);
  // Only very long ids do not fit.
  const stopAll = button(STOP_WATCH, list.stopAll, all ?? channelId);
  const shown = watches.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, maxRows);
  const rest = watches.length - shown.length;
  return present<KnownBlock>([
    contextLine(isForMe ? `*${list.yours}*` : where),
    broken !== undefined && contextLine(isBroken(closedTo(broken), isForMe ? test.you : where)),
    summary && summaryRow(summary, channelId, context),
    snoozed,
    shown.map((watch) => watchRow(watch, channelId, context)),
    rest > 0 && contextLine(list.more(rest)),
    row(
      button(TEST_ALERT, test.button, channelId),
      watches.length > 1 && askingToStop(stopAll, stop.all, words),
    ),
  ]);
}

/** More are rare, and `unmute` ends each of them. */
const MAX_QUIET = 20;

/** What is quiet, until when and why, with *End now*. */
function quietRow({ accountId, channelId, untilMs, reason }: Quiet, context: SlackContext): SectionBlock {
  const { words, nowMs, zone } = context;
  const name = nameOf(accountId, context);
  const until = words.quiet.until(words.time.dateTime({ atMs: untilMs, zoneId: zone, nowMs }));
  const value = encodeAccounts([channelId ?? EVERYWHERE, accountId]);
  const how = channelId === undefined ? words.quiet.isMuted : words.quiet.isQuiet;
  const about = present([how, until, reason]).join(' · ');
  return rowOf(`${QUIET_SIGN} ${name}\n${about}`, button(END_QUIET, words.buttons.endNow, value));
}

/** Prefixes first, then the worst accounts; those that were not read yet come last. */
function rankOf({ pattern, state }: WatchRow): number {
  if (isPrefix(pattern)) return -1;
  return state === undefined ? VERDICT_LEVELS.length : VERDICT_LEVELS.indexOf(state.level);
}

function summaryRow(summary: SummarySchedule, channelId: string, { words }: SlackContext): SectionBlock {
  const { list, stop } = words.watches;
  const pressed = button(STOP_SUMMARY, list.stop, channelId);
  const text = `${SUMMARY_SIGN} ${words.buttons.summary}\n${scheduleText(summary, words)}`;
  return rowOf(text, askingToStop(pressed, stop.summary, words));
}

function watchRow(row: WatchRow, channelId: string, context: SlackContext): SectionBlock {
  const { pattern, state, options } = row;
  const { words, nowMs, zone } = context;
  const { watches, verdict } = words;
  const called = namesOf([pattern], context);
  const level = state && verdict.headline({ kind: 'bare', level: state.level });
  const sinceMs = state && stateSince(state, context.rulesOf(pattern), row.isSeen);
  const when = sinceMs !== undefined && words.time.dateTime({ atMs: sinceMs, zoneId: zone, nowMs });
  const since = when && state && state.level !== 'healthy' && verdict.since(state.level, when);
  const title = isPrefix(pattern)
    ? watches.list.pattern(called, row.accountCount, row.badCount)
    : `${state ? VERDICT_SIGN[state.level] : WAITING_SIGN} ${called} · ${since || level || words.accounts.notRead}`;
  const targets = (options.targets ?? []).map((target) => TARGET_NAMES[target]);
  const text = `${title}\n${[watches.form[options.minLevel], ...targets].join(' · ')}`;
  const stop = button(STOP_WATCH, watches.list.stop, encodeAccounts([channelId, pattern]));
  return rowOf(text, askingToStop(stop, watches.stop.watch(called), words));
}

/** A text and its button. No button without a value: it could not come back. */
const rowOf = (text: string, pressed: Button): SectionBlock => ({
  type: 'section',
  text: plainText(text),
  accessory: pressed.value === undefined ? undefined : pressed,
});

/** The same button with a confirmation dialog. */
function askingToStop(pressed: Button, title: string, { buttons, watches }: Words): Button {
  const confirm = {
    title: plainText(truncate(title, LIMITS.confirmTitle)),
    text: plainText(watches.stop.text),
    confirm: pressed.text,
    deny: plainText(buttons.cancel),
  };
  return { ...pressed, confirm };
}
