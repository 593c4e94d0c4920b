import type { ActionsBlock } from '@slack/types';
import type { NamedAccount } from '../../account/names.ts';
import { answerIn, type LookupOutcome } from '../../account/outcome.ts';
import { button } from '../kit/blocks.ts';
import {
  encodeAccountAction,
  encodeAccounts,
  type HomePlace,
  type MORE,
  type OPEN_ACTIONS,
} from '../kit/ids.ts';
import { accountInList, type FormatContext, pinOf } from '../kit/message.ts';

/** Buttons under a list: its accounts are in the `value`, who shared it in the `block_id`. */
export const LIST_ACTIONS = { refresh: 'list_refresh', share: 'list_share' } as const;

type Choice = keyof typeof MORE;

/** Slack allows no more options in an overflow menu. */
const MAX_CHOICES = 5;

/** What the menu of an account offers, after `first`. In a channel it would be unclear whose pin it is. */
export function cardChoices(
  id: string,
  context: FormatContext,
  first: readonly Choice[] = [],
): readonly Choice[] {
  const pins: readonly Choice[] = pinOf(id, context) === undefined ? ['pin'] : ['unpin', 'name'];
  const choices: readonly Choice[] = [...first, 'watch', ...pins, 'details', 'history'];
  // Dropped first when the menu is full: a command watches too, and Home renames pins.
  return (['watch', 'name'] as const).reduce<readonly Choice[]>(
    (left, less) => (left.length > MAX_CHOICES ? left.filter((choice) => choice !== less) : left),
    choices,
  );
}

/** Buttons that act on an account. Empty for an id that cannot come back with an action. */
export function accountRow(
  id: string,
  elements: ActionsBlock['elements'],
  place?: HomePlace,
): ActionsBlock[] {
  const blockId = encodeAccountAction(id, place);
  return blockId === undefined ? [] : [{ type: 'actions', block_id: blockId, elements }];
}

const OPEN_PREFIX = { message: 'account_open', home: 'home_open' } as const satisfies Record<
  keyof typeof OPEN_ACTIONS,
  string
>;

/**
 * Accounts as a row of buttons that open them, each under the name the viewer knows it by. Those whose id cannot come
 * back with an action are left out; empty when none is left.
 */
export function accountButtons(
  {
    accounts,
    surface,
  }: { readonly accounts: readonly NamedAccount[]; readonly surface: keyof typeof OPEN_ACTIONS },
  context: FormatContext,
): ActionsBlock[] {
  const elements = accounts.flatMap(({ id, displayName }, at) => {
    const value = encodeAccounts([id]);
    const label = accountInList(id, context, displayName);
    return value === undefined || label === '' ? [] : [button(`${OPEN_PREFIX[surface]}_${at}`, label, value)];
  });
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

const MAX_OPENED = 3;

/** Buttons that open the accounts of a list that are not fine, three at most, in its order: worst first. */
export function worstButtons(
  outcomes: readonly LookupOutcome[],
  surface: keyof typeof OPEN_ACTIONS,
  context: FormatContext,
): ActionsBlock[] {
  const accounts = outcomes.flatMap((outcome): NamedAccount[] => {
    const answer = answerIn(outcome);
    if (answer === undefined || answer.verdict.level === 'healthy') return [];
    return [{ id: outcome.id, displayName: answer.displayName }];
  });
  return accountButtons({ accounts: accounts.slice(0, MAX_OPENED), surface }, context);
}

/** Buttons for a whole list. Empty if its ids cannot come back with an action. */
export function listButtons(
  outcomes: readonly LookupOutcome[],
  { audience, words: { buttons } }: FormatContext,
): ActionsBlock[] {
  const value = encodeAccounts(outcomes.map(({ id }) => id));
  if (value === undefined) return [];
  const elements =
    audience === 'channel'
      ? [button(LIST_ACTIONS.refresh, buttons.recheck, value)]
      : [
          button(LIST_ACTIONS.refresh, buttons.refresh, value),
          button(LIST_ACTIONS.share, buttons.share, value),
        ];
  return [{ type: 'actions', elements }];
}
