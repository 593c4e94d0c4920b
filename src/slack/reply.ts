import type { RespondArguments } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { hasAnswer, type LookupOutcome } from '../account/outcome.ts';
import type { AuthorizedUser } from './access.ts';
import type { AccountAction } from './action.ts';
import type { Answered, Delivery } from './audit-log.ts';
import { cardBlocks, decodeLevel } from './card/card.ts';
import { formatTriage } from './card/list.ts';
import { type Audience, type Message, type SlackContext, toSend } from './kit/message.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { lookUpAll } from './lookup/names.ts';
import { NO_PREVIEW, UNKNOWN_URL, type Web } from './web.ts';

/** One outcome as a card, several as a list. The caller sorts the list. */
export function answerMessage(outcomes: readonly LookupOutcome[], context: SlackContext): Message {
  const [only, ...others] = outcomes;
  return only !== undefined && others.length === 0
    ? cardBlocks(only, context)
    : formatTriage(outcomes, context);
}

/** The ids that are accounts, as far as is known. Only they become recent look-ups. */
export const accountIds = (outcomes: readonly LookupOutcome[]): readonly string[] =>
  outcomes.filter(({ kind }) => kind === 'found' || kind === 'unavailable').map(({ id }) => id);

/**
 * Posts a message to a `response_url`, for the person alone unless `audience` is a channel: as a new one, or in place of the
 * one that was pressed. Rejects when Slack refuses it or stays unreachable.
 */
export async function sendReply(
  respond: Web['respond'],
  responseUrl: string,
  message: Message,
  { replace = false, audience }: { readonly replace?: boolean; readonly audience?: Audience } = {},
): Promise<Delivery> {
  const called = await respond(responseUrl, { ...toSlack(message, audience), replace_original: replace });
  if (called.kind === 'done') return 'deferred';
  if (['gone', 'conversation'].includes(called.kind) || called.error === UNKNOWN_URL) return 'expired';
  // Never with the address: anyone who has it can post.
  throw new Error(`response_url: ${called.error}`);
}

/** How a request can be answered besides its ack. Slack decides which of these a request has. */
type Answerable = Readonly<Partial<Record<'response_url' | 'trigger_id' | 'type' | 'command', string>>> & {
  readonly view?: { readonly id: string; readonly type: string };
};

/** Shows a person why their request has no answer, in a message or a window. False: Slack accepted neither. */
export async function replyToActor(
  { respond, views }: Pick<Web, 'respond' | 'views'>,
  { response_url: responseUrl, trigger_id: triggerId, type, command, view }: Answerable,
  { message, modal }: { readonly message: Message; readonly modal: ModalView },
): Promise<boolean> {
  // A shortcut may have been used in a thread, where an ephemeral message is not seen.
  const isWindow = responseUrl === undefined || type === 'message_action';
  if (isWindow && triggerId !== undefined) {
    const under = type === 'block_actions' && view?.type === 'modal' ? view : undefined;
    // On top of the window in which something was pressed; in place of it once the trigger has expired.
    const opened = await (under ? views.push : views.open)({ trigger_id: triggerId, view: modal });
    if (opened.kind === 'done') return true;
    if (under && (await views.update({ view_id: under.id, view: modal })).kind === 'done') return true;
  }
  if (responseUrl === undefined) return false;
  // Replaces the note that an answer follows. A card that was pressed stays.
  const replace = command !== undefined;
  return (await sendReply(respond, responseUrl, message, { replace })) === 'deferred';
}

/** A message in Slack's form, for an ack or a new message. */
export function toSlack(message: Message, audience: Audience = 'private'): RespondArguments {
  if (audience === 'private') return { response_type: 'ephemeral', ...toSend(message) };
  return { response_type: 'in_channel', ...NO_PREVIEW, ...toSend(message) };
}

/**
 * Looks the accounts up again and changes the message in place, in a channel too: through the `response_url` of the action,
 * which is new with each press and needs no scope.
 */
export async function redraw(
  deps: ListenerDeps,
  { accountIds, person, audience, shared, responseUrl, value, stopwatch }: Redrawn,
  { fresh }: { readonly fresh: boolean },
): Promise<Answered> {
  const { respond, contexts, withViewer } = deps;
  const looking = lookUpAll(deps.lookup, accountIds, { fresh, askedAtMs: stopwatch.startedAtMs });
  const [outcomes, personal] = await withViewer(person, looking);
  // A channel keeps its figures. Only the person who pressed reads why there are no newer ones.
  const isAnswered = outcomes.some(hasAnswer);
  const isForChannel = audience === 'channel' && isAnswered;
  const context = isForChannel ? { ...contexts.channel(), shared, before: decodeLevel(value) } : personal;
  // The figures of a card are worth more than "not checked", which then is a message of its own.
  const hasFigures = !fresh || decodeLevel(value) !== undefined;
  const replace = isForChannel || (audience === 'private' && (isAnswered || !hasFigures));
  const how = { replace, audience: context.audience };
  const delivery = await sendReply(respond, responseUrl, answerMessage(outcomes, context), how);
  // If the shared card is gone, the person who pressed gets one of their own, which can be shared.
  if (delivery === 'expired' && isForChannel)
    await sendReply(respond, responseUrl, answerMessage(outcomes, personal));
  return { audience, outcomes, delivery };
}

type Redrawn = AuthorizedUser &
  Pick<AccountAction, 'accountIds' | 'audience' | 'responseUrl' | 'value'> &
  Partial<Pick<AccountAction, 'shared'>>;
