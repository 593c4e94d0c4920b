import type { BlockAction } from '@slack/bolt';
import { isPlausibleId } from '../account/outcome.ts';
import type { MessageRef } from '../watch/posted.ts';
import type { AuthorizedUser } from './access.ts';
import { type HomeQuestion, readQuestion } from './home/home.ts';
import { decodeAccountAction, decodeAccounts, HOME_ACTIONS, isAlertBlock } from './kit/ids.ts';
import { type FormatContext, sharedIn } from './kit/message.ts';

interface AnyAction extends AuthorizedUser {
  readonly triggerId: string;
  /** The value of a button, or of the option chosen; empty where there is none. */
  readonly value: string;
}

/** A block action on a message. */
export interface MessageAction extends AnyAction {
  readonly channelId: string | undefined;
  readonly audience: 'private' | 'channel';
  readonly responseUrl: string;
  /** Who shared the message in a channel, and their note. */
  readonly shared: Pick<FormatContext, 'sharedBy' | 'note'>;
}

/** A button or option about accounts: of a card, a list, an alert or help. */
export interface AccountAction extends MessageAction {
  /** One on a card, all accounts of a list on a list. */
  readonly accountIds: readonly string[];
  /** The first of them. */
  readonly accountId: string;
  readonly isOnCard: boolean;
}

/** An action in Home. */
export interface HomeAction extends AnyAction {
  /** The question whose answer Home shows. Absent: none. */
  readonly question?: HomeQuestion;
  /** What is in the look-up field, as typed. */
  readonly typed: string;
}

/** Reads an action about accounts. Throws if it names none: no message of ours can have sent it, so that is a defect. */
export function readAction(body: BlockAction, user: AuthorizedUser): AccountAction {
  const blockId = body.actions[0]?.block_id ?? '';
  const isOnCard = decodeAccountAction(blockId) !== undefined && !isAlertBlock(blockId);
  const accountIds = accountsOfAction(body);
  return { ...readMessageAction(body, user), accountIds, accountId: accountIds[0], isOnCard };
}

/** Reads an action that need not be about an account. */
export function readMessageAction(body: BlockAction, user: AuthorizedUser): MessageAction {
  return {
    ...user,
    triggerId: body.trigger_id,
    value: valueOfAction(body),
    channelId: body.channel?.id,
    audience: body.container.is_ephemeral === true ? 'private' : 'channel',
    responseUrl: body.response_url,
    shared: sharedIn(Array.isArray(body.message?.blocks) ? body.message.blocks : []),
  };
}

/** The message with the button or menu. */
export const messageOfAction = ({ channel, container }: BlockAction): MessageRef => ({
  channelId: channel?.id ?? '',
  ts: String(container.message_ts),
});

/** Reads an action in the person's Home. */
export const readHomeAction = (body: BlockAction, user: AuthorizedUser): HomeAction => ({
  ...user,
  triggerId: body.trigger_id,
  value: valueOfAction(body),
  question: readQuestion(body.view?.private_metadata),
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
