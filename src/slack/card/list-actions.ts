import type { ActionsBlock, KnownBlock } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import { answerIn } from '../../account/outcome.ts';
import { LIST_ACTIONS, type OPEN_ACTIONS } from '../kit/action-ids.ts';
import { button } from '../kit/buttons.ts';
import { LIMITS } from '../kit/limits.ts';
import type { FormatContext } from '../kit/message.ts';
import { isSlackId } from '../kit/slack-id.ts';
import { encodeAccountsValue } from './account-action.ts';
import { accountButtons, type NamedAccount } from './account-buttons.ts';

const OPENED_AT_MOST = 3;

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
  return accountButtons({ accounts: accounts.slice(0, OPENED_AT_MOST), surface }, context);
}

/**
 * What can be pressed under a list: its worst accounts, and the whole of it. Rows for which a message with these blocks has no
 * more room are left out, as is the one for ids that cannot come back with a press.
 */
export function listActions(
  outcomes: readonly LookupOutcome[],
  blocks: readonly KnownBlock[],
  context: FormatContext,
): ActionsBlock[] {
  let left = LIMITS.messageBlocks - escapedLength(blocks);
  const fitting = (rows: ActionsBlock[]) => {
    const length = escapedLength(rows);
    if (length > left) return [];
    left -= length;
    return rows;
  };
  const whole = fitting(wholeList(outcomes, context));
  return [...fitting(worstButtons(outcomes, 'message', context)), ...whole];
}

function wholeList(
  outcomes: readonly LookupOutcome[],
  { audience, sharedBy = '', words }: FormatContext,
): ActionsBlock[] {
  const value = encodeAccountsValue(outcomes.map(({ id }) => id));
  if (value === undefined) return [];
  const { buttons } = words;
  const elements =
    audience === 'channel'
      ? [button(LIST_ACTIONS.refresh, buttons.recheck, value)]
      : [
          button(LIST_ACTIONS.refresh, buttons.refresh, value),
          button(LIST_ACTIONS.share, buttons.share, value),
        ];
  const sharer = audience === 'channel' && isSlackId('person', sharedBy) ? sharedBy : '';
  return [{ type: 'actions', block_id: `${BLOCK}${sharer}`, elements }];
}

const BLOCK = 'list:';

/** Who shared the list that a row of buttons stands under; undefined on a private one. */
export function sharerOfList(blockId: string): string | undefined {
  const sharer = blockId.startsWith(BLOCK) ? blockId.slice(BLOCK.length) : '';
  return isSlackId('person', sharer) ? sharer : undefined;
}

/** As Slack may count it: every UTF-16 unit beyond ASCII as six. */
export const escapedLength = (blocks: readonly KnownBlock[]) =>
  JSON.stringify(blocks).replace(/[\u0080-\uFFFF]/g, '\\u0000').length;
