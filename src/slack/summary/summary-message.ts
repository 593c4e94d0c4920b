import type { ActionsBlock, KnownBlock } from '@slack/types';
import { stateSince } from '../../account/level-over-time.ts';
import type { TermsOf } from '../../account/terms.ts';
import { isSeen, ownershipAt } from '../../watch/incident.ts';
import type { BadAccount, Summary } from '../../watch/summary.ts';
import type { Words } from '../../words/words.ts';
import { type Moment, momentsIn, ownerText, whyOf } from '../alerts/alert-blocks.ts';
import { type HeadedList, listBlock, TURNS_AT_MOST, turnLists } from '../alerts/headed-list.ts';
import { accountInList } from '../card/account-name.ts';
import { SHARE_SUMMARY } from '../kit/action-ids.ts';
import { button } from '../kit/buttons.ts';
import { type FormatContext, type Message, toMessage } from '../kit/message.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { NEW_SIGN, OUTAGE_SIGN, SUMMARY_SIGN, VERDICT_SIGN, WORSE_SIGN } from '../kit/signs.ts';
import { contextLine, header } from '../kit/text-objects.ts';

/** A summary with what its message says beside it. */
export interface SummaryShown {
  readonly summary: Summary;
  /** The moment of which it is, epoch milliseconds, and the zone in which its title says so. */
  readonly atMs: number;
  readonly zone: string;
  /** Markup that says which accounts these are, or who shares them. Absent: those of the channel. */
  readonly about?: string;
  /** Has a button that asks for a channel to post it in. */
  readonly canShare?: boolean;
}

export interface SummaryContext extends Pick<FormatContext, 'words' | 'audience' | 'pins'> {
  readonly termsOf: TermsOf;
}

/** With the lines below them that is what a phone's screen has room for. */
const ROWS_AT_MOST = 8;
const NAMES_AT_MOST = 5;

/** The state of everything watched at one moment, for people who begin a shift. The first line is the notification. */
export function summaryMessage(shown: SummaryShown, context: SummaryContext): Message {
  const { summary, atMs, zone, about, canShare } = shown;
  const { words } = context;
  const moment = momentsIn(words, zone, atMs);
  const title = `${SUMMARY_SIGN} ${titleOf(shown, words)}`;
  const notes = notesOf(shown, moment, words);
  const rows = summary.bad.slice(0, ROWS_AT_MOST).map((bad) => rowOf(bad, { atMs, moment, ...context }));
  const rest = summary.bad.length - rows.length;
  const more = rest > 0 ? [words.alert.more(rest)] : [];
  const turns = summary.next.map((turn, at) =>
    at < TURNS_AT_MOST ? { ...turn, displayName: context.termsOf(turn.accountId).displayName } : turn,
  );
  const lists = [changesOf(shown, context), ...turnLists(turns, zone, context)];
  const read = readText(summary, moment, words);
  return toMessage(
    [
      title,
      ...notes.map((note) => note.plain),
      ...rows.map((row) => `${row.sign} ${row.title}`),
      ...more,
      ...lists.flatMap(({ heading, lines }) => [heading, ...lines.map((one) => one.plain)]),
      read.plain,
    ],
    [
      header(title),
      ...(about === undefined ? [] : [contextLine(about)]),
      ...(notes.length === 0 ? [] : [contextLine(notes.map(({ markup }) => markup).join('\n'))]),
      ...rows.flatMap((row): KnownBlock[] => [
        richText(line(plain(`${row.sign} `), bold(row.title))),
        contextLine(row.detail),
      ]),
      ...more.map(contextLine),
      ...lists.map(listBlock),
      contextLine(read.markup),
      ...(canShare ? [shareRow(words)] : []),
    ],
  );
}

const shareRow = ({ buttons }: Words): ActionsBlock => ({
  type: 'actions',
  elements: [button(SHARE_SUMMARY, buttons.share)],
});

const dayAndTime = (atMs: number, { zone: zoneId, atMs: nowMs }: SummaryShown, { time }: Words) =>
  [
    time.weekday({ atMs, zoneId }),
    time.dayOf({ atMs, zoneId, nowMs }),
    time.clock({ atMs, zoneId }),
  ] as const;

