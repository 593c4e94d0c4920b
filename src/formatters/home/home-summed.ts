import type { KnownBlock } from '@slack/types';
import { accountInList } from '../account/account-name.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { NOT_CHECKED_SIGN } from '../kit/signs.ts';
import type { FormatContext } from '../message.ts';
import type { PinnedAccount } from './home-state.ts';

/** One that stands alone keeps its line and its menu. */
const SUMMED_FROM = 2;
const NAMED_AT_MOST = 10;

/** While the service fails: the pins of which there is something to say, and those of which nothing at all is known. */
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
  return [richText(line(plain(`${NOT_CHECKED_SIGN} ${text}`)))];
}
