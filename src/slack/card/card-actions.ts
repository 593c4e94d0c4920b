import type { ActionsBlock } from '@slack/types';
import type { Words } from '../../words/words.ts';
import { ACTIONS, type MORE, RETRY } from '../kit/action-ids.ts';
import { button, overflow } from '../kit/buttons.ts';
import type { FormatContext } from '../kit/message.ts';
import { type AccountAction, encodeAccountAction } from './account-action.ts';
import { pinOf } from './account-name.ts';
import { encodeLevel } from './level-before.ts';
import type { ShownAnswer } from './source-context.ts';

/**
 * The row of buttons under a card. Empty for an id that cannot come back with a press. In a channel the first one takes
 * along the level that the card shows, to be held against the next answer.
 */
export function cardActions(shown: ShownAnswer, context: FormatContext): ActionsBlock[] {
  const { id, failure } = shown;
  const { audience, words } = context;
  const more = overflow(ACTIONS.more, pinChoices(id, context), words);
  return audience === 'channel'
    ? actions(id, context, [button(ACTIONS.refresh, words.buttons.recheck, encodeLevel(shown)), more])
    : actions(id, context, [
        failure ? retry(words) : button(ACTIONS.refresh, words.buttons.refresh),
        button(ACTIONS.share, words.buttons.share),
        more,
      ]);
}

/** What is left to press when there is nothing to show: asking again. */
export function retryActions(id: string, context: FormatContext): ActionsBlock[] {
  return actions(id, context, [retry(context.words)]);
}

const retry = ({ buttons }: Words) => button(ACTIONS.refresh, buttons.retry, RETRY);

/** What a menu offers beside an account in full. In a channel nobody knows whose pin it would be. */
export function pinChoices(id: string, context: FormatContext): readonly (keyof typeof MORE)[] {
  return pinOf(id, context) === undefined
    ? ['pin', 'details', 'history']
    : ['unpin', 'name', 'details', 'history'];
}

function actions(
  id: string,
  { audience, sharedBy }: FormatContext,
  elements: ActionsBlock['elements'],
): ActionsBlock[] {
  const isShared = audience === 'channel' && sharedBy !== undefined;
  return accountRow(isShared ? { id, sharedBy } : { id }, elements);
}

/** Buttons that act on an account; none for an id that cannot come back with a press. */
export function accountRow(account: AccountAction, elements: ActionsBlock['elements']): ActionsBlock[] {
  const blockId = encodeAccountAction(account);
  return blockId === undefined ? [] : [{ type: 'actions', block_id: blockId, elements }];
}
