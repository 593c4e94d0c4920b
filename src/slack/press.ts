import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { isPlausibleId } from '../account/outcome.ts';
import type { MessageRef } from '../watch/posted.ts';
import { type AuthorizedUser, requireAuthorizedUser } from './actor.ts';
import { type Answered, type AuditEntry, logAudit } from './audit-log.ts';
import { type HomeQuestion, readQuestion } from './home/home.ts';
import { decodeAccountAction, decodeAccounts, HOME_ACTIONS, isAlertBlock, OPEN_ACTIONS } from './kit/ids.ts';
import { type FormatContext, sharedIn } from './kit/message.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { accountIds } from './reply.ts';

interface AnyPress extends AuthorizedUser {
  readonly triggerId: string;
  /** The value of a button, or of the option chosen; empty where there is none. */
  readonly value: string;
}

/** Something pressed on a message. */
export interface MessagePress extends AnyPress {
  /** The accounts it is about: one on a card, all of them on a list. */
  readonly accountIds: readonly string[];
  readonly channelId: string | undefined;
  readonly audience: 'private' | 'channel';
  readonly responseUrl: string;
  /** Who shared the message in a channel, and their note. */
  readonly shared: Pick<FormatContext, 'sharedBy' | 'note'>;
}

/** A button or option of a card, pressed. */
export interface Press extends MessagePress {
  readonly accountId: string;
  /** Otherwise it is on an alert or in help. */
  readonly isOnCard: boolean;
}

/** Something done in Home. */
export interface HomePress extends AnyPress {
  /** What Home shows as looked up. Absent: nothing. */
  readonly question?: HomeQuestion;
  /** What is in the look-up field, as typed. */
  readonly typed: string;
  /** The account that it is about. Throws when there is none: then no Home of ours can have sent it. */
  readonly accountId: () => string;
}

/** Reads a press of this person on a card. Throws for one that no card of ours can have sent: that is a defect. */
export function readPress(body: BlockAction, user: AuthorizedUser): Press {
  const accountId = accountOf(body, OPEN_ACTIONS.message);
  const blockId = body.actions[0]?.block_id ?? '';
  const isOnCard = decodeAccountAction(blockId) !== undefined && !isAlertBlock(blockId);
  return { ...readMessagePress(body, user), accountId, accountIds: [accountId], isOnCard };
}

/** The same for a list. */
export function readListPress(body: BlockAction, user: AuthorizedUser): MessagePress {
  const accountIds = decodeAccounts(pressedValue(body));
  if (!accountIds.every(isPlausibleId)) throw new Error('a press names no accounts');
  return { ...readMessagePress(body, user), accountIds };
}

/** The same for the summary of the channel in which it is read. */
export function readSummaryPress(body: BlockAction, user: AuthorizedUser) {
  return { ...readMessagePress(body, user), summaryOf: body.channel?.id ?? '' };
}

function readMessagePress(body: BlockAction, user: AuthorizedUser): Omit<MessagePress, 'accountIds'> {
  return {
    ...readAnyPress(body, user),
    channelId: body.channel?.id,
    audience: body.container.is_ephemeral === true ? 'private' : 'channel',
    responseUrl: body.response_url,
    shared: sharedIn(Array.isArray(body.message?.blocks) ? body.message.blocks : []),
  };
}

/** The message that somebody pressed on. */
export const pressedMessage = ({ channel, container }: BlockAction): MessageRef => ({
  channelId: channel?.id ?? '',
  ts: String(container.message_ts),
});

/** Reads what this person did in their Home. */
export function readHomePress(body: BlockAction, user: AuthorizedUser): HomePress {
  return {
    ...readAnyPress(body, user),
    question: readQuestion(body.view?.private_metadata),
    typed: typedIn(body),
    accountId: () => accountOf(body, OPEN_ACTIONS.home),
  };
}

function readAnyPress(body: BlockAction, { person, stopwatch }: AuthorizedUser): AnyPress {
  return { person, stopwatch, triggerId: body.trigger_id, value: pressedValue(body) };
}

/** In the `block_id` of a row; in the value of buttons for several accounts, which share a row. */
function accountOf(body: BlockAction, inValue: RegExp): string {
  const [action] = body.actions;
  const account = inValue.test(action?.action_id ?? '')
    ? decodeAccounts(pressedValue(body))[0]
    : decodeAccountAction(action?.block_id ?? '');
  if (account === undefined || !isPlausibleId(account)) throw new Error('a press names no account');
  return account;
}

/** The value of a button, or of the option chosen in a menu; empty where there is none. */
export function pressedValue({ actions: [action] }: BlockAction): string {
  if (action?.type === 'button') return action.value ?? '';
  return action?.type === 'overflow' ? action.selected_option.value : '';
}

/** The page that a button leads to, from 0; the first one where it names none. */
export const pressedPage = (body: BlockAction): number =>
  Math.max(0, Math.trunc(Number(pressedValue(body))) || 0);

/** A field that dispatches says so in the action; the button beside it leaves it in the state of the view. */
function typedIn({ actions: [action], view }: BlockAction): string {
  if (action?.type === 'plain_text_input') return action.value ?? '';
  const inputs = Object.values(view?.state.values ?? {});
  return inputs.map((block) => block[HOME_ACTIONS.lookup]?.value).find((text) => text != null) ?? '';
}

/** What a button or menu of a card or a list is for. */
interface PressHandler<Press extends MessagePress> {
  readonly by: AuditEntry['by'];
  readonly read: (body: BlockAction, user: AuthorizedUser) => Press;
  /** Whether the account becomes one of the person's recent ones. */
  readonly isRecorded?: boolean;
  /** Undefined: nothing was asked about the account, and there is no audit line. */
  readonly act: (press: Press) => Promise<Answered | undefined>;
}

export type PressListener = Middleware<SlackActionMiddlewareArgs<BlockAction>>;

/** Acknowledges a press on a card, reads it, does what it is for, and writes the audit line. */
export const onPress =
  <Press extends MessagePress>({ store, log }: ListenerDeps, handler: PressHandler<Press>): PressListener =>
  async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = handler.read(body, user);
    const answered = await handler.act(press);
    if (answered === undefined) return;
    logAudit(log, press, { by: handler.by, ...answered });
    // The answer is out; nobody waits for this.
    if (handler.isRecorded) await store.record(user.person, accountIds(answered.outcomes));
  };