function titleOf(shown: SummaryShown, words: Words): string {
  const { accountCount: total, counts, bad, notReadCount, outage } = shown.summary;
  const fine = { fine: total - notReadCount, total, isOut: outage !== undefined };
  const state =
    bad.length === 0 ? words.summary.fine(fine) : words.alert.bad(counts, total === 1 ? undefined : total);
  return words.summary.title(...dayAndTime(shown.atMs, shown, words), state);
}

/** Why the picture is incomplete. */
function notesOf(
  { summary: { outage, overdueCount, absence } }: SummaryShown,
  moment: Moment,
  { summary: said }: Words,
): readonly Said[] {
  return [
    ...(outage ? [say((since) => `${OUTAGE_SIGN} ${said.outage(since)}`, moment(outage.sinceMs))] : []),
    ...(overdueCount > 0 ? [say(() => said.overdue(overdueCount))] : []),
    ...(absence
      ? [
          say(
            (from, to) => `${OUTAGE_SIGN} ${said.absence(from, to)}`,
            moment(absence.fromMs),
            moment(absence.toMs),
          ),
        ]
      : []),
  ];
}

type Said = ReturnType<Moment>;

/** A sentence with moments in it, both as markup and plain. */
const say = <Moments extends readonly Said[]>(
  sentence: (...moments: { [At in keyof Moments]: string }) => string,
  ...moments: Moments
): Said => {
  const as = (form: keyof Said) =>
    sentence(...(moments.map((moment) => moment[form]) as { [At in keyof Moments]: string }));
  return { plain: as('plain'), markup: as('markup') };
};

interface RowContext extends SummaryContext {
  readonly atMs: number;
  readonly moment: Moment;
}

function rowOf(bad: BadAccount, context: RowContext) {
  const { accountId, level, startedAtMs, state, incident } = bad;
  const { words, atMs, moment, termsOf } = context;
  const owner = incident ? ownerText(ownershipAt(incident, atMs), { words, moment }) : [];
  const nobody = level === 'critical' ? [words.summary.nobodyYet] : [];
  const who = owner.length > 0 ? owner : nobody;
  const since = moment(startedAtMs).markup;
  // An account that was bad when its watch began, without a date that says since when, may have been bad for long.
  const isKnown = !state || stateSince(state, termsOf(accountId), isSeen(incident)) !== undefined;
  return {
    sign: VERDICT_SIGN[level],
    title: `${nameOf(accountId, context)} · ${whyOf(level, bad, { ...context, nowMs: atMs })}`,
    detail: [words.alert.since(isKnown ? since : words.alert.orEarlier(since), level), ...who].join(' · '),
  };
}

const nameOf = (accountId: string, { termsOf, ...reader }: SummaryContext) =>
  accountInList(accountId, reader, termsOf(accountId).displayName);

/** What changed since the last summary. */
function changesOf(shown: SummaryShown, context: SummaryContext): HeadedList {
  const { since } = shown.summary;
  const { summary: said } = context.words;
  const listed = (
    sign: string,
    ids: readonly string[],
    what: (names: readonly string[], more: number) => string,
  ) => {
    const names = ids.slice(0, NAMES_AT_MOST).map((id) => nameOf(id, context));
    return ids.length === 0 ? [] : [`${sign} ${what(names, ids.length - names.length)}`];
  };
  const lines = [
    ...listed(NEW_SIGN, since.new, said.new),
    ...listed(WORSE_SIGN, since.worse, said.worse),
    ...listed(VERDICT_SIGN.healthy, since.fine, said.fineAgain),
  ];
  return {
    heading: said.since(...dayAndTime(since.atMs, shown, context.words)),
    lines: (lines.length === 0 ? [said.unchanged] : lines).map((text) => ({
      plain: text,
      elements: [plain(text)],
    })),
  };
}

/** How complete the picture is. */
function readText(
  { accountCount: total, notReadCount, oldestReadAtMs }: Summary,
  moment: Moment,
  { summary: said }: Words,
): Said {
  const count = total - notReadCount;
  if (oldestReadAtMs === undefined) return say(() => said.read(count, total, undefined));
  return say((oldest) => said.read(count, total, oldest), moment(oldestReadAtMs));
}
