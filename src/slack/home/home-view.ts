import type { HomeView, KnownBlock } from '@slack/types';
import { compareOutcomes } from '../../account/outcome.ts';
import { RECENTS_AT_MOST } from '../../account/pins.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import type { BrokenChannel } from '../../watch/posted.ts';
import { momentsIn, ownerText } from '../alerts/alert-blocks.ts';
import { encodeAccountAction } from '../card/account-action.ts';
import { accountButtons } from '../card/buttons.ts';
import { triageEntry } from '../card/list.ts';
import { HOME_ACTIONS } from '../kit/action-ids.ts';
import { button, overflow } from '../kit/buttons.ts';
import type { FormatContext } from '../kit/message.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { isSlackId } from '../kit/slack-id.ts';
import { contextLine, escapeMrkdwn, hasMarkup, mrkdwn, plainText } from '../kit/text-objects.ts';
import { closedTo } from '../slack-errors.ts';
import { failureIn, homeLead, lastLevelOf } from './home-lead.ts';
import { homeLookUp } from './home-look-up.ts';
import type { HomeAccount, HomeState } from './home-state.ts';

/** The `callback_id` of a Home that will be published again in a moment. */
export const ASKING = 'home-asking';

/** With two accounts in full that is far below Slack's limit of 100 blocks. */
const ROWS_AT_MOST = 20;
const WORST_AT_MOST = 5;

/** The Home tab of one person. Blocks keep their order from one publish to the next. */
export function formatHome(state: HomeState, context: FormatContext): HomeView {
  const { home, buttons } = context.words;
  const byNeed = state.accounts.toSorted(worstFirst);
  const worst = byNeed.filter(needsSomebody).slice(0, WORST_AT_MOST);
  const pins = byNeed.filter((account) => account.isPinned && !worst.includes(account));
  const shown = pins.slice(0, ROWS_AT_MOST - worst.length);
  const { critical, attention } = state.workspace.others;
  const canRefresh = state.accounts.length > 0 || state.pins === 'unavailable';
  const lookUp = homeLookUp({ lookedUp: state.lookedUp, canRefresh }, context);
  const isToldAbove = !state.isAsking && failureIn(state) !== undefined;
  const rowOf = (account: HomeAccount) => accountRow(account, isToldAbove, context);
  return {
    type: 'home',
    callback_id: state.isAsking || state.lookedUp?.isAsking ? ASKING : 'home',
    blocks: [
      ...homeLead(state, context),
      ...(state.notice === undefined ? [] : [richText(line(plain(state.notice)))]),
      ...brokenBlocks(state.broken, context),
      ...worst.flatMap((account) => [rowOf(account), ...ownerBlocks(account, context)]),
      ...(critical + attention > 0 ? [row(button(HOME_ACTIONS.seeAll, buttons.seeAll))] : []),
      ...(worst.length > 0 ? parted(lookUp) : lookUp),
      ...parted([
        ...(worst.length > 0 && shown.length > 0 ? [title(home.pinned)] : []),
        ...shown.map(rowOf),
        ...(pins.length > shown.length
          ? [row(button(HOME_ACTIONS.morePins, home.morePins(pins.length - shown.length)))]
          : []),
      ]),
      ...parted(recentBlocks(state.recents, context)),
      ...parted([
        row(
          button(HOME_ACTIONS.watches, buttons.watches),
          button(HOME_ACTIONS.accounts, buttons.accounts),
          button(HOME_ACTIONS.summary, buttons.summary),
        ),
      ]),
    ],
  };
}

const row = (...elements: ReturnType<typeof button>[]): KnownBlock => ({ type: 'actions', elements });
const title = (text: string): KnownBlock => contextLine(`*${text}*`);

/** A part of the page under a line of its own; no line where there is nothing to part. */
const parted = (blocks: KnownBlock[]): KnownBlock[] =>
  blocks.length === 0 ? [] : [{ type: 'divider' }, ...blocks];

function needsSomebody(account: HomeAccount): boolean {
  const level = lastLevelOf(account);
  return level === 'critical' || level === 'attention';
}

/** Of equal ones, what nobody is on goes first; those about which nothing is known yet come last. */
function worstFirst(one: HomeAccount, other: HomeAccount): number {
  const byLevel = rank(one) - rank(other);
  const byOwner = Number(one.watched?.owner !== undefined) - Number(other.watched?.owner !== undefined);
  const [known, otherKnown] = [one.outcome, other.outcome];
  return byLevel || byOwner || (known && otherKnown ? compareOutcomes(known, otherKnown) : 0);
}

function rank(account: HomeAccount): number {
  const level = lastLevelOf(account);
  if (level !== undefined) return VERDICT_LEVELS.indexOf(level);
  return account.outcome === undefined ? VERDICT_LEVELS.length : VERDICT_LEVELS.indexOf('unknown');
}

const CHOICES = ['open', 'refresh', 'pin', 'history'] as const;
const PINNED_CHOICES = ['open', 'refresh', 'name', 'unpin', 'history'] as const;

/** Two lines with a menu. `isToldAbove`: as `triageEntry` has it. */
function accountRow(
  { id, displayName, isPinned, outcome }: HomeAccount,
  isToldAbove: boolean,
  context: FormatContext,
): KnownBlock {
  const blockId = encodeAccountAction(id, 'pin');
  const { sign, title, numbers } = triageEntry(id, outcome, context, { isToldAbove, displayName });
  const isMarkup = hasMarkup(title) || hasMarkup(numbers);
  const choices = isPinned ? PINNED_CHOICES : CHOICES;
  return {
    type: 'section',
    // Bold needs markup; a name that would read differently as markup is not bold.
    text: isMarkup ? plainText(`${sign} ${title}\n${numbers}`) : mrkdwn(`${sign} *${title}*\n${numbers}`),
    ...(blockId !== undefined && {
      block_id: blockId,
      accessory: overflow(HOME_ACTIONS.more, choices, context.words),
    }),
  };
}

/** Who is on it; nothing where nobody is, which the first line counts. Slack shows the moment in the zone of the reader. */
const ownerBlocks = ({ watched }: HomeAccount, { words, nowMs }: FormatContext): KnownBlock[] =>
  ownerText(watched?.owner, { words, moment: momentsIn(words, 'UTC', nowMs) }).map(contextLine);

/** More of them usually share one cause, and the list of watches shows all. */
const BROKEN_AT_MOST = 3;

/** Where alerts do not arrive, and what to do. */
function brokenBlocks(broken: readonly BrokenChannel[], { words }: FormatContext): KnownBlock[] {
  const { watches } = words;
  const more = broken.length - BROKEN_AT_MOST;
  return [
    ...broken.slice(0, BROKEN_AT_MOST).map(({ channelId, reason }): KnownBlock => {
      const closed = closedTo(reason);
      const said = isSlackId('person', channelId)
        ? watches.list.broken(closed)
        : watches.broken(closed, `<#${escapeMrkdwn(channelId)}>`);
      return { type: 'section', text: mrkdwn(`${OUTAGE_SIGN} ${said}`) };
    }),
    ...(more > 0 ? [contextLine(watches.brokenMore(more))] : []),
  ];
}

function recentBlocks(recents: HomeState['recents'], context: FormatContext): KnownBlock[] {
  const { home } = context.words;
  if (recents === 'unavailable') return [contextLine(home.recentsUnavailable)];
  const buttons = accountButtons({ accounts: recents.slice(0, RECENTS_AT_MOST), surface: 'home' }, context);
  return buttons.length === 0 ? [] : [title(home.recent), ...buttons];
}
