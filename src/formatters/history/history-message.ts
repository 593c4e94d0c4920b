import type { ActionsBlock, KnownBlock, ModalView, RichTextElement, RichTextSection } from '@slack/types';
import { DAY_MS } from '../../domain/duration.ts';
import {
  type HistoryDay,
  type HistorySign,
  type HistoryWeek,
  protectedShare,
} from '../../domain/history/history.ts';
import { type AccountHistory, HISTORY_LENGTHS, isKnown } from '../../domain/history/picture.ts';
import { VERDICT_LEVELS } from '../../domain/verdict.ts';
import { weekdayOf } from '../../domain/zoned-time.ts';
import { encodeAccountValue } from '../account/account-action.ts';
import { accountName } from '../account/account-name.ts';
import { historyAction } from '../action-ids.ts';
import { button } from '../kit/buttons.ts';
import { dateElement, MOMENT_FORMAT } from '../kit/date-token.ts';
import { CUTS } from '../kit/limits.ts';
import { bold, bullets, code, line, plain, richText } from '../kit/rich-text.ts';
import { NOT_COUNTED_SIGN, NOT_SEEN_SIGN, VERDICT_SIGN } from '../kit/signs.ts';
import { contextLine, header, modal } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import { commandFor, type FormatContext, type Message, notice, sentence, toMessage } from '../message.ts';

/** The history of an account, or that the database does not answer. */
export interface ShownHistory {
  readonly id: string;
  /** What the account is called for everybody. Absent: nothing. */
  readonly displayName: string | undefined;
  readonly history: AccountHistory | 'unavailable';
}

export function formatHistory({ id, displayName, history }: ShownHistory, context: FormatContext): Message {
  const { words, command } = context;
  if (history === 'unavailable') return sentence(words.history.unavailable);
  const name = accountName(id, context, displayName);
  const typed = commandFor(id, { command: `${command} watch` });
  if (!isKnown(history)) return notice(words.history.notWatched(name), words.history.toWatch, typed);
  const title = words.history.of(name);
  const { noLongerWatched, toWatch } = words.history;
  return toMessage(
    [title, historySentences(history, context), ...(history.isWatched ? [] : [noLongerWatched])],
    [
      header(title),
      ...historyBlocks(id, history, context),
      ...(history.isWatched ? [] : [richText(line(plain(`${noLongerWatched} ${toWatch} `), code(typed)))]),
    ],
  );
}

/** The same in a window, where buttons change its length. */
export function formatHistoryView(shown: ShownHistory, context: FormatContext): ModalView {
  return modal(context.words.history, formatHistory(shown, context).blocks);
}

export function formatHistoryLoading(id: string, context: FormatContext): ModalView {
  return modal(
    context.words.history,
    sentence(context.words.history.loading(accountName(id, context))).blocks,
  );
}

/** No account, or several, were typed after the word. */
export const formatWhichHistory = ({ words, command }: FormatContext): Message =>
  notice(words.history.title, words.history.whichAccount, tidy(`${command} history 1004`, CUTS.typed));

type Reader = Pick<FormatContext, 'words' | 'nowMs'>;

const SIGN: Readonly<Record<HistorySign, string>> = {
  ...VERDICT_SIGN,
  'not-seen': NOT_SEEN_SIGN,
  'not-counted': NOT_COUNTED_SIGN,
};

/** Days that the sentence names of one kind, and the length up to which their weekdays say which they are. */
const NAMED_AT_MOST = 4;
const WEEKDAYS_UP_TO = 14;
/** From here on a line is a week. */
const DAYS_UP_TO = 30;

/** What the signs say, in words: what is read first, and aloud. */
function historySentences(history: AccountHistory, reader: Reader): string {
  const { words } = reader;
  const counted = history.days.filter(({ sign }) => sign !== 'not-counted');
  const share = protectedShare(history);
  if (share === undefined) return words.history.nothingSeen;
  const fine = counted.filter(({ sign }) => sign === 'healthy').length;
  const others = (['critical', 'attention', 'unknown', 'not-seen'] as const).flatMap((sign) => {
    const names = counted
      .filter((day) => day.sign === sign)
      .map(({ day }) => dayName(day, history.days.length, reader));
    const more = names.length - NAMED_AT_MOST;
    return names.length === 0 ? [] : [{ sign, days: names.slice(0, NAMED_AT_MOST), more: Math.max(0, more) }];
  });
  const notSeen = history.notSeenMs > 0 ? words.time.duration(history.notSeenMs) : undefined;
  const days = words.history.days(fine, counted.length, others);
  return `${days} ${words.history.protectedFor(percentOf(share, reader), notSeen)}`;
}

