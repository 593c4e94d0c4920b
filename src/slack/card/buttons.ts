import type { ActionsBlock } from '@slack/types';
import { answerIn, type LookupOutcome } from '../../account/outcome.ts';
import { button, type Parts, present, row } from '../kit/blocks.ts';
import { ACTIONS, encodeAccountAction, encodeAccounts, type MORE, openAction } from '../kit/ids.ts';
import { nameOf, pinOf, type SlackContext } from '../kit/message.ts';

/** An entry of a menu. */
export type Choice = keyof typeof MORE;

/** Slack allows no more options in an overflow menu. */
const MAX_CHOICES = 5;

/**
 * What the menu of an account offers, after `first`. A full menu leaves out the last ones: there is a command to watch, and
 * Home can rename pins. `isBad`: its watches will notice when it is fine again.
 */
export function cardChoices(
  id: string,
  context: SlackContext,
  first: readonly Choice[],
  isBad = false,
): readonly Choice[] {
  const isPinned = pinOf(id, context) !== undefined;
  const ofPin: Choice = isPinned ? 'unpin' : 'pin';
  const last: Parts<Choice> = [isBad && 'tellFine', isPinned && 'name', 'watch'];
  return present<Choice>([...first, ofPin, 'details', 'history', ...last]).slice(0, MAX_CHOICES);
}

/** Buttons that act on an account. Empty for an id that cannot come back with an action. */
export function accountRow(id: string, elements: Parts<ActionsBlock['elements'][number]>): ActionsBlock[] {
  const blockId = encodeAccountAction(id);
  return blockId === undefined ? [] : [{ type: 'actions', block_id: blockId, elements: present(elements) }];
}

/**
 * Accounts as a row of buttons that open them, each under the name the viewer knows it by. Those whose id cannot come
 * back with an action are left out; empty when none is left.
 */
export function accountButtons(ids: readonly string[], context: SlackContext): ActionsBlock[] {
  const elements = ids.map((id, at) => {
    const [value, label] = [encodeAccounts([id]), nameOf(id, context)];
    return value && label && button(openAction(at), label, value);
  });
  return row(...elements);
}

const MAX_OPENED = 3;

/** Buttons that open the accounts of a list that are not fine, three at most, in its order: worst first. */
export function worstButtons(outcomes: readonly LookupOutcome[], context: SlackContext): ActionsBlock[] {
  const worst = outcomes.filter((outcome) => (answerIn(outcome)?.verdict.level ?? 'healthy') !== 'healthy');
  const ids = worst.slice(0, MAX_OPENED).map(({ id }) => id);
  return accountButtons(ids, context);
}

/** Buttons for a whole list. Empty if its ids cannot come back with an action. */
export function listButtons(
  outcomes: readonly LookupOutcome[],
  { audience, words: { buttons } }: SlackContext,
): ActionsBlock[] {
  const value = encodeAccounts(outcomes.map(({ id }) => id));
  const isInChannel = audience === 'channel';
  return row(
    value && button(ACTIONS.refresh, isInChannel ? buttons.recheck : buttons.refresh, value),
    value && !isInChannel && button(ACTIONS.share, buttons.share, value),
  );
}
