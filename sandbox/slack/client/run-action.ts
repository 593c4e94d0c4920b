import type { Deliver } from '../server/deliver.ts';
import { type Delivery, toDelivery } from '../server/delivery.ts';
import { escapeBlocks } from '../server/escape-blocks.ts';
import { interactionPayload } from '../server/interaction-payload.ts';
import type { JsonObject } from '../server/json.ts';
import { toWireView } from '../server/to-wire-view.ts';
import { type StateValues, withValue } from '../state/element-state.ts';
import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import type { User } from '../state/workspace.ts';
import { toWireMessage } from '../web-api/message-args.ts';
import type { Choice } from './choose.ts';
import type { PlacedElement } from './elements.ts';
import { type SubmitValues, withTyped } from './fill-in.ts';
import { troubleOf } from './trouble-of.ts';
import type { Use } from './use-element.ts';

interface UseBy extends Use {
  readonly user: User;
  /** What stands in the inputs around it; Slack sends that with every press. */
  readonly typed?: SubmitValues;
}

/** Sends block_actions for an element that was used. What the acknowledgement carries is ignored, as Slack does. */
export async function runAction(state: SlackState, deliver: Deliver, use: UseBy): Promise<Delivery> {
  const { surface, placed } = use.spot;
  const prepared =
    surface.kind === 'message'
      ? fromMessage(state, use, surface.message)
      : fromView(state, use, surface.view);
  const result = await deliver.once({
    type: 'interactive',
    acceptsResponse: true,
    payload: { type: 'block_actions', ...prepared.payload, actions: [toAction(state, placed, use.choice)] },
  });
  prepared.afterAck();
  const error = troubleOf(result);
  return { ...toDelivery(result), ...(error !== undefined && { error }) };
}

function toAction(
  state: SlackState,
  { actionId, blockId, type }: PlacedElement,
  { action }: Choice,
): JsonObject {
  return {
    ...escapeBlocks({ action_id: actionId, block_id: blockId }),
    ...action,
    type,
    action_ts: state.ids.ts(),
  };
}

/** An ephemeral message does not travel along: Slack stores none. */
function fromMessage(state: SlackState, use: UseBy, message: StoredMessage) {
  const { user } = use;
  const { ts, channelId, threadTs, visibleTo } = message;
  const isEphemeral = visibleTo !== undefined;
  const values = newState(message, use);
  state.messages.setState(message, values);
  const channel = state.workspace.channels.find(({ id }) => id === channelId);
  const responseUrl = state.responseUrls.issue({ userId: user.id, channelId, originalTs: ts });
  return {
    afterAck: responseUrl.open,
    payload: {
      ...interactionPayload(state, user, { channelId }),
      container: {
        type: 'message',
        message_ts: ts,
        channel_id: channelId,
        is_ephemeral: isEphemeral,
        ...(threadTs !== undefined && { thread_ts: threadTs }),
      },
      channel: { id: channelId, name: channel?.name ?? '' },
      ...(!isEphemeral && { message: escapeBlocks(toWireMessage(message, state)) }),
      state: { values },
      response_url: responseUrl.url,
    },
  };
}

/** Views have no response_url; their buttons carry the view with its hash. */
function fromView(state: SlackState, use: UseBy, view: StoredView) {
  const changed = state.views.setState(view, newState(view, use));
  const wire = toWireView(changed, state.workspace);
  return {
    afterAck() {},
    payload: {
      ...interactionPayload(state, use.user, { viewId: view.id, channelId: view.openedFrom }),
      container: { type: 'view', view_id: view.id },
      view: { ...wire, blocks: escapeBlocks(wire.blocks) },
    },
  };
}

function newState(
  { filledBlocks, state }: StoredMessage | StoredView,
  { spot, choice: { entry }, typed = {} }: UseBy,
): StateValues {
  const values = withTyped(filledBlocks, state, typed);
  return entry ? withValue(values, spot.placed, entry) : values;
}
