import { checkView } from '../block-kit/validate.ts';
import { Refused, unlessRefused } from '../refused.ts';
import { readAnswer } from '../server/answer-response-url.ts';
import type { Deliver } from '../server/deliver.ts';
import type { Delivery, Outgoing } from '../server/delivery.ts';
import { isJsonObject } from '../server/json.ts';
import { findElements, isOffered } from '../state/elements.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import type { Channel, User } from '../state/workspace.ts';
import { toSeenMessage } from './seen.ts';

/**
 * Sends the app what a person does. `obey`: does what the body of the acknowledgement asks, undefined when it was empty; throws
 * `Refused`. `failed`: what Slack shows to the person when it failed.
 */
export async function send(
  deliver: Deliver,
  outgoing: Outgoing,
  obey: (body: unknown) => Pick<Delivery, 'message' | 'errors'> = () => ({}),
  failed = (code: string) => `We had some trouble connecting. Try again? (${code})`,
): Promise<Delivery> {
  const result = await deliver.once(outgoing);
  const { ack } = result;
  if (result.ack === 'http_error') {
    return { ack, error: failed(result.status >= 500 ? 'http_service_error' : 'http_client_error') };
  }
  if (result.ack !== 'ok') return { ack, error: failed(result.ack) };
  return unlessRefused(
    () => ({ ack, ...obey(result.body) }),
    ({ code, messages: why }) => ({ ack, error: [failed(code), ...why].join('\n') }),
  );
}

/** Shows the answer in the acknowledgement of a command. */
export function showAnswer(
  state: SlackState,
  { user, channel, line }: { readonly user: User; readonly channel: Channel; readonly line: string },
  body: unknown,
): Pick<Delivery, 'message'> {
  if (body === undefined) return {};
  const { isPublic, content } = readAnswer(typeof body === 'string' ? { text: body } : body);
  const place = { channelId: channel.id, visibleTo: isPublic ? undefined : user.id };
  if (isPublic) state.messages.post({ ...place, authorId: user.id, text: line, blocks: [] });
  const authorId = state.workspace.botUserId;
  return { message: toSeenMessage(state.messages.post({ ...place, ...content, authorId })) };
}

/**
 * A `response_url` for each conversation chosen in an input that asks for one. Throws for a conversation that the person's
 * client does not offer.
 */
export function chosenConversations(
  { workspace, responseUrls }: SlackState,
  user: User,
  view: StoredView,
  evenIfNotOffered: boolean,
) {
  return findElements(view.filledBlocks).flatMap(({ element, actionId, blockId, isInput }) => {
    const chosen = view.state[blockId]?.[actionId]?.selected_conversation;
    if (typeof chosen !== 'string') return [];
    const channel = workspace.channels.find(({ id }) => id === chosen);
    const isThere = channel?.memberIds.includes(user.id) && isOffered(element, channel);
    if (!isThere && !evenIfNotOffered)
      throw new Error(`${actionId} does not offer ${channel?.name ?? chosen}`);
    if (element.response_url_enabled !== true || !isInput) return [];
    const response_url = responseUrls.issue({ userId: user.id, channelId: chosen });
    return [{ block_id: blockId, action_id: actionId, channel_id: chosen, response_url }];
  });
}

/** Carries out a `response_action`: `update` or `errors`; all others are refused. No body closes the view. */
export function answerForm({ views }: SlackState, view: StoredView, body: unknown): Pick<Delivery, 'errors'> {
  if (body === undefined) {
    if (views.stack(view.userId).at(-1)?.id === view.id) views.close(view.userId, 'top');
    return {};
  }
  const { response_action: action, ...answer } = isJsonObject(body) ? body : {};
  const present = views.find(view.id) ?? view;
  if (action === 'errors') {
    // Errors are allowed only for input blocks of this view.
    const inputs = findElements(view.filledBlocks).filter(({ isInput }) => isInput);
    const errors = isJsonObject(answer.errors) ? Object.entries(answer.errors) : [];
    const isSound = errors.every(
      ([id, text]) => inputs.some(({ blockId }) => blockId === id) && typeof text === 'string',
    );
    if (errors.length === 0 || !isSound) throw new Refused('errors must name input blocks');
    const shown = Object.fromEntries(errors) as Record<string, string>;
    views.setErrors(present, shown);
    return { errors: shown };
  }
  if (action !== 'update') throw new Refused('invalid response_action');
  const content = checkView(answer.view);
  if (content.type !== 'modal') throw new Refused('not a modal');
  views.claimExternal(content, view);
  views.change(present, content);
  return {};
}
