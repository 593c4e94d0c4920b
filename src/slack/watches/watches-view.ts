import type { Button, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { stateSince } from '../../account/level-over-time.ts';
import type { AccountTerms, TermsOf } from '../../account/terms.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import type { SummarySchedule } from '../../watch/summary-schedule.ts';
import type { WatchedAccount, WatchedHere, WatchedPattern } from '../../watch/watch-list.ts';
import type { Words } from '../../words/words.ts';
import { type Moment, momentsIn } from '../alerts/alert-blocks.ts';
import { decodeAccountValue, encodeAccountValue } from '../card/account-action.ts';
import { accountInList } from '../card/account-name.ts';
import { STOP_SUMMARY, STOP_WATCH } from '../kit/action-ids.ts';
import { asking, button } from '../kit/buttons.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import { code, line, plain, richText } from '../kit/rich-text.ts';
import { SUMMARY_SIGN, VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { isSlackId } from '../kit/slack-id.ts';
import { contextLine, escapeMrkdwn, hasMarkup, modal, mrkdwn, plainText } from '../kit/text-objects.ts';
import { closedTo } from '../slack-errors.ts';
import { scheduleText } from '../summary/summary-inputs.ts';

/** What Slack takes in a view. */
const BLOCKS_AT_MOST = 100;
/** Of a place, beside its rows: a title, what is wrong, the summary, and how much is not shown. */
const BLOCKS_BESIDE_ROWS = 4;

/** What is watched where the person is, and by them anywhere; twelve places at most. */
export interface WatchesShown {
  readonly here: readonly WatchedHere[] | 'loading' | 'unavailable';
  readonly termsOf: TermsOf;
  /** Where it was opened; empty for Home. */
  readonly origin: string;
}

/** The watches of a channel and of the person, each with Stop. `private_metadata` is where it was opened. */
export function formatWatches(shown: WatchesShown, context: FormatContext): ModalView {
  const { list } = context.words.watches;
  return {
    ...modal({ title: list.title, close: list.close }, blocksOf(shown, context)),
    callback_id: 'watches',
    private_metadata: shown.origin,
  };
}

function blocksOf({ here, termsOf, origin }: WatchesShown, context: FormatContext): KnownBlock[] {
  const { words, command } = context;
  const { list } = words.watches;
  if (here === 'loading') return sentence(words.summary.loading).blocks;
  if (here === 'unavailable') return sentence(list.unavailable).blocks;
  const rowsAtMost = Math.floor(BLOCKS_AT_MOST / here.length) - BLOCKS_BESIDE_ROWS;
  const blocks = here.flatMap((place) => placeBlocks(place, { termsOf, rowsAtMost }, context));
  if (blocks.length > 0) return blocks;
  return [
    richText(
      line(plain(`${words.summary.nothing(origin !== '')} ${list.noneNext} `), code(`${command} watch 1004`)),
    ),
  ];
}

function placeBlocks(
  { channelId, broken, summary, accounts, patterns = [] }: WatchedHere,
  { termsOf, rowsAtMost }: Pick<WatchesShown, 'termsOf'> & { readonly rowsAtMost: number },
  context: FormatContext,
): KnownBlock[] {
  const { list } = context.words.watches;
  const shownPatterns = patterns.slice(0, Math.ceil(rowsAtMost / 2));
  const shown = accounts.toSorted(worstFirst).slice(0, rowsAtMost - shownPatterns.length);
  const rest = accounts.length - shown.length;
  return [
    contextLine(isSlackId('person', channelId) ? `*${list.yours}*` : `<#${escapeMrkdwn(channelId)}>`),
    ...(broken === undefined ? [] : [contextLine(list.broken(closedTo(broken)))]),
    ...(summary === undefined ? [] : [summaryRow(summary, channelId, context)]),
    ...shownPatterns.map((pattern) => patternRow(pattern, channelId, context)),
    ...shown.map((account) => accountRow(account, { channelId, terms: termsOf(account.accountId) }, context)),
    ...(rest > 0 ? [contextLine(list.more(rest))] : []),
  ];
}

/** Those that were not read yet come last. */
const worstFirst = (one: WatchedAccount, other: WatchedAccount) => rankOf(one) - rankOf(other);
const rankOf = ({ state }: WatchedAccount) =>
  state === undefined ? VERDICT_LEVELS.length : VERDICT_LEVELS.indexOf(state.level);

function summaryRow(summary: SummarySchedule, channelId: string, { words }: FormatContext): SectionBlock {
  const { summary: title } = words.watches.list;
  const when = scheduleText(summary, words);
  return {
    type: 'section',
    text: plainText(`${SUMMARY_SIGN} ${title}\n${when}`),
    accessory: stopButton([STOP_SUMMARY, channelId], words.watches.stop.summary, channelId, words),
  };
}

function accountRow(
  account: WatchedAccount,
  { channelId, terms }: { readonly channelId: string; readonly terms: AccountTerms },
  context: FormatContext,
): SectionBlock {
  const { accountId, state } = account;
  const { words } = context;
  const { watches } = words;
  const sign = state === undefined ? WAITING_SIGN : VERDICT_SIGN[state.level];
  const level =
    state === undefined ? watches.list.notRead : words.verdict.headline({ kind: 'bare', level: state.level });
  const called = accountInList(accountId, context, terms.displayName);
  const title = `${sign} ${called} · ${level}`;
  const tellOf = watches.form[account.terms.tellOf];
  const since = sinceOf(account, terms, context);
  const value = stopValue(channelId, accountId);
  return {
    type: 'section',
    // Only markup can show a moment in the reader's own zone.
    text: hasMarkup(title)
      ? plainText([title, ...since.map(({ plain }) => plain), tellOf].join('\n'))
      : mrkdwn([title, ...since.map(({ markup }) => markup), tellOf].join('\n')),
    accessory:
      value === undefined
        ? undefined
        : stopButton([STOP_WATCH, value], watches.stop.watch(called), channelId, words),
  };
}

/** Since when the account has been this bad, if it is and somebody knows. */
function sinceOf(
  { state, isSeen, terms: { zone } }: WatchedAccount,
  terms: AccountTerms,
  { words, nowMs }: FormatContext,
): ReturnType<Moment>[] {
  if (state === undefined || state.level === 'healthy') return [];
  const atMs = stateSince(state, terms, isSeen === true);
  if (atMs === undefined) return [];
  const { markup, plain } = momentsIn(words, zone, nowMs)(atMs);
  return [{ markup: words.triage.since(markup), plain: words.triage.since(plain) }];
}

function patternRow(
  { pattern, accountCount, badCount, terms }: WatchedPattern,
  channelId: string,
  { words }: FormatContext,
): SectionBlock {
  const { watches } = words;
  const called = watches.patternOf(pattern);
  const title = watches.list.pattern(called, accountCount, badCount);
  const value = stopValue(channelId, pattern);
  return {
    type: 'section',
    text: plainText(`${title}\n${watches.form[terms.tellOf]}`),
    accessory:
      value === undefined
        ? undefined
        : stopButton([STOP_WATCH, value], watches.stop.watch(called), channelId, words),
  };
}

/** Stop, which asks before it stops what somebody watches in the place. */
function stopButton(
  [actionId, value]: readonly [actionId: string, value: string],
  title: string,
  channelId: string,
  { watches: { list, stop } }: Words,
): Button {
  const text = isSlackId('person', channelId) ? stop.forYou : stop.here;
  return asking(button(actionId, list.stop, value), { title, text, deny: stop.cancel });
}

/** What is stopped, as `decodeStopValue` reads it. Undefined for an id that would be changed on the way. */
function stopValue(channelId: string, pattern: string): string | undefined {
  const value = encodeAccountValue(pattern);
  return value === undefined ? undefined : `${channelId}:${value}`;
}

/** The place in which something is stopped, and what; without a pattern its summary, or everything. Throws for a value that is none of ours. */
export function decodeStopValue(value: string): { readonly channelId: string; readonly pattern?: string } {
  const [, channelId = '', pattern] = /^([A-Z0-9]{2,31})(?::(.+))?$/su.exec(value) ?? [];
  const isPlace = (['channel', 'person', 'direct'] as const).some((kind) => isSlackId(kind, channelId));
  if (!isPlace) throw new Error('a press stops nothing that the list of watches shows');
  return { channelId, pattern: pattern && decodeAccountValue(pattern) };
}
