import type { Deliver } from '../server/deliver.ts';
import { type Delivery, toDelivery } from '../server/delivery.ts';
import { escapeBlocks } from '../server/escape-blocks.ts';
import { interactionPayload } from '../server/interaction-payload.ts';
import { isJsonObject, type JsonObject } from '../server/json.ts';
import type { AckBody } from '../server/outgoing.ts';
import { refuseView } from '../server/refusals.ts';
import { toWireView } from '../server/to-wire-view.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView, ViewContent } from '../state/views.ts';
import type { User } from '../state/workspace.ts';
import { isOffered, isShared } from './conversations.ts';
import { findElements } from './elements.ts';
import { troubleOf } from './trouble-of.ts';

const MAX_STACK = 3;
const TROUBLE = 'We had some trouble connecting. Try again?';

interface Submission {
  readonly user: User;
  /** With its state as filled in. */
  readonly view: StoredView;
  readonly evenIfNotOffered: boolean;
}

/** Sends view_submission and does what the acknowledgement's `response_action` says; an empty one closes the view. */
export async function runSubmission(
  state: SlackState,
  deliver: Deliver,
  submission: Submission,
): Promise<Delivery> {
  const { user, view } = submission;
  const wire = toWireView(view, state.workspace);
  const urls = chosenConversations(state, submission);
  const result = await deliver.once({
    type: 'interactive',
    acceptsResponse: true,
    payload: {
      type: 'view_submission',
      ...interactionPayload(state, user, { viewId: view.id, channelId: view.openedFrom }),
      view: { ...wire, blocks: escapeBlocks(wire.blocks) },
      response_urls: urls.map(({ wire }) => wire),
    },
  });
  for (const { open } of urls) open();
  const delivery = toDelivery(result);
  if (result.kind !== 'acked') return { ...delivery, error: `${TROUBLE} (${troubleOf(result)})` };
  return { ...delivery, ...obey(state, submission, result.body) };
}

/**
 * A `response_url` for each conversation that was chosen in an input that asks for one. Throws for a conversation that
 * the person's client does not offer there.
 */
function chosenConversations(state: SlackState, { user, view, evenIfNotOffered }: Submission) {
  return findElements(view.filledBlocks).flatMap(({ element, actionId, blockId, isInput }) => {
    const { selected_conversation, selected_channel } = view.state[blockId]?.[actionId] ?? {};
    const chosen = selected_conversation ?? selected_channel;
    if (typeof chosen !== 'string') return [];
    const channel = state.workspace.channels.find(({ id }) => id === chosen);
    const isThere =
      channel?.memberIds.includes(user.id) &&
      isOffered(element, { ...channel, isShared: isShared(state.workspace, channel) });
    if (!isThere && !evenIfNotOffered) {
      throw new Error(`${actionId} does not offer ${channel?.name ?? chosen}`);
    }
    if (element.response_url_enabled !== true || !isInput) return [];
    const { url, open } = state.responseUrls.issue({ userId: user.id, channelId: chosen });
    const wire = { block_id: blockId, action_id: actionId, channel_id: chosen, response_url: url };
    return [{ wire, open }];
  });
}

function obey(
  state: SlackState,
  { user, view }: Submission,
  body: AckBody,
): Pick<Delivery, 'error' | 'errors'> {
  const isTop = state.views.stack(user.id).at(-1)?.id === view.id;
  if (body.kind === 'empty') {
    if (isTop) state.views.close(user.id, 'top');
    return {};
  }
  const answer = body.kind === 'json' && isJsonObject(body.value) ? body.value : {};
  switch (answer.response_action) {
    case 'clear':
      state.views.close(user.id, 'all');
      return {};
    case 'errors':
      return showErrors(state, view, answer.errors);
    case 'update':
    case 'push':
      return showView(state, view, answer);
    default:
      return { error: `${TROUBLE} (invalid response_action)` };
  }
}

/** Errors may stand only under input blocks of this very view. */
function showErrors(
  state: SlackState,
  view: StoredView,
  errors: unknown,
): Pick<Delivery, 'error' | 'errors'> {
  const inputs = findElements(view.filledBlocks).flatMap(({ isInput, blockId }) =>
    isInput ? [blockId] : [],
  );
  const entries = isJsonObject(errors) ? Object.entries(errors) : [];
  const isSound = entries.every(([blockId, text]) => inputs.includes(blockId) && typeof text === 'string');
  if (entries.length === 0 || !isSound) return { error: `${TROUBLE} (errors must name input blocks)` };
  const shown = Object.fromEntries(entries) as Record<string, string>;
  state.views.setErrors(state.views.find(view.id) ?? view, shown);
  return { errors: shown };
}

function showView(state: SlackState, view: StoredView, answer: JsonObject): Pick<Delivery, 'error'> {
  const refusal = refuseView(answer.view);
  if (refusal) return { error: [`${TROUBLE} (${refusal.error})`, ...refusal.messages].join('\n') };
  // refuseView has seen to it that there are blocks.
  const content = answer.view as ViewContent;
  if (content.type !== 'modal') return { error: `${TROUBLE} (not a modal)` };
  const twin =
    typeof content.external_id === 'string' ? state.views.findExternal(content.external_id) : undefined;
  const isPush = answer.response_action === 'push';
  if (twin && (isPush || twin.id !== view.id)) return { error: `${TROUBLE} (duplicate_external_id)` };
  if (!isPush) {
    state.views.change(state.views.find(view.id) ?? view, content);
    return {};
  }
  if (state.views.stack(view.userId).length >= MAX_STACK) return { error: `${TROUBLE} (push_limit_reached)` };
  state.views.show({ userId: view.userId, type: 'modal', content, openedFrom: view.openedFrom });
  return {};
}
