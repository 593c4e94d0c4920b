import type { ActionsBlock, KnownBlock } from '@slack/types';
import type { Words } from '../../words/words.ts';
import { encodeAccountAction, encodeAccountValue } from '../card/account-action.ts';
import { ACTIONS, ALERT_VIEW, alertBlock, TAKE_OVER } from '../kit/action-ids.ts';
import { button, overflow } from '../kit/buttons.ts';
import { dateToken, MOMENT_FORMAT } from '../kit/date-token.ts';
import { type Message, toMessage } from '../kit/message.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { MOVED_SIGN, OWNER_SIGN, VERDICT_SIGN } from '../kit/signs.ts';
import { isSlackId } from '../kit/slack-id.ts';
import { contextLine, header, mrkdwn } from '../kit/text-objects.ts';
import { cut } from '../kit/tidy.ts';
import type { AlertRows, FineRow, OpenRow } from './alert-rows.ts';

/** A moment for those who are told: as markup in each reader's own zone, as plain text in the zone of their watch. */
export type Moment = (atMs: number) => { readonly markup: string; readonly plain: string };

/** For moments seen from `nowMs`. */
export const momentsIn =
  ({ time }: Words, zoneId: string, nowMs: number): Moment =>
  (atMs) => {
    const text = time.moment({ atMs, zoneId, nowMs });
    return { plain: text, markup: dateToken(atMs, MOMENT_FORMAT, text) };
  };

interface SituationContext {
  /** The key of the message. */
  readonly id: string;
  /** Accounts that are watched in the channel. */
  readonly accountCount: number;
  readonly words: Words;
  readonly moment: Moment;
}

/** One account of the message: `title` stands in bold; `detail` is markup under it. */
export interface Entry {
  readonly accountId: string;
  readonly sign: string;
  readonly title: string;
  readonly detail: string;
}

/** As many as a phone's screen has room for. */
const ENTRIES_AT_MOST = 10;
/** From this many accounts, and this share of those watched, it is one piece of news. */
const MASS_AT_LEAST = 10;
const MASS_ONE_OF = 5;
/** Slack allows 75 for a button. */
const BUTTON_TEXT = 75;

/** How the accounts of one alert are: what is edited while they change. */
export function formatSituation(rows: AlertRows, context: SituationContext): Message {
  const { open, notWatchedCount } = rows;
  const { words } = context;
  const isMass = open.length >= MASS_AT_LEAST && open.length * MASS_ONE_OF >= context.accountCount;
  const owner = ownerOfAll(open, context);
  const count = open.length + rows.fine.length + rows.moved.length;
  const shown = entriesOf(rows, { isOwned: owner.length > 0, count: ENTRIES_AT_MOST }, context);
  const title = titleOf(rows, context, isMass);
  // Does not repeat what the title says about a single account.
  const isOne = count === 1;
  const rest = [
    ...(count > shown.length ? [words.alert.more(count - shown.length)] : []),
    ...(notWatchedCount > 0 ? [words.alert.notWatched(notWatchedCount)] : []),
  ];
  const cause = isMass ? causeOf(open, context) : undefined;
  return toMessage(
    [
      title,
      ...(cause ? [cause.plain] : []),
      ...(isOne ? [] : shown.map((entry) => `${entry.sign} ${entry.title}`)),
      ...rest,
    ],
    [
      header(title),
      ...owner.map(contextLine),
      ...(cause ? [{ type: 'section', text: mrkdwn(cause.markup) } as const] : []),
      ...shown.flatMap(({ sign, title, detail }): KnownBlock[] => [
        ...(isOne ? [] : [richText(line(plain(`${sign} `), bold(title)))]),
        contextLine(detail),
      ]),
      ...rest.map(contextLine),
      ...buttons(open, context),
    ],
  );
}

function titleOf(
  { open, fine, moved, notWatchedCount }: AlertRows,
  { accountCount, words: { alert } }: SituationContext,
  isMass: boolean,
): string {
  const [worst, ...others] = open;
  if (worst !== undefined) {
    const sign = VERDICT_SIGN[worst.level];
    if (others.length === 0) return `${sign} ${worst.name()} · ${worst.why()}`;
    const counts = { critical: 0, attention: 0, unknown: 0 };
    for (const { level } of open) counts[level] += 1;
    return `${sign} ${alert.bad(counts, isMass ? accountCount : undefined)}`;
  }
  const [first, ...more] = fine;
  if (first === undefined)
    return moved.length > 0 ? `${MOVED_SIGN} ${alert.moved}` : alert.notWatched(notWatchedCount);
  if (more.length === 0) return `${VERDICT_SIGN.healthy} ${alert.fine(first.name())}`;
  const isAll = moved.length === 0 && notWatchedCount === 0;
  return `${VERDICT_SIGN.healthy} ${isAll ? alert.allFine(fine.length) : alert.someFine(fine.length)}`;
}

