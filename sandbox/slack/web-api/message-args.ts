import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../server/json.ts';
import { refuseMessage } from '../server/refusals.ts';
import type { MessageContent, StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel } from '../state/workspace.ts';
import { type ApiResult, refuse, refuseArgument, refuseFor, structureArg, textArg } from './api-method.ts';

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

const PAYLOAD_VALUE = z.union([z.string(), z.number(), z.boolean()]);
const PAYLOAD_OBJECT = z.record(z.string(), PAYLOAD_VALUE);

/** @slack/types, message-metadata.d.ts: one level of objects, alone or in a list. */
const METADATA = z.object({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.union([PAYLOAD_VALUE, PAYLOAD_OBJECT, z.array(PAYLOAD_OBJECT)])),
});

/** The `metadata` of a chat.* call, undefined when there is none or it is empty, or why Slack refuses it. */
export function readMetadata(
  args: JsonObject,
): { metadata: JsonObject | undefined } | { refusal: ApiResult } {
  if (args.metadata === undefined || args.metadata === '') return { metadata: undefined };
  const metadata = structureArg(args, 'metadata');
  if (!isJsonObject(metadata)) return { refusal: refuse('invalid_metadata_format') };
  if (Object.keys(metadata).length === 0) return { metadata: undefined };
  if (typeof metadata.event_type !== 'string' || !isJsonObject(metadata.event_payload)) {
    return { refusal: refuse('invalid_metadata_format') };
  }
  const { success, data } = METADATA.safeParse(metadata);
  return success ? { metadata: data } : { refusal: refuse('invalid_metadata_schema') };
}

/**
 * The channel that the app may post to, by id, by `#name`, or by a user's id for their direct messages. Refusals as
 * docs.slack.dev/reference/methods/chat.postMessage lists them.
 */
export function postableChannel(
  args: JsonObject,
  state: SlackState,
): { channel: Channel } | { refusal: ApiResult } {
  const asked = textArg(args, 'channel');
  const channel = state.workspace.channels.find(
    ({ id, name, isDirect, memberIds }) =>
      id === asked || (isDirect ? asked !== undefined && memberIds.includes(asked) : `#${name}` === asked),
  );
  if (!channel) return { refusal: refuse('channel_not_found') };
  if (channel.isArchived) return { refusal: refuse('is_archived') };
  if (!channel.isBotMember) return { refusal: refuse('not_in_channel') };
  if (channel.isRestricted) return { refusal: refuse('restricted_action') };
  if (channel.isDirect && !state.hasMessagesTab) return { refusal: refuse('messages_tab_disabled') };
  return { channel };
}

/**
 * The message of the app's own that `channel`, an id, and `ts` name. `notOwn`: the refusal for somebody else's. A channel
 * that the app has left is as unknown to it as one that never was.
 */
export function ownMessage(
  args: JsonObject,
  { workspace, messages }: SlackState,
  notOwn: string,
): { message: StoredMessage; channel: Channel } | { refusal: ApiResult } {
  const ts = textArg(args, 'ts');
  if (ts === undefined) return { refusal: refuseArgument('ts') };
  const channel = workspace.channels.find(({ id }) => id === textArg(args, 'channel'));
  if (!channel?.isBotMember) return { refusal: refuse('channel_not_found') };
  const message = messages.find(ts, channel.id);
  if (!message || message.visibleTo !== undefined) return { refusal: refuse('message_not_found') };
  return message.authorId === workspace.botUserId ? { message, channel } : { refusal: refuse(notOwn) };
}

/** A message as the Web API and interaction payloads show it. */
export function toWireMessage(message: StoredMessage, { workspace, messages }: SlackState): JsonObject {
  const replyCount = messages.replyCount(message);
  // A message that begins a thread carries its own ts as thread_ts.
  const threadTs = replyCount > 0 ? message.ts : message.threadTs;
  return {
    user: message.authorId,
    type: 'message',
    ts: message.ts,
    bot_id: workspace.botId,
    app_id: workspace.appId,
    text: message.text,
    team: workspace.team.id,
    ...(message.isBroadcast && { subtype: 'thread_broadcast' }),
    ...(threadTs !== undefined && { thread_ts: threadTs }),
    ...(replyCount > 0 && { reply_count: replyCount }),
    ...(message.metadata && { metadata: message.metadata }),
    ...(message.isEdited && { edited: { user: workspace.botUserId, ts: message.ts } }),
    ...(message.filledBlocks.length > 0 && { blocks: message.filledBlocks }),
  };
}
