import type { KnownBlock, RichTextSection } from '@slack/types';
import type { Person } from '../../account/names.ts';
import { DAY_MS, weekdayOf } from '../../account/time.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import { type AccountHistory, accountHistory, isKnown, protectedShare } from '../../watch/history.ts';
import type { AccountAction } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { contextLine, header, modal, present } from '../kit/blocks.ts';
import { asTyped, COMMAND, nameOf, notice, type SlackContext } from '../kit/message.ts';
import { bold, bullets, code, line, paragraph, richText, timeElement } from '../kit/rich-text.ts';
import { MAX_LENGTHS, NOT_COUNTED_SIGN, NOT_SEEN_SIGN, sanitize, VERDICT_SIGN } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { toType } from '../lookup/input.ts';
import { questionText, readTypedBy } from '../lookup/names.ts';
import { formatInvalidCommand } from '../lookup/notices.ts';
import { openView } from '../windows.ts';

const readHistory = async ({ watches, now }: ListenerDeps, id: string) => ({
  id,
  history: accountHistory(await watches.record(id), now()),
});

/**
 * `history 1004`: the history of an account, only for the person. It comes from the database, never from the service. If a
 * name has several accounts, the person is asked which one is meant.
 */
export async function historyFor(deps: ListenerDeps, person: Person, text: string) {
  const { pins, problem, accounts } = await readTypedBy(deps, person, text);
  const context = deps.contexts.private(person.userId, pins);
  if (problem !== undefined) return { message: formatInvalidCommand(problem, context), result: 'invalid' };
  const [account, ...others] = accounts;
  if (account === undefined || others.length > 0) {
    const { buttons, history } = context.words;
    const example = `${COMMAND} ${toType('history', context.words)}`;
    return { message: notice(buttons.history, history.whichAccount, example), result: 'which' };
  }
  const { typed, accountIds } = account;
  const asId = await readHistory(deps, typed);
  // An id takes precedence over a name, even the id of an account that is on no list.
  const [id = typed, ...more] = isKnown(asId.history) ? [] : accountIds;
  if (more.length > 0) {
    const question = questionText(account, context);
    const example = `${COMMAND} ${toType('history', context.words, asTyped(sanitize(id, MAX_LENGTHS.id)))}`;
    return { message: notice(question, context.words.command.typeThis, example), result: 'ambiguous' };
  }
  const shown = id === typed ? asId : await readHistory(deps, id);
  const result = isKnown(shown.history) ? 'shown' : 'not-watched';
  // Any other text may be a customer's name, which is not logged.
  const isAccount = result === 'shown' || deps.names.isKnown(id);
  return { message: formatHistory(shown, context), result, accountIds: isAccount ? [id] : [] };
}

/** Opens the history of an account in a window. */
export async function openHistory(deps: ListenerDeps, opening: AccountAction): Promise<void> {
  const { person, words, accountId } = opening;
  const title = words.buttons.history;
  const work = deps
    .withViewer(person, readHistory(deps, accountId))
    .then(([shown, viewer]) => modal(words, title, formatHistory(shown, viewer)));
  const isOpen = await openView(deps, opening, { title, work });
  const result = isOpen ? 'shown' : 'not-opened';
  logWatchAudit(deps.log, opening, { by: 'history', result, accountIds: [accountId] });
}

type ShownHistory = Awaited<ReturnType<typeof readHistory>>;

/** The history of an account, or that there is none. */
export function formatHistory({ id, history }: ShownHistory, context: SlackContext) {
  const { history: texts, watches } = context.words;
  const name = nameOf(id, context);
  const typed = `${COMMAND} ${toType('watch', context.words, asTyped(sanitize(id, MAX_LENGTHS.id)))}`;
  if (!isKnown(history)) return notice(texts.notWatched(name), watches.toWatch, typed);
  const rows = history.weeks
    .toReversed()
    .map((days) => `${weekRow(days, context)}\n`)
    .join('');
  return present([
    header(texts.of(name)),
    paragraph(rows, historySentences(history, context)),
    contextLine(legend(rows, context)),
    ...incidentsBlock(history, context),
    !history.isWatched && paragraph(`${texts.noLongerWatched} ${watches.toWatch} `, code(typed)),
  ]);
}

const SIGN = { ...VERDICT_SIGN, 'not-seen': NOT_SEEN_SIGN, 'not-counted': NOT_COUNTED_SIGN };

/** How many days of one kind the sentence names. */
const MAX_NAMED = 4;
const MAX_INCIDENTS = 5;

/** The signs in words: read first, and by screen readers. */
function historySentences(history: AccountHistory, viewer: SlackContext): string {
  const { words } = viewer;
  const counted = history.days.filter(({ sign }) => sign !== 'not-counted');
  const share = protectedShare(history);
  if (share === undefined) return words.history.nothingSeen;
  const fine = counted.filter(({ sign }) => sign === 'healthy').length;
  const others = (['critical', 'attention', 'unknown', 'not-seen'] as const).flatMap((sign) => {
    const names = counted.filter((day) => day.sign === sign).map(({ day }) => dayName(day, viewer));
    const more = names.length - MAX_NAMED;
    return names.length === 0 ? [] : [{ sign, days: names.slice(0, MAX_NAMED), more: Math.max(0, more) }];
  });
  const notSeen = history.times.unseen > 0 ? words.time.duration(history.times.unseen) : undefined;
  const days = words.history.days(fine, counted.length, others);
  // Rounded down, so that only a full share is 100 %.
  const percent = words.numbers.percent(Math.floor(share * 1_000) / 10);
  return `${days} ${words.history.protectedFor(percent, notSeen)}`;
}

const dayName = (day: number, { words, nowMs }: SlackContext) =>
  words.time.dayOf({ atMs: day * DAY_MS, zoneId: 'UTC', nowMs });

/** A week that does not begin on Monday is padded, so that the days stay in their columns. */
function weekRow(days: AccountHistory['weeks'][number], viewer: SlackContext): string {
  const [first] = days;
  if (first === undefined) return '';
  const daysBefore = weekdayOf(first.day);
  const signs = days.map(({ sign }) => SIGN[sign]).join('');
  return `${NOT_COUNTED_SIGN.repeat(daysBefore)}${signs} ${dayName(first.day - daysBefore, viewer)}`;
}

/** The meaning of each sign in the rows. */
function legend(rows: string, { words }: SlackContext): string {
  const signs = ([...VERDICT_LEVELS, 'not-seen', 'not-counted'] as const)
    .filter((sign) => rows.includes(SIGN[sign]))
    .map((sign) => `${SIGN[sign]} ${words.history.day[sign]}`);
  return `${words.history.weekIsARow} ${signs.join(' · ')}`;
}

function incidentsBlock({ incidents, isWatched }: AccountHistory, viewer: SlackContext): KnownBlock[] {
  if (incidents.length === 0) return [];
  const { history, time } = viewer.words;
  const lines = incidents.slice(0, MAX_INCIDENTS).map((incident): RichTextSection => {
    const { level, startedAtMs, endedAtMs } = incident;
    const open = isWatched && history.stillOpen;
    const end = endedAtMs === undefined ? open : history.lasted(time.duration(endedAtMs - startedAtMs));
    const title = `${VERDICT_SIGN[level]} ${history.day[level]} · `;
    return line(title, timeElement(startedAtMs, 'UTC', viewer, history.began), end && ` · ${end}`);
  });
  return [richText(line(bold(history.incidents)), bullets(...lines))];
}