/** So many from one on. `isOwned`: somebody is on all that is open, which is said elsewhere. */
export function entriesOf(
  { open, fine, moved }: AlertRows,
  { isOwned, from = 0, count }: { readonly isOwned: boolean; readonly from?: number; readonly count: number },
  { words, moment }: Pick<SituationContext, 'words' | 'moment'>,
): readonly Entry[] {
  const { alert, time } = words;
  const ofOpen = (row: OpenRow): Entry => ({
    accountId: row.accountId,
    sign: VERDICT_SIGN[row.level],
    title: `${row.name()} · ${row.why()}`,
    detail: [
      alert.since(moment(row.startedAtMs).markup, row.level),
      ...(isOwned ? [] : ownerText(row, { words, moment })),
    ].join('\n'),
  });
  const ofFine = ({ accountId, name, resolvedAtMs, lastedMs }: FineRow): Entry => ({
    accountId,
    sign: VERDICT_SIGN.healthy,
    title: name(),
    detail: alert.fineSince(moment(resolvedAtMs).markup, time.duration(lastedMs)),
  });
  const ofMoved = ({ accountId, name }: AlertRows['moved'][number]): Entry => ({
    accountId,
    sign: MOVED_SIGN,
    title: name(),
    detail: alert.moved,
  });
  const fineFrom = from - open.length;
  const movedFrom = fineFrom - fine.length;
  const part = <Row>(rows: readonly Row[], start: number) =>
    rows.slice(Math.max(0, start), Math.max(0, start + count));
  return [
    ...part(open, from).map(ofOpen),
    ...part(fine, fineFrom).map(ofFine),
    ...part(moved, movedFrom).map(ofMoved),
  ];
}

/** Who is on all of several accounts, as markup, said once. */
function ownerOfAll(open: readonly OpenRow[], context: SituationContext): string[] {
  const [first, ...others] = open;
  if (first?.owner === undefined || others.length === 0) return [];
  const { userId, sinceMs } = first.owner;
  const isTheirs = ({ owner }: OpenRow) => owner?.userId === userId && owner.sinceMs === sinceMs;
  return others.every(isTheirs) ? ownerText(first, context) : [];
}

/** Who is on it, as markup; nothing when nobody is. */
export function ownerText(
  { owner }: Pick<OpenRow, 'owner'>,
  { words, moment }: Pick<SituationContext, 'words' | 'moment'>,
): string[] {
  if (!isSlackId('person', owner?.userId)) return [];
  const since = owner.sinceMs === undefined ? undefined : moment(owner.sinceMs).markup;
  return [`${OWNER_SIGN} ${words.alert.onIt(`<@${owner.userId}>`, since)}`];
}

/** Since when the first of them is not all right, and what that means. */
function causeOf(
  open: readonly OpenRow[],
  { words: { alert }, moment }: SituationContext,
): { readonly plain: string; readonly markup: string } {
  const first = moment(Math.min(...open.map(({ startedAtMs }) => startedAtMs)));
  const say = (since: string) => `${alert.firstSince(since)} ${alert.oneCause}`;
  return { plain: say(first.plain), markup: say(first.markup) };
}

/** For what is open: to take it over, and to look at it. */
function buttons([worst, ...others]: readonly OpenRow[], { id, words }: SituationContext): ActionsBlock[] {
  if (worst === undefined) return [];
  const takeOver = button(TAKE_OVER, words.buttons.takeOver);
  if (others.length > 0) {
    const elements = [takeOver, button(ALERT_VIEW.seeAll, words.buttons.seeAll)];
    return [{ type: 'actions', block_id: alertBlock(id), elements }];
  }
  const [value, account] = [
    encodeAccountValue(worst.accountId),
    encodeAccountAction({ id: worst.accountId }),
  ];
  if (value === undefined || account === undefined)
    return [{ type: 'actions', block_id: alertBlock(id), elements: [takeOver] }];
  const elements = [
    takeOver,
    button('account_open_0', cut(words.alert.open(worst.name()), BUTTON_TEXT), value),
    overflow(ACTIONS.more, ALERT_CHOICES, words),
  ];
  return [{ type: 'actions', block_id: alertBlock(id, account), elements }];
}

/** What the menu of an account offers in an alert. */
export const ALERT_CHOICES = ['details', 'history', 'stopWatching'] as const;
