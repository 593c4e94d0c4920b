import type { BlockAction } from '@slack/bolt';
import type { Deadline } from '../../async/deadline.ts';
import {
  type AccountAction,
  decodeAccountAction,
  decodeAccountValue,
} from '../../formatters/account/account-action.ts';
import { OPEN_ACTIONS } from '../../formatters/action-ids.ts';
import type { AuthorizedUser } from '../authorize/authorized-user.ts';
import { isPlausibleId } from '../input/plausible-id.ts';
import type { Asker } from '../shared/audit-log.ts';

/** A button or option of a card, pressed. */
export interface Press {
  readonly account: AccountAction;
  readonly asker: Asker;
  readonly deadline: Deadline;
  readonly audience: 'private' | 'channel';
  readonly responseUrl: string;
  readonly triggerId: string;
  /** What tells one card from another. */
  readonly messageTs: string;
  /** Of the thread in which the card stands; absent outside of one. */
  readonly threadTs: string | undefined;
  /** The value of a button, or of the option chosen. */
  readonly value: string | undefined;
}

/** Reads a press of this person on a card. Throws for one that no card of ours can have sent: that is a defect. */
export function readPress(body: BlockAction, { person, deadline }: AuthorizedUser): Press {
  const [action] = body.actions;
  const account = action === undefined ? undefined : accountOf(action);
  if (account === undefined || !isPlausibleId(account.id)) throw new Error('a press names no account');
  const { is_ephemeral: isEphemeral, message_ts: messageTs, thread_ts: threadTs } = body.container;
  return {
    account,
    asker: { ...person, channelId: body.channel?.id },
    deadline,
    audience: isEphemeral === true ? 'private' : 'channel',
    responseUrl: body.response_url,
    triggerId: body.trigger_id,
    messageTs: String(messageTs),
    threadTs: typeof threadTs === 'string' ? threadTs : undefined,
    value: pressedValue(action),
  };
}

type Action = BlockAction['actions'][number];

/** In the `block_id` of a card's row; in the value of buttons for several accounts, which share a row. */
function accountOf(action: Action): AccountAction | undefined {
  return OPEN_ACTIONS.message.test(action.action_id)
    ? { id: decodeAccountValue(pressedValue(action) ?? '') }
    : decodeAccountAction(action.block_id);
}

function pressedValue(action: Action | undefined): string | undefined {
  if (action?.type === 'button') return action.value;
  return action?.type === 'overflow' ? action.selected_option.value : undefined;
}
