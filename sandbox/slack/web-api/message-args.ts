import type { JsonObject } from '../server/json.ts';
import { refuseMessage } from '../server/refusals.ts';
import type { MessageContent, StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel } from '../state/workspace.ts';
import { type ApiResult, refuse, refuseFor, structureArg, textArg } from './api-method.ts';

/** `text` and `blocks` of a chat.* call, or why Slack refuses them. */
export function readContent(args: JsonObject): { content: MessageContent } | { refusal: ApiResult } {
  const { text } = args;
  const given = args.blocks === undefined || args.blocks === '' ? undefined : structureArg(args, 'blocks');
  if (args.blocks !== undefined && args.blocks !== '' && !Array.isArray(given)) {
    return { refusal: refuse('invalid_blocks_format') };
  }
  const refusal = refuseMessage({ text, blocks: given });
  if (refusal) return { refusal: refuseFor(refusal) };
  return {
    content: { text: typeof text === 'string' ? text : '', blocks: Array.isArray(given) ? given : [] },
  };
}

/** The channel that the app may write to, by id, by `#name`, or by a user's id for direct messages. */
export function writableChannel(
  args: JsonObject,
  state: SlackState,
): { channel: Channel } | { refusal: ApiResult } {
  const asked = textArg(args, 'channel');
  const { channels } = state.workspace;
  const channel = channels.find(
    ({ id, name, isDirect, memberIds }) =>
      id === asked || (isDirect ? asked !== undefined && memberIds.includes(asked) : `#${name}` === asked),
  );
  if (!channel) return { refusal: refuse('channel_not_found') };
  if (!channel.isBotMember) return { refusal: refuse('not_in_channel') };
  return { channel };
}

/** A message as the Web API and interaction payloads show it. */
export function toWireMessage(message: StoredMessage, { workspace }: SlackState): JsonObject {
  return {
    user: message.authorId,
    type: 'message',
    ts: message.ts,
    bot_id: workspace.botId,
    app_id: workspace.appId,
    text: message.text,
    team: workspace.team.id,
    ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
    ...(message.isEdited && { edited: { user: workspace.botUserId, ts: message.ts } }),
    ...(message.filledBlocks.length > 0 && { blocks: message.filledBlocks }),
  };
}