function historyBlocks(id: string, history: AccountHistory, reader: Reader): KnownBlock[] {
  const { words } = reader;
  const isByWeek = history.days.length > DAYS_UP_TO;
  const weeks = history.weeks.toReversed().filter(({ sign }) => !(isByWeek && sign === 'not-counted'));
  const rows = weeks.map((week) => `${isByWeek ? weekLine(week, reader) : weekRow(week, reader)}\n`);
  return [
    richText(line(plain(rows.join('')), plain(historySentences(history, reader)), ...since(history, reader))),
    contextLine(legend(history, isByWeek, reader)),
    ...incidentsBlock(history, reader),
    ...lengthButtons(id, words),
  ];
}

const dateOf = (day: number) => ({ atMs: day * DAY_MS, zoneId: 'UTC' });

function dayName(day: number, length: number, { words, nowMs }: Reader): string {
  const { atMs, zoneId } = dateOf(day);
  if (length > WEEKDAYS_UP_TO) return words.time.dayOf({ atMs, zoneId, nowMs });
  return words.history.weekday(words.time.weekday({ atMs, zoneId }), new Date(atMs).getUTCDate());
}

/** Days of the week before the first one keep their place. */
function weekRow({ days }: HistoryWeek, { words, nowMs }: Reader): string {
  const [first] = days;
  if (first === undefined) return '';
  const before = Array.from({ length: weekdayOf(first.day) }, () => NOT_COUNTED_SIGN);
  const signs = days.map(({ sign }) => SIGN[sign]);
  return `${[...before, ...signs].join('')} ${words.time.dayOf({ ...dateOf(mondayOf(first)), nowMs })}`;
}

function weekLine(week: HistoryWeek, reader: Reader): string {
  const [first] = week.days;
  if (first === undefined) return '';
  const share = protectedShare(week);
  const percent = share === undefined ? '' : ` · ${percentOf(share, reader)}`;
  const monday = reader.words.time.dayOf({ ...dateOf(mondayOf(first)), nowMs: reader.nowMs });
  return `${SIGN[week.sign]} ${monday}${percent}`;
}

const mondayOf = ({ day }: HistoryDay) => day - weekdayOf(day);

/** Rounded down: only a full share is 100 %. */
function percentOf(share: number, { words }: Reader): string {
  const isNearlyAll = share >= 0.99 && share < 1;
  return words.numbers.percent(isNearlyAll ? Math.floor(share * 1_000) / 10 : Math.floor(share * 100));
}

function since({ level, sinceMs }: AccountHistory, reader: Reader): RichTextElement[] {
  if (level === undefined || sinceMs === undefined) return [];
  return [plain(`\n${reader.words.history.since(level)} `), moment(sinceMs, reader)];
}

function moment(atMs: number, { words, nowMs }: Reader): RichTextElement {
  const fallback = words.time.moment({ atMs, zoneId: 'UTC', nowMs });
  return dateElement(atMs, MOMENT_FORMAT, fallback);
}

/** The meaning of each sign that is shown. */
function legend({ days }: AccountHistory, isByWeek: boolean, { words }: Reader): string {
  const { day, weekIsALine, weekIsARow } = words.history;
  const used = [...VERDICT_LEVELS, 'not-seen', 'not-counted'] as const;
  const signs = used
    .filter((sign) => days.some((one) => one.sign === sign))
    .map((sign) => `${SIGN[sign]} ${day[sign]}`);
  return `${isByWeek ? weekIsALine : weekIsARow} ${signs.join(' · ')}`;
}

function incidentsBlock({ incidents }: AccountHistory, reader: Reader): KnownBlock[] {
  if (incidents.length === 0) return [];
  const { history, time } = reader.words;
  const lines = incidents.map(({ level, startedAtMs, resolvedAtMs }): RichTextSection => {
    const end =
      resolvedAtMs === undefined
        ? history.stillOpen
        : history.lasted(time.duration(resolvedAtMs - startedAtMs));
    return line(
      plain(`${VERDICT_SIGN[level]} ${history.day[level]} · `),
      moment(startedAtMs, reader),
      plain(` · ${end}`),
    );
  });
  return [richText(line(bold(history.incidents)), bullets(...lines))];
}

function lengthButtons(id: string, { history }: FormatContext['words']): ActionsBlock[] {
  const value = encodeAccountValue(id);
  if (value === undefined) return [];
  const buttons = HISTORY_LENGTHS.map((length) =>
    button(historyAction(length), history.lengths(length), value),
  );
  return [{ type: 'actions', elements: buttons }];
}
