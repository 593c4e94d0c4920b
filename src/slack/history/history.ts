import type { KnownBlock, ModalView, RichTextElement, RichTextSection } from '@slack/types';
import { DAY_MS, weekdayOf } from '../../account/time.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import {
  type AccountHistory,
  accountHistory,
  type HistoryDay,
  type HistorySign,
  isKnown,
  protectedShare,
} from '../../watch/history.ts';
import type { AuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { contextLine, header, modal } from '../kit/blocks.ts';
import {
  accountName,
  commandFor,
  type FormatContext,
  type Message,
  messageOf,
  notice,
  sentence,
} from '../kit/message.ts';
import { bold, bullets, code, dateElement, line, MOMENT_FORMAT, plain, richText } from '../kit/rich-text.ts';
import { NOT_COUNTED_SIGN, NOT_SEEN_SIGN, VERDICT_SIGN } from '../kit/signs.ts';
import { CUTS, tidy } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { privately, sendReply } from '../reply.ts';
import { type AccountOpening, openView } from '../windows.ts';

/** What is kept of an account, for somebody to read. */
export async function readHistory({ watches, names, now }: ListenerDeps, id: string): Promise<ShownHistory> {
  const record = await watches.record(id);
  const history = record === 'unavailable' ? record : accountHistory(record, now());
  return { id, displayName: names.nameOf(id), history };
}

/** Opens the history of an account in a window. */
export async function openHistory(
  deps: ListenerDeps,
  opening: AccountOpening & AuthorizedUser,
): Promise<void> {
  const { person, triggerId, viewId, accountId, responseUrl } = opening;
  const work = Promise.all([readHistory(deps, accountId), deps.store.pins(person)]);
  const inContext = async () => {
    const [shown, pins] = await work;
    return [shown, deps.contexts.private(person.userId, pins)] as const;
  };
  const isOpen = await openView(deps.views, {
    triggerId,
    viewId,
    work: inContext().then((given) => formatHistoryView(...given)),
    loading: () => formatHistoryLoading(accountId, deps.contexts.private(person.userId)),
  });
  if (!isOpen && responseUrl !== undefined) {
    await sendReply(deps.respond, responseUrl, privately(formatHistory(...(await inContext()))));
  }
  logWatchAudit(deps.log, opening, { by: 'history', result: 'shown', accountIds: [accountId] });
}

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
  return messageOf([
    header(title),
    ...historyBlocks(history, context),
    ...(history.isWatched ? [] : [richText(line(plain(`${noLongerWatched} ${toWatch} `), code(typed)))]),
  ]);
}

/** The same in a window. */
export function formatHistoryView(shown: ShownHistory, context: FormatContext): ModalView {
  return modal(context.words.history, formatHistory(shown, context).blocks);
}

function formatHistoryLoading(id: string, context: FormatContext): ModalView {
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

/** Days that the sentence names of one kind. */
const NAMED_AT_MOST = 4;
const INCIDENTS_AT_MOST = 5;

/** What the signs say, in words: what is read first, and aloud. */
function historySentences(history: AccountHistory, reader: Reader): string {
  const { words } = reader;
  const counted = history.days.filter(({ sign }) => sign !== 'not-counted');
  const share = protectedShare(history);
  if (share === undefined) return words.history.nothingSeen;
  const fine = counted.filter(({ sign }) => sign === 'healthy').length;
  const others = (['critical', 'attention', 'unknown', 'not-seen'] as const).flatMap((sign) => {
    const names = counted.filter((day) => day.sign === sign).map(({ day }) => dayName(day, reader));
    const more = names.length - NAMED_AT_MOST;
    return names.length === 0 ? [] : [{ sign, days: names.slice(0, NAMED_AT_MOST), more: Math.max(0, more) }];
  });
  const notSeen = history.times.unseen > 0 ? words.time.duration(history.times.unseen) : undefined;
  const days = words.history.days(fine, counted.length, others);
  return `${days} ${words.history.protectedFor(percentOf(share, reader), notSeen)}`;
}

function historyBlocks(history: AccountHistory, reader: Reader): KnownBlock[] {
  const rows = history.weeks.toReversed().map((days) => `${weekRow(days, reader)}\n`);
  return [
    richText(line(plain(rows.join('')), plain(historySentences(history, reader)), ...since(history, reader))),
    contextLine(legend(history, reader)),
    ...incidentsBlock(history, reader),
  ];
}

const dayName = (day: number, { words, nowMs }: Reader) =>
  words.time.dayOf({ atMs: day * DAY_MS, zoneId: 'UTC', nowMs });

/** Days of the week before the first one keep their place. */
function weekRow(days: readonly HistoryDay[], reader: Reader): string {
  const [first] = days;
  if (first === undefined) return '';
  const daysBefore = weekdayOf(first.day);
  const before = Array.from({ length: daysBefore }, () => NOT_COUNTED_SIGN);
  const signs = days.map(({ sign }) => SIGN[sign]);
  return `${[...before, ...signs].join('')} ${dayName(first.day - daysBefore, reader)}`;
}

/** Rounded down: only a full share is 100 %. */
function percentOf(share: number, { words }: Reader): string {
  const isNearlyAll = share >= 0.99 && share < 1;
  return words.numbers.percent(isNearlyAll ? Math.floor(share * 1_000) / 10 : Math.floor(share * 100));
}

function since({ level, sinceMs }: AccountHistory, reader: Reader): RichTextElement[] {
  if (level === undefined || sinceMs === undefined) return [];
  const said = (when: string) => reader.words.history.since(level, when);
  const fallback = said(reader.words.time.moment({ atMs: sinceMs, zoneId: 'UTC', nowMs: reader.nowMs }));
  return [plain('\n'), dateElement(sinceMs, said('{date_short_pretty} {time}'), fallback)];
}

function moment(atMs: number, { words, nowMs }: Reader): RichTextElement {
  const fallback = words.time.moment({ atMs, zoneId: 'UTC', nowMs });
  return dateElement(atMs, MOMENT_FORMAT, fallback);
}

/** The meaning of each sign that is shown. */
function legend({ days }: AccountHistory, { words }: Reader): string {
  const signs = ([...VERDICT_LEVELS, 'not-seen', 'not-counted'] as const)
    .filter((sign) => days.some((one) => one.sign === sign))
    .map((sign) => `${SIGN[sign]} ${words.history.day[sign]}`);
  return `${words.history.weekIsARow} ${signs.join(' · ')}`;
}

function incidentsBlock({ incidents }: AccountHistory, reader: Reader): KnownBlock[] {
  if (incidents.length === 0) return [];
  const { history, time } = reader.words;
  const lines = incidents.slice(0, INCIDENTS_AT_MOST).map((incident): RichTextSection => {
    const { level, startedAtMs, endedAtMs } = incident;
    const end =
      endedAtMs === undefined ? history.stillOpen : history.lasted(time.duration(endedAtMs - startedAtMs));
    return line(
      plain(`${VERDICT_SIGN[level]} ${history.day[level]} · `),
      moment(startedAtMs, reader),
      plain(` · ${end}`),
    );
  });
  return [richText(line(bold(history.incidents)), bullets(...lines))];
}
