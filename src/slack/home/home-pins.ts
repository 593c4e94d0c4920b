import type { KnownBlock, SectionBlock } from '@slack/types';
import { compareOutcomes } from '../../account/outcome.ts';
import { encodeAccountAction } from '../card/account-action.ts';
import { accountInList } from '../card/account-name.ts';
import { triageEntry } from '../card/triage-entry.ts';
import { HOME_ACTIONS } from '../kit/action-ids.ts';
import { overflow, pageButtons } from '../kit/buttons.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { contextLine, hasMarkup, mrkdwn, plainText } from '../kit/text-objects.ts';
import type { PinnedAccount } from './home-state.ts';

/** Keeps one page of pins and two full accounts far below Slack's limit of 100 blocks. */
const PINS_PER_PAGE = 20;

/** Worst first, those about which nothing is known yet last, equals in the order given. */
export function sortPins(pins: readonly PinnedAccount[]): PinnedAccount[] {
  return pins.toSorted((a, b) => {
    if (a.outcome === undefined || b.outcome === undefined) {
      return Number(a.outcome === undefined) - Number(b.outcome === undefined);
    }
    return compareOutcomes(a.outcome, b.outcome);
  });
}

/** The nearest page there is, from 0. */
export function pageOf(wanted: number, total: number): number {
  const last = Math.max(0, Math.ceil(total / PINS_PER_PAGE) - 1);
  return Math.min(Math.max(0, Math.trunc(wanted) || 0), last);
}

/** One page of pins, two lines each with a menu, and the way to the other pages. `isToldAbove`: as `triageEntry` has it. */
export function pinBlocks(
  {
    pins,
    page,
    isToldAbove,
  }: { readonly pins: readonly PinnedAccount[]; readonly page: number; readonly isToldAbove: boolean },
  context: FormatContext,
): KnownBlock[] {
  const { words } = context;
  const from = page * PINS_PER_PAGE;
  const shown = pins.slice(from, from + PINS_PER_PAGE);
  const to = from + shown.length;
  return [
    ...shown.map((pinned) => pinSection(pinned, isToldAbove, context)),
    ...(pins.length > PINS_PER_PAGE ? [contextLine(words.home.range(from + 1, to, pins.length))] : []),
    ...pageButtons(HOME_ACTIONS, { page, isLast: to >= pins.length }, words),
  ];
}

function pinSection(
  { pin, outcome }: PinnedAccount,
  isToldAbove: boolean,
  context: FormatContext,
): SectionBlock {
  const blockId = encodeAccountAction({ id: pin.accountId, place: 'pin' });
  const { sign, title, numbers } = triageEntry(pin.accountId, outcome, context, { isToldAbove });
  const isMarkup = hasMarkup(title) || hasMarkup(numbers);
  return {
    type: 'section',
    // Bold needs markup; a name that would read differently as markup is not bold.
    text: isMarkup ? plainText(`${sign} ${title}\n${numbers}`) : mrkdwn(`${sign} *${title}*\n${numbers}`),
    ...(blockId !== undefined && {
      block_id: blockId,
      accessory: overflow(HOME_ACTIONS.more, ['open', 'refresh', 'name', 'unpin', 'history'], context.words),
    }),
  };
}

/** One that stands alone keeps its line and its menu. */
const SUMMED_FROM = 2;
const NAMED_AT_MOST = 10;

/** While the service fails: the pins with something to say, and those about which nothing is known. */
export function sumUpFailed(pins: readonly PinnedAccount[]): {
  readonly listed: readonly PinnedAccount[];
  readonly summed: readonly PinnedAccount[];
} {
  const summed = pins.filter(isUnknown);
  if (summed.length < SUMMED_FROM) return { listed: pins, summed: [] };
  return { listed: pins.filter((pinned) => !isUnknown(pinned)), summed };
}

const isUnknown = ({ outcome }: PinnedAccount) =>
  outcome?.kind === 'unavailable' && outcome.lastKnown === undefined;

/** One line for all of them. */
export function summedBlocks(summed: readonly PinnedAccount[], context: FormatContext): KnownBlock[] {
  if (summed.length === 0) return [];
  const named = summed.slice(0, NAMED_AT_MOST).map(({ pin }) => accountInList(pin.accountId, context));
  const text = context.words.home.withoutAnswer(named, summed.length - named.length);
  return sentence(`${OUTAGE_SIGN} ${text}`).blocks;
}
