import type { BlockAction } from '@slack/bolt';
import { isPlausibleId } from '../account/outcome.ts';
import type { MessageRef } from '../watch/posted.ts';
import type { AuthorizedUser } from './access.ts';
import { readQuestion } from './home/home.ts';
import { decodeAccountAction, decodeAccounts, HOME_ACTIONS, isAlertBlock } from './kit/ids.ts';
import { type FormatContext, sharedIn } from './kit/message.ts';

/** A button or option about accounts: of a card, a list, an alert or help. */
export type AccountAction = ReturnType<typeof readAction>;
/** An action in Home. */
export type HomeAction = ReturnType<typeof readHomeAction>;

/** Reads an action about accounts. Throws if it names none: no message of ours can have sent it, so that is a defect. */
export function readAction(body: BlockAction, user: AuthorizedUser) {
  const blockId = body.actions[0]?.block_id ?? '';
  const accountIds = accountsOfAction(body);
  return {
    ...readMessageAction(body, user),
    /** One on a card, all accounts of a list on a list. */
    accountIds,
    /** The first of them. */
    accountId: accountIds[0],
    isOnCard: decodeAccountAction(blockId) !== undefined && !isAlertBlock(blockId),
  };
}

/** Reads an action that need not be about an account. */
export function readMessageAction(body: BlockAction, user: AuthorizedUser) {
  const audience: FormatContext['audience'] = body.container.is_ephemeral === true ? 'private' : 'channel';
  return {
    ...user,
    triggerId: body.trigger_id,
    value: valueOfAction(body),
    channelId: body.channel?.id,
    audience,
    responseUrl: body.response_url,
    /** Who shared the message in a channel, and their note. */
    shared: sharedIn(Array.isArray(body.message?.blocks) ? body.message.blocks : []),
  };
}

/** The message with the button or menu. */
export const messageOfAction = ({ channel, container }: BlockAction): MessageRef => ({
  channelId: channel?.id ?? '',
  ts: String(container.message_ts),
});

/** Reads an action in the person's Home. */
export const readHomeAction = (body: BlockAction, user: AuthorizedUser) => ({
  ...user,
  triggerId: body.trigger_id,
  value: valueOfAction(body),
  /** The question whose answer Home shows. Undefined: none. */
  question: readQuestion(body.view?.private_metadata),
  /** What is in the look-up field. */
  typed: typedIn(body),
});

/**
 * The accounts that an action names: in the `block_id` of a row, or in the value of a button for several accounts or of one
 * that shares its row. Throws if there are none: then the message is not ours.
 */
export function accountsOfAction(body: BlockAction): readonly [string, ...string[]] {
  const inBlock = decodeAccountAction(body.actions[0]?.block_id ?? '');
  const [first = '', ...others] = inBlock === undefined ? decodeAccounts(valueOfAction(body)) : [inBlock];
  if (![first, ...others].every(isPlausibleId)) throw new Error('an action names no account');
  return [first, ...others];
}

/** The value of a button, or of the option chosen in a menu; empty where there is none. */
export function valueOfAction({ actions: [action] }: BlockAction): string {
  if (action?.type === 'button') return action.value ?? '';
  return action?.type === 'overflow' ? action.selected_option.value : '';
}

/** The page that a button leads to, from 0. The first if it names none. */
export const pageOfAction = (body: BlockAction): number =>
  Math.max(0, Math.trunc(Number(valueOfAction(body))) || 0);

/** A field that dispatches has its text in the action. For the button beside it the text is in the state of the view. */
function typedIn({ actions: [action], view }: BlockAction): string {
  if (action?.type === 'plain_text_input') return action.value ?? '';
  const inputs = Object.values(view?.state.values ?? {});
  return inputs.map((block) => block[HOME_ACTIONS.lookup]?.value).find((text) => text != null) ?? '';
}
