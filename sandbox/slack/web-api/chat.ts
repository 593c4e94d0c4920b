import { checkMessage } from '../block-kit/validate.ts';
import { Refused } from '../refused.ts';
import type { JsonObject } from '../server/json.ts';
import { toWireMessage } from '../server/wire.ts';
import type { MessageContent, StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel } from '../state/workspace.ts';
import { type ApiResult, invalidArgument, structureArg, textArg } from './args.ts';

/** docs.slack.dev/apis/web-api/rate-limits: one message a second and channel. Slack also lets short bursts pass; this does not. */
const POST_INTERVAL_MS = 1_000;
const MAX_UPDATED_TEXT_BYTES = 4_000;

/** Posts a message to a channel, or to the direct messages of a person when `channel` is a user's id. */
export function postMessage(args: JsonObject, state: SlackState): ApiResult {
  const { messages, postedAtMs, now, workspace } = state;
  const { id: channelId } = postableChannel(args, state);
  const threadTs = readThread(args.thread_ts, channelId, state);
  const content = readContent(args);
  const elapsedMs = now() - (postedAtMs.get(channelId) ?? Number.NEGATIVE_INFINITY);
  // Negative after the clock was set back.
  if (elapsedMs >= 0 && elapsedMs < POST_INTERVAL_MS) throw new Refused('ratelimited');
  postedAtMs.set(channelId, now());
  const message = messages.post({ ...content, channelId, threadTs, authorId: workspace.botUserId });
  return { ok: true, channel: channelId, ts: message.ts, message: toWireMessage(message, state) };
}

/**
 * Changes a message of the app. Without `blocks`, the old ones are removed. Cannot reach ephemeral messages. Edits have no
 * time limit: `edit_window_closed` comes from a workspace setting for messages of people.
 */
export function updateMessage(args: JsonObject, state: SlackState): ApiResult {
  const found = ownMessage(args, state);
  // Measured in UTF-8, in which Turkish letters count twice.
  if (Buffer.byteLength(textArg(args, 'text') ?? '') > MAX_UPDATED_TEXT_BYTES) {
    throw new Refused('msg_too_long');
  }
  const changed = state.messages.edit(found, readContent(args));
  const { channelId, ts, text } = changed;
  return { ok: true, channel: channelId, ts, text, message: toWireMessage(changed, state) };
}

/** `text` and `blocks` of a chat.* call. */
function readContent(args: JsonObject): MessageContent {
  const isSent = args.blocks !== undefined && args.blocks !== '';
  const blocks = isSent ? structureArg(args, 'blocks') : [];
  if (!Array.isArray(blocks)) throw new Refused('invalid_blocks_format');
  return checkMessage({ text: args.text, blocks: isSent ? blocks : undefined });
}

/**
 * The channel to post to, by its id, or by a user's id for direct messages. The errors are those of
 * docs.slack.dev/reference/methods/chat.postMessage.
 */
function postableChannel(args: JsonObject, { workspace }: SlackState): Channel {
  const asked = textArg(args, 'channel');
  const channel = workspace.channels.find(
    ({ id, isDirect, memberIds }) =>
      id === asked || (isDirect && asked !== undefined && memberIds.includes(asked)),
  );
  if (!channel) throw new Refused('channel_not_found');
  if (!channel.isBotMember) throw new Refused('not_in_channel');
  return channel;
}

/**
 * The thread to post to. A `thread_ts` of a message that does not exist is no error: the message goes to the channel
 * (PostHog/posthog#83601, measure-sh/measure#3997). The `ts` of a reply stands for the thread of that reply.
 */
function readThread(asked: unknown, channelId: string, { messages }: SlackState): string | undefined {
  if (asked === undefined || asked === '') return undefined;
  if (typeof asked !== 'string' || !/^\d+\.\d{6}$/.test(asked)) throw new Refused('invalid_thread_ts');
  const parent = messages.find(asked, channelId);
  const root = parent?.threadTs === undefined ? parent : messages.find(parent.threadTs, channelId);
  return root?.visibleTo === undefined ? root?.ts : undefined;
}

/** The app's message with this `channel` (an id) and `ts`. A channel that it has left gets the error of an unknown one. */
function ownMessage(args: JsonObject, { workspace, messages }: SlackState): StoredMessage {
  const ts = textArg(args, 'ts');
  if (ts === undefined) throw invalidArgument('ts');
  const channel = workspace.channels.find(({ id }) => id === textArg(args, 'channel'));
  if (!channel?.isBotMember) throw new Refused('channel_not_found');
  const message = messages.find(ts, channel.id);
  if (!message || message.visibleTo !== undefined) throw new Refused('message_not_found');
  if (message.authorId !== workspace.botUserId) throw new Refused('cant_update_message');
  return message;
}
