import type { RespondArguments } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { LookupOutcome } from '../account/outcome.ts';
import { answerIn } from '../account/outcome.ts';
import type { Delivery } from './audit-log.ts';
import { formatLookup } from './card/card.ts';
import { formatTriage } from './card/list.ts';
import type { Message, SlackContext } from './kit/message.ts';
import { NO_PREVIEW, UNKNOWN_URL, type Web } from './web.ts';

/** A message and who is to see it. */
export interface Reply {
  readonly audience: SlackContext['audience'];
  readonly message: Message;
}

/** A message that Slack refused or may have refused. Never holds the address: anyone who has it can post. */
export class ReplyError extends Error {
  readonly code = 'response_url_failed';
}

/** One outcome as a card, several as a list. The caller sorts the list. */
export function toReply(outcomes: readonly LookupOutcome[], context: SlackContext): Reply {
  const [only, ...others] = outcomes;
  const isOne = only !== undefined && others.length === 0;
  const message = isOne ? formatLookup(only, context) : formatTriage(outcomes, context);
  return { audience: context.audience, message };
}

/** Whether there are figures to show. A channel is never shown anything else, such as an unknown id. */
export const hasAnswer = (outcome: LookupOutcome): boolean => answerIn(outcome) !== undefined;

/** The ids that are accounts, as far as is known. Only they become recent look-ups. */
export const accountIds = (outcomes: readonly LookupOutcome[]): readonly string[] =>
  outcomes.filter(({ kind }) => kind === 'found' || kind === 'unavailable').map(({ id }) => id);

/** For the person alone. */
export const privately = (message: Message): Reply => ({ audience: 'private', message });

/**
 * Posts a reply to a `response_url`: as a new message, or in place of the one that was pressed. Rejects with a ReplyError when
 * Slack refuses it or stays unreachable.
 */
export async function sendReply(
  respond: Web['respond'],
  responseUrl: string,
  reply: Reply,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<Delivery> {
  const called = await respond(responseUrl, { ...toSlack(reply), replace_original: replace });
  if (called.kind === 'done') return 'deferred';
  if (called.kind === 'gone' || called.error === UNKNOWN_URL) return 'expired';
  throw new ReplyError(`response_url: ${called.error}`);
}

/** How a request can be answered besides its ack. Slack decides which of these a request has. */
type Answerable = Readonly<Partial<Record<'response_url' | 'trigger_id' | 'type' | 'command', string>>> & {
  readonly view?: { readonly type: string };
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
    // On top of the window in which something was pressed.
    const open = type === 'block_actions' && view?.type === 'modal' ? views.push : views.open;
    const opened = await open({ trigger_id: triggerId, view: modal });
    if (opened.kind === 'done') return true;
  }
  if (responseUrl === undefined) return false;
  // Replaces the note that an answer follows. A card that was pressed stays.
  const delivery = await sendReply(respond, responseUrl, privately(message), {
    replace: command !== undefined,
  });
  return delivery === 'deferred';
}

/** A reply in Slack's form, for an ack or a new message. */
export function toSlack({ audience, message }: Reply): RespondArguments {
  if (audience === 'private') return { response_type: 'ephemeral', ...message };
  return { response_type: 'in_channel', ...NO_PREVIEW, ...message };
}
