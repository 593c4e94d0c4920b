import type { BlockAction } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import { isPlausibleId } from '../account/outcome.ts';
import type { MessageRef } from '../watch/posted.ts';
import type { AuthorizedUser } from './access.ts';
import { decodeAccountAction, decodeAccounts, HOME_ACTIONS, isAlertBlock } from './kit/ids.ts';
import { type SlackContext, sharedIn } from './kit/message.ts';

/** What somebody pressed, chose or typed on a message, in a window or in Home. */
export type Action = ReturnType<typeof readAction>;
/** The same about accounts: on a card, a list, an alert or help. */
export type AccountAction = ReturnType<typeof withAccounts>;

/** Reads an action of Slack once, before its listener. What its place does not have is empty or undefined. */
export function readAction(body: BlockAction, user: AuthorizedUser) {
  const { channel, container, view, response_url: responseUrl, trigger_id: triggerId } = body;
  const [action] = body.actions;
  const audience: SlackContext['audience'] = container.is_ephemeral === true ? 'private' : 'channel';
  const message: MessageRef = { channelId: channel?.id ?? '', ts: String(container.message_ts ?? '') };
  const blocks: readonly KnownBlock[] = Array.isArray(body.message?.blocks) ? body.message.blocks : [];
  return {
    ...{ ...user, triggerId, audience, view },
    /** Absent in Home. */
    channelId: channel?.id,
    /** Where to send a message. Absent in Home, which shows it itself, and in a window. */
    responseUrl,
    actionId: action?.action_id ?? '',
    blockId: action?.block_id ?? '',
    /** Of a button, or of the option chosen in a menu; empty where there is none. */
    value: valueIn(body),
    /** The window in which it was pressed; a new one goes on top of it. Undefined: pressed elsewhere. */
    viewId: view?.type === 'modal' ? view.id : undefined,
    /** The message on which it was pressed, and its blocks as Slack sends them. */
    message,
    blocks,
    /** Who shared that message in a channel, and their note. */
    shared: sharedIn(blocks),
    /** What is in the look-up field of Home. */
    typed: typedIn(body),
  };
}

/**
 * The accounts that an action names: in the `block_id` of a row, or in the value of a button for several accounts or of one
 * that shares its row. Throws if there are none: no message of ours can have sent it, so that is a defect.
 */
export function withAccounts(action: Action) {
  const inBlock = decodeAccountAction(action.blockId);
  const [accountId = '', ...others] = inBlock === undefined ? decodeAccounts(action.value) : [inBlock];
  const accountIds = [accountId, ...others] as const;
  if (!accountIds.every(isPlausibleId)) throw new Error('an action names no account');
  const isOnCard = inBlock !== undefined && !isAlertBlock(action.blockId);
  return { ...action, accountId, accountIds, isOnCard };
}

function valueIn({ actions: [action] }: BlockAction): string {
  if (action?.type === 'button') return action.value ?? '';
  if (action?.type === 'static_select') return action.selected_option?.value ?? '';
  return action?.type === 'overflow' ? action.selected_option.value : '';
}

/** The window in which something was pressed. Throws outside of one: none of ours has such a button elsewhere. */
export function windowOf({ view, actionId }: Action) {
  if (view === undefined) throw new Error(`${actionId} was pressed outside of a window`);
  return view;
}

/** The page that a button leads to, from 0. The first if it names none. */
export const pageOf = ({ value }: Action): number => Math.max(0, Math.trunc(Number(value)) || 0);

/** A field that dispatches has its text in the action. For the button beside it the text is in the state of the view. */
function typedIn({ actions: [action], view }: BlockAction): string {
  if (action?.type === 'plain_text_input') return action.value ?? '';
  const inputs = Object.values(view?.state.values ?? {});
  return inputs.map((block) => block[HOME_ACTIONS.lookUpField]?.value).find((text) => text != null) ?? '';
}
