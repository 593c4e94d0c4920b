import type { Button, KnownBlock, RichTextElement } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import { levelOf } from '../../account/outcome.ts';
import type { Notice } from '../../watch/posted.ts';
import type { SummarySchedule } from '../../watch/summary-schedule.ts';
import type { WatchTerms } from '../../watch/watch-list.ts';
import type { Words } from '../../words/words.ts';
import { accountInList } from '../card/account-name.ts';
import { triageEntry } from '../card/list.ts';
import { STOP_WATCH } from '../kit/action-ids.ts';
import { button } from '../kit/buttons.ts';
import { CUTS } from '../kit/limits.ts';
import { type FormatContext, type Message, notice, sentence, toMessage } from '../kit/message.ts';
import { bold, bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { isSlackId } from '../kit/slack-id.ts';
import { contextLine } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import { scheduleText } from '../summary/summary-inputs.ts';

const ACCOUNTS_AT_MOST = 10;

/** Accounts as a sentence names them, and how many it does not name. */
export function namedAccounts(names: readonly string[]): readonly [shown: readonly string[], more: number] {
  const shown = names.slice(0, ACCOUNTS_AT_MOST);
  return [shown, names.length - shown.length];
}

/** Who began to watch, and what is told from now on. */
interface Started extends Pick<WatchTerms, 'tellOf'> {
  readonly userId: string;
  /** `none`: one came until now. Absent: nothing about it has changed. */
  readonly summary?: SummarySchedule | 'none';
}

/** Who began to watch what, and what of it is not fine already: posted before the watch begins. `outcomes`: worst first. */
export function formatWatchStarted(
  { outcomes, ...started }: Started & { readonly outcomes: readonly LookupOutcome[] },
  context: FormatContext,
): Message {
  const { watches } = context.words;
  const named = namedAccounts(outcomes.map((outcome) => nameIn(outcome, context)));
  const said = context.audience === 'channel' ? watches.started(...named) : watches.startedForYou(...named);
  const bad = outcomes
    .filter((outcome) => levelOf(outcome) !== 'healthy')
    .slice(0, ACCOUNTS_AT_MOST)
    .map((outcome) => {
      const { sign, title } = triageEntry(outcome.id, outcome, context);
      return `${sign} ${title}`;
    });
  return toMessage(
    [said, ...(bad.length === 0 ? [] : [watches.alreadyBad, ...bad])],
    [
      whoBegan(said, started, context),
      ...(bad.length === 0
        ? []
        : [richText(line(plain(watches.alreadyBad)), bullets(...bad.map((text) => line(plain(text)))))]),
      whatIsTold(started, context),
    ],
  );
}

/** A channel reads who it was. */
const whoBegan = (said: string, { userId }: Started, { audience }: FormatContext): KnownBlock =>
  richText(line(...(audience === 'channel' ? who(userId) : []), plain(said)));

const whatIsTold = ({ tellOf, summary }: Started, context: FormatContext): KnownBlock =>
  contextLine([context.words.watches.tellOf[tellOf], ...summaryText(summary, context)].join(' '));

const summaryText = (summary: Started['summary'], { words }: FormatContext): string[] => {
  if (summary === undefined) return [];
  return [
    summary === 'none' ? words.watches.summaryEnds : words.watches.summaryComes(scheduleText(summary, words)),
  ];
};

/** For a channel: who stopped what, or which accounts were retired. `names` are those of the accounts, fit to be shown. */
export function formatStoppedHere(
  { userId, what, ids }: Extract<Notice, { readonly kind: 'stopped' }>,
  names: readonly string[],
  { watches }: Words,
): Message {
  if (userId === undefined) return sentence(watches.retired(...namedAccounts(names)));
  const shown = what === 'accounts' ? watches.stopped(...namedAccounts(names)) : watches.summaryStopped;
  const said = what === 'pattern' ? watches.stoppedPatterns(patternsIn(ids, watches)) : shown;
  return toMessage([said], [richText(line(...who(userId), plain(said)))]);
}

const nameIn = (outcome: LookupOutcome, context: FormatContext) =>
  accountInList(outcome.id, context, outcome.kind === 'found' ? outcome.answer.displayName : undefined);

/** In place of what was posted when the watch was to begin. */
export const formatNotStarted = ({ words }: FormatContext): Message => sentence(words.watches.notStarted);

/** For the person: what they stopped. Names are fit to be shown. */
export const formatWatchStopped = (names: readonly string[], { words }: FormatContext): Message =>
  sentence(words.watches.stoppedForYou(...namedAccounts(names)));

/** `unwatch all` asks before it stops everything in a place. */
export function formatStopAll(
  channelId: string,
  names: readonly string[],
  { words }: FormatContext,
): Message {
  const { stopAll } = words.watches;
  const here = isSlackId('person', channelId) ? stopAll.forYou : stopAll.here;
  const { text, blocks } = sentence(here(...namedAccounts(names)));
  const pressed: Button = { ...button(STOP_WATCH, stopAll.button, channelId), style: 'danger' };
  return { text, blocks: [...blocks, { type: 'actions', elements: [pressed] }] };
}

/** Who began to watch accounts of the list that are watched by their ids. `count`: so many fit now. */
export function formatPatternsStarted(
  { patterns, count, ...started }: Started & { readonly patterns: readonly string[]; readonly count: number },
  context: FormatContext,
): Message {
  const { audience, words } = context;
  const { watches } = words;
  const what = patternsIn(patterns, watches);
  const said =
    audience === 'channel'
      ? watches.startedPatterns(what, count)
      : watches.startedPatternsForYou(what, count);
  return toMessage(
    [said, watches.badAlready],
    [whoBegan(said, started, context), contextLine(watches.badAlready), whatIsTold(started, context)],
  );
}

const patternsIn = (patterns: readonly string[], { patternOf }: Words['watches']) =>
  patterns.map((pattern) => patternOf(tidy(pattern, CUTS.typed)));

/**
 * Accounts that a pattern watches, and cannot be stopped by themselves; `isStopped`: they were watched by their ids too, until
 * now. Names, and what the pattern covers, are fit to be shown.
 */
export function formatCovered(
  names: readonly string[],
  { pattern, covered, isStopped }: Readonly<{ pattern: string; covered: string; isStopped: boolean }>,
  { words: { watches }, command }: FormatContext,
): Message {
  const said = isStopped ? watches.stillCovered : watches.partOf;
  const typed = `${command} unwatch ${pattern === '*' ? 'all' : tidy(pattern, CUTS.typed)}`;
  return notice(said(...namedAccounts(names), covered), watches.partOfNext, typed);
}

/** What the person watches in another channel is stopped there. */
export function formatElsewhere(
  names: readonly string[],
  { channelId, text }: { readonly channelId: string; readonly text: string },
  { words, command }: FormatContext,
): Message {
  const { elsewhere, elsewhereNext } = words.watches;
  const said = elsewhere(...namedAccounts(names));
  const typed = `${command} unwatch ${tidy(text, CUTS.typed)}`;
  const place: RichTextElement = { type: 'channel', channel_id: channelId };
  return toMessage(
    [`${said}. ${elsewhereNext} ${typed}`],
    [richText(line(bold(said), plain(': '), place, plain(`\n${elsewhereNext} `), code(typed)))],
  );
}

/** The typed account is watched neither here nor by the person. */
export function formatNotWatched(typed: string, { words, command }: FormatContext): Message {
  return notice(
    words.watches.notWatched(tidy(typed, CUTS.typed) || '–'),
    words.watches.notWatchedNext,
    `${command} watches`,
  );
}

const who = (userId: string): RichTextElement[] =>
  isSlackId('person', userId) ? [{ type: 'user', user_id: userId }, plain(' ')] : [];
