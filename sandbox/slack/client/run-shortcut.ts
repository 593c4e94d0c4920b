import type { Deliver } from '../server/deliver.ts';
import { type Delivery, toDelivery } from '../server/delivery.ts';
import { escapeBlocks } from '../server/escape-blocks.ts';
import { interactionPayload } from '../server/interaction-payload.ts';
import type { StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { User } from '../state/workspace.ts';
import { toWireMessage } from '../web-api/message-args.ts';
import { troubleOf } from './trouble-of.ts';

interface UsedShortcut {
  readonly user: User;
  readonly callbackId: string;
  readonly message: StoredMessage;
}

/** Sends a message shortcut, with the whole message. What the acknowledgement carries is ignored, as Slack does. */
export async function runShortcut(
  state: SlackState,
  deliver: Deliver,
  { user, callbackId, message }: UsedShortcut,
): Promise<Delivery> {
  const { channelId, ts } = message;
  const channel = state.workspace.channels.find(({ id }) => id === channelId);
  const responseUrl = state.responseUrls.issue({ userId: user.id, channelId });
  const isBots = message.authorId === state.workspace.botUserId;
  const { bot_id: _, app_id: __, ...persons } = toWireMessage(message, state);
  const result = await deliver.once({
    type: 'interactive',
    acceptsResponse: true,
    payload: {
      ...interactionPayload(state, user, { channelId }),
      type: 'message_action',
      callback_id: callbackId,
      action_ts: state.ids.ts(),
      message_ts: ts,
      channel: { id: channelId, name: channel?.name ?? '' },
      message: escapeBlocks(isBots ? toWireMessage(message, state) : persons),
      response_url: responseUrl.url,
    },
  });
  responseUrl.open();
  const error = troubleOf(result);
  return { ...toDelivery(result), ...(error !== undefined && { error }) };
}
