import type { RichTextElement } from '@slack/types';
import type { LookupOutcome } from '../../domain/outcome.ts';
import type { SummarySchedule } from '../../domain/watch/summary-schedule.ts';
import type { WatchTerms } from '../../domain/watch/tell-from.ts';
import { isUserId } from '../account/account-action.ts';
import { accountInList } from '../account/account-name.ts';
import { CUTS } from '../kit/limits.ts';
import { bullets, line, plain, richText } from '../kit/rich-text.ts';
import { contextLine } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import { triageEntry } from '../list/triage-entry.ts';
import { type FormatContext, type Message, notice, sentence, toMessage } from '../message.ts';
import { scheduleText } from './summary-inputs.ts';

const ACCOUNTS_AT_MOST = 10;

/** Accounts as a sentence names them, and how many it does not name. */
export function namedAccounts(names: readonly string[]): readonly [shown: readonly string[], more: number] {
  const shown = names.slice(0, ACCOUNTS_AT_MOST);
  return [shown, names.length - shown.length];
}

/** Who began to watch what, and what of it is not fine already: posted before the watch begins. */
export function formatWatchStarted(
  {
    userId,
    outcomes,
    tellOf,
    summary,
  }: {
    readonly userId: string;
    /** Worst first. */
    readonly outcomes: readonly LookupOutcome[];
    readonly tellOf: WatchTerms['tellOf'];
    /** `none`: one came until now. Absent: nothing about it has changed. */
    readonly summary?: SummarySchedule | 'none';
  },
  context: FormatContext,
): Message {
  const { watches } = context.words;
  const named = namedAccounts(outcomes.map((outcome) => nameIn(outcome, context)));
  const isForAll = context.audience === 'channel';
  const said = isForAll ? watches.started(...named) : watches.startedForYou(...named);
  const bad = outcomes
    .filter((outcome) => outcome.kind !== 'found' || outcome.answer.verdict.level !== 'healthy')
    .slice(0, ACCOUNTS_AT_MOST)
    .map((outcome) => {
      const { sign, title } = triageEntry(outcome, context, 'brief');
      return `${sign} ${title}`;
    });
  return toMessage(
    [said, ...(bad.length === 0 ? [] : [watches.alreadyBad, ...bad])],
    [
      richText(line(...(isForAll ? who(userId) : []), plain(said))),
      ...(bad.length === 0
        ? []
        : [richText(line(plain(watches.alreadyBad)), bullets(...bad.map((text) => line(plain(text)))))]),
      contextLine([watches.tellOf[tellOf], ...summaryText(summary, context)].join(' ')),
    ],
  );
}

const summaryText = (summary: SummarySchedule | 'none' | undefined, { words }: FormatContext): string[] => {
  if (summary === undefined) return [];
  return [
    summary === 'none' ? words.watches.summaryEnds : words.watches.summaryComes(scheduleText(summary, words)),
  ];
};

/** Who stopped the summary of a channel. */
export function formatSummaryStopped(userId: string, { words }: FormatContext): Message {
  const said = words.watches.summaryStopped;
  return toMessage([said], [richText(line(...who(userId), plain(said)))]);
}

const nameIn = (outcome: LookupOutcome, context: FormatContext) =>
  accountInList(outcome.id, context, outcome.kind === 'found' ? outcome.answer.displayName : undefined);

/** In place of what was posted when the watch was to begin. */
export const formatNotStarted = ({ words }: FormatContext): Message => sentence(words.watches.notStarted);

/** Who stopped which watches, for a channel; what was stopped, for the person. `names` are fit to be shown. */
export function formatWatchStopped(
  { userId, names }: { readonly userId: string; readonly names: readonly string[] },
  { words, audience }: FormatContext,
): Message {
  const named = namedAccounts(names);
  if (audience === 'private') return sentence(words.watches.stoppedForYou(...named));
  const said = words.watches.stopped(...named);
  return toMessage([said], [richText(line(...who(userId), plain(said)))]);
}

/** The same for accounts of the list that are watched by their ids. `count`: so many fit now. */
export function formatPatternsStarted(
  {
    userId,
    patterns,
    count,
    tellOf,
    summary,
  }: {
    readonly userId: string;
    readonly patterns: readonly string[];
    readonly count: number;
    readonly tellOf: WatchTerms['tellOf'];
    readonly summary?: SummarySchedule | 'none';
  },
  context: FormatContext,
): Message {
  const { audience, words } = context;
  const { watches } = words;
  const isForAll = audience === 'channel';
  const what = patterns.map((pattern) => watches.patternOf(tidy(pattern, CUTS.typed)));
  const said = isForAll ? watches.startedPatterns(what, count) : watches.startedPatternsForYou(what, count);
  return toMessage(
    [said, watches.badAlready],
    [
      richText(line(...(isForAll ? who(userId) : []), plain(said))),
      contextLine(watches.badAlready),
      contextLine([watches.tellOf[tellOf], ...summaryText(summary, context)].join(' ')),
    ],
  );
}

export function formatPatternsStopped(
  { userId, patterns }: { readonly userId: string; readonly patterns: readonly string[] },
  { words: { watches }, audience }: FormatContext,
): Message {
  const what = patterns.map((pattern) => watches.patternOf(tidy(pattern, CUTS.typed)));
  if (audience === 'private') return sentence(watches.stoppedPatternsForYou(what));
  const said = watches.stoppedPatterns(what);
  return toMessage([said], [richText(line(...who(userId), plain(said)))]);
}

/** An account that only a pattern watches cannot be stopped by itself. `account` is fit to be shown. */
export const formatPartOf = (account: string, pattern: string, { words, command }: FormatContext): Message =>
  notice(
    words.watches.partOf(account, words.watches.patternOf(tidy(pattern, CUTS.typed))),
    words.watches.partOfNext,
    `${command} unwatch ${pattern === '*' ? 'all' : tidy(pattern, CUTS.typed)}`,
  );

/** What was typed is watched neither here nor by the person. */
export function formatNotWatched(typed: string, { words, command }: FormatContext): Message {
  return notice(
    words.watches.notWatched(tidy(typed, CUTS.typed) || '–'),
    words.watches.notWatchedNext,
    `${command} watches`,
  );
}

const who = (userId: string): RichTextElement[] =>
  isUserId(userId) ? [{ type: 'user', user_id: userId }, plain(' ')] : [];
