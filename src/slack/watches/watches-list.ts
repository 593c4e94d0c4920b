import type { ViewOutput } from '@slack/bolt';
import type { Button, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { stateSince } from '../../account/level-over-time.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import { TARGET_NAMES } from '../../watch/deliveries.ts';
import type { Quiet } from '../../watch/quiet.ts';
import type { SummarySchedule } from '../../watch/schedule.ts';
import { isPrefix, type WatchedHere, type WatchRow } from '../../watch/watch-list.ts';
import type { Words } from '../../words/words.ts';
import { type Action, windowOf } from '../action.ts';
import { timeText } from '../alerts/alert-blocks.ts';
import { logWatchAudit } from '../audit-log.ts';
import {
  asking,
  button,
  contextLine,
  escapeMrkdwn,
  hasMarkup,
  modal,
  mrkdwn,
  plainText,
  row,
} from '../kit/blocks.ts';
import { decodeAccounts, END_QUIET, EVERYWHERE, encodeAccounts, isSlackId, STOP_WATCH } from '../kit/ids.ts';
import { COMMAND, nameOf, type SlackContext, sentence, textModal, toSend } from '../kit/message.ts';
import { code, line, plain, richText } from '../kit/rich-text.ts';
import { HEARD_SIGN, QUIET_SIGN, SUMMARY_SIGN, VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { WatchWord } from '../lookup/input.ts';
import { sendReply } from '../reply.ts';
import { closedTo } from '../slack-errors.ts';
import { NO_PREVIEW } from '../web.ts';
import { type Opening, openView } from '../windows.ts';
import { namesOf, scheduleText, unavailable } from './watch-messages.ts';

/** Stops the summary of the conversation that is in its `value`. */
export const STOP_SUMMARY = 'summary_stop';

/** Sends a test alert to the conversation that is in its `value`, and to its targets. */
export const TEST_ALERT = 'watch_test';

/** Opens the list of the watches in the channel, and of the person's own anywhere. */
export async function openWatches(
  deps: ListenerDeps,
  opening: Opening,
  by: WatchWord['kind'] = 'watches',
): Promise<void> {
  const { person, channelId = '' } = opening;
  const { words } = deps.contexts.private(person.userId);
  const isOpen = await openView(deps, opening, {
    work: viewOf(deps, person.userId, channelId),
    loading: textModal(words, words.watches.list.title, words.summary.loading),
  });
  logWatchAudit(deps.log, opening, { by, result: isOpen ? 'opened' : 'not-opened' });
}

/** Shows the list as it is now, in its window. */
export const showWatches = async (
  deps: ListenerDeps,
  userId: string,
  { id, private_metadata: origin }: Pick<ViewOutput, 'id' | 'private_metadata'>,
): Promise<void> => void (await deps.views.update({ view_id: id, view: await viewOf(deps, userId, origin) }));

/** The watches of the conversation in which the list was opened, and of the person anywhere. */
const listFor = ({ watches }: ListenerDeps, userId: string, origin: string) =>
  watches.list(origin === '' ? [userId] : [origin, userId], userId);

async function viewOf(deps: ListenerDeps, userId: string, origin: string, notes: readonly string[] = []) {
  const context = deps.contexts.private(userId);
  const { storage, watches } = context.words;
  const here = await listFor(deps, userId, origin);
  if (here === 'unavailable') return textModal(context.words, watches.list.title, storage.notRead);
  const listed = await deps.watches.quiet(here.map(({ channelId }) => channelId));
  const quiet = listed === 'unavailable' ? [] : listed;
  return formatWatches({ here, quiet, notes, origin }, context);
}

/** Handles *Stop* in that list and after `unwatch all`. Notifies the channel. */
export async function stopWatching(deps: ListenerDeps, action: Action): Promise<void> {
  const { view, responseUrl, person } = action;
  const { userId } = person;
  const origin = view?.private_metadata ?? action.channelId ?? '';
  const { channelId, result, removed = [] } = await stop(deps, userId, origin, action);
  if (view === undefined) {
    const viewer = deps.contexts.private(userId);
    const { stoppedForYou, stoppedAlready } = viewer.words.watches;
    const stopped = removed.length > 0 ? stoppedForYou(namesOf(removed, viewer)) : stoppedAlready;
    const message = result === 'unavailable' ? unavailable(viewer, 'notSaved').message : sentence(stopped);
    await sendReply(deps.respond, responseUrl, message, { replace: true });
  } else await showWatches(deps, userId, view);
  const by = action.actionId === STOP_SUMMARY ? 'summary' : 'unwatch';
  const accountIds = removed.filter((pattern) => !isPrefix(pattern));
  logWatchAudit(deps.log, { ...action, channelId }, { by, result, accountIds });
}

/** Stops only what the list shows, so that nobody stops what others watch for themselves. */
async function stop(deps: ListenerDeps, userId: string, origin: string, { actionId, value }: Action) {
  const [channelId = '', pattern] = decodeAccounts(value);
  const listed = await listFor(deps, userId, origin);
  if (listed === 'unavailable') return { channelId, result: 'unavailable' };
  const conversation = listed.find((one) => one.channelId === channelId);
  if (conversation === undefined) return { channelId, result: 'not-watched' };
  if (actionId === STOP_SUMMARY) {
    const stopped = await deps.watches.stopSummary(channelId, userId);
    return { channelId, result: stopped === 'unavailable' ? stopped : stopped ? 'stopped' : 'not-watched' };
  }
  const patterns = pattern === undefined ? conversation.watches.map((row) => row.pattern) : [pattern];
  const removed = await deps.watches.remove(channelId, patterns, userId);
  if (removed === 'unavailable') return { channelId, result: 'unavailable' };
  return { channelId, removed, result: removed.length === 0 ? 'not-watched' : 'stopped' };
}

/** *Send a test alert* in that list: to a conversation and its targets. The list then says what has arrived. */
export async function sendTestAlert(deps: ListenerDeps, action: Action): Promise<void> {
  const { contexts, messages, targets, views, log } = deps;
  const { value: channelId, person } = action;
  const { userId } = person;
  const view = windowOf(action);
  const origin = view.private_metadata;
  const listed = await listFor(deps, userId, origin);
  const here = listed === 'unavailable' ? undefined : listed.find((one) => one.channelId === channelId);
  if (here === undefined) return showWatches(deps, userId, view);
  const isOwn = channelId === userId;
  const own = contexts.private(userId).words;
  const { test } = own.watches;
  const title = `${HEARD_SIGN} ${(isOwn ? own : contexts.channel().words).watches.test.title}`;
  const calls = [
    {
      name: isOwn ? test.you : `<#${escapeMrkdwn(channelId)}>`,
      sent: messages.post({ channel: channelId, ...NO_PREVIEW, ...toSend(sentence(title)) }),
    },
    ...targetsOf(here).map((target) => ({ name: TARGET_NAMES[target], sent: targets.test(target, title) })),
  ];
  const answers = await Promise.all(calls.map(async ({ name, sent }) => ({ name, kind: (await sent).kind })));
  const missed = answers.filter(({ kind }) => kind !== 'done' && kind !== 'sent');
  const arrived = answers.filter((one) => !missed.includes(one));
  const notes = [
    ...(arrived.length > 0 ? [test.sent(arrived.map(({ name }) => name))] : []),
    ...(missed.length > 0 ? [test.failed(missed.map(({ name }) => name))] : []),
  ];
  await views.update({ view_id: view.id, view: await viewOf(deps, userId, origin, notes) });
  const result = missed.length === 0 ? 'sent' : 'not-sent';
  logWatchAudit(log, { ...action, channelId }, { by: 'test-alert', result });
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
  /** The result of the last action, above everything else, as markup. */
  readonly notes: readonly string[];
  /** Where it was opened: a channel, or empty for Home. */
  readonly origin: string;
}

/** The watches of a channel and of the person, each with Stop. `private_metadata` is where it was opened. */
export function formatWatches(
  { here, quiet, notes, origin }: WatchesShown,
  context: SlackContext,
): ModalView {
  const { words } = context;
  const { list } = words.watches;
  const shownQuiet = quiet.slice(0, MAX_QUIET).map((one) => quietRow(one, context));
  const heading = shownQuiet.length === 0 ? [] : [contextLine(`*${words.quiet.heading}*`)];
  const left = MAX_BLOCKS - notes.length - heading.length - shownQuiet.length;
  const maxRows = Math.floor(left / here.length) - BLOCKS_BESIDE_ROWS;
  const rows = here.flatMap((conversation) => conversationBlocks(conversation, maxRows, context));
  const blocks = [...notes.map(contextLine), ...heading, ...shownQuiet, ...rows];
  const none = `${words.summary.nothing(origin !== '')} ${list.noneNext} `;
  if (blocks.length === 0) blocks.push(richText(line(plain(none), code(`${COMMAND} watch 1004`))));
  return modal(words, list.title, blocks, { metadata: origin });
}

function conversationBlocks(
  { channelId, broken, summary, watches }: WatchedHere,
  maxRows: number,
  context: SlackContext,
): KnownBlock[] {
  const { list } = context.words.watches;
  const shown = watches.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, maxRows);
  const rest = watches.length - shown.length;
  return [
    contextLine(isSlackId('person', channelId) ? `*${list.yours}*` : `<#${escapeMrkdwn(channelId)}>`),
    ...(broken === undefined ? [] : [contextLine(list.broken(closedTo(broken)))]),
    ...(summary === undefined ? [] : [summaryRow(summary, channelId, context)]),
    ...shown.map((watch) => watchRow(watch, channelId, context)),
    ...(rest > 0 ? [contextLine(list.more(rest))] : []),
    ...row(button(TEST_ALERT, context.words.watches.test.button, channelId)),
  ];
}

/** More are rare, and `unmute` ends each of them. */
const MAX_QUIET = 20;

/** What is quiet, until when and why, with *End now*. */
function quietRow({ accountId, channelId, untilMs, reason }: Quiet, context: SlackContext): SectionBlock {
  const { words, nowMs, zone } = context;
  const name = nameOf(accountId, context);
  const where = channelId === undefined ? [words.quiet.isMuted] : [];
  const until = words.quiet.until(words.time.dateTime({ atMs: untilMs, zoneId: zone, nowMs }));
  const value = encodeAccounts([channelId ?? EVERYWHERE, accountId]);
  return {
    type: 'section',
    text: plainText(`${QUIET_SIGN} ${name}\n${[...where, until, ...(reason ? [reason] : [])].join(' · ')}`),
    accessory: value === undefined ? undefined : button(END_QUIET, words.buttons.endNow, value),
  };
}

/** Prefixes first, then the worst accounts; those that were not read yet come last. */
function rankOf({ pattern, state }: WatchRow): number {
  if (isPrefix(pattern)) return -1;
  return state === undefined ? VERDICT_LEVELS.length : VERDICT_LEVELS.indexOf(state.level);
}

function summaryRow(summary: SummarySchedule, channelId: string, { words }: SlackContext): SectionBlock {
  const { list, stop } = words.watches;
  return {
    type: 'section',
    text: plainText(`${SUMMARY_SIGN} ${list.summary}\n${scheduleText(summary, words)}`),
    accessory: stopButton([STOP_SUMMARY, channelId], stop.summary, channelId, words),
  };
}

function watchRow(row: WatchRow, channelId: string, context: SlackContext): SectionBlock {
  const { pattern, state, options } = row;
  const { words, nowMs } = context;
  const { watches, verdict } = words;
  const called = namesOf([pattern], context);
  const level = state && verdict.headline({ kind: 'bare', level: state.level });
  const title = isPrefix(pattern)
    ? watches.list.pattern(called, row.accountCount, row.badCount)
    : `${state ? VERDICT_SIGN[state.level] : WAITING_SIGN} ${called} · ${level ?? watches.list.notRead}`;
  const sinceMs =
    state && state.level !== 'healthy' ? stateSince(state, context.rulesOf(pattern), row.isSeen) : undefined;
  // Only markup can show a time in the viewer's own zone.
  const isMarkup = sinceMs !== undefined && !hasMarkup(title);
  const { zone } = options;
  const time = (atMs: number) =>
    isMarkup ? timeText(atMs, { ...context, zone }) : words.time.dateTime({ atMs, zoneId: zone, nowMs });
  const since = sinceMs === undefined ? [] : [words.triage.since(time(sinceMs))];
  const targets = (options.targets ?? []).map((target) => TARGET_NAMES[target]);
  const text = [title, ...since, [watches.form[options.minLevel], ...targets].join(' · ')].join('\n');
  const value = encodeAccounts([channelId, pattern]);
  const stop = value && stopButton([STOP_WATCH, value], watches.stop.watch(called), channelId, words);
  return {
    type: 'section',
    text: isMarkup ? mrkdwn(text) : plainText(text),
    accessory: stop || undefined,
  };
}

/** *Stop*, which asks first. */
function stopButton(
  [actionId, value]: readonly [actionId: string, value: string],
  title: string,
  channelId: string,
  { buttons, watches: { list, stop } }: Words,
): Button {
  const text = isSlackId('person', channelId) ? stop.forYou : stop.here;
  return asking(button(actionId, list.stop, value), { title, text, deny: buttons.cancel });
}
