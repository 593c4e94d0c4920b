import { refusalOf, validateMessage } from '../block-kit/validate.ts';
import type { JsonObject } from '../server/json.ts';
import { toWireMessage } from '../server/wire.ts';
import type { MessageContent, StoredMessage } from '../state/messages.ts';
import type { SlackState } from '../state/state.ts';
import type { Channel } from '../state/workspace.ts';
import { type ApiResult, refuse, refuseArgument, refuseFor, structureArg, textArg } from './args.ts';

/** docs.slack.dev/apis/web-api/rate-limits: one message a second and channel. Slack also lets short bursts pass; this does not. */
const POST_INTERVAL_MS = 1_000;
const MAX_UPDATED_TEXT_BYTES = 4_000;

type Refused = { readonly refusal: ApiResult };

/** A message that the whole channel sees, or a person in their direct messages with the app when `channel` is a user's id. */
export function postMessage(args: JsonObject, state: SlackState): ApiResult {
  const { messages, postedAtMs, now, workspace } = state;
  const target = postableChannel(args, state);
  if ('refusal' in target) return target.refusal;
  const channelId = target.channel.id;
  const thread = readThread(args.thread_ts, channelId, state);
  if ('refusal' in thread) return thread.refusal;
  const shown = readContent(args);
  if ('refusal' in shown) return shown.refusal;
  const elapsedMs = now() - (postedAtMs.get(channelId) ?? Number.NEGATIVE_INFINITY);
  // Negative after the clock was set back.
  if (elapsedMs >= 0 && elapsedMs < POST_INTERVAL_MS) return refuse('ratelimited');
  postedAtMs.set(channelId, now());
  const authorId = workspace.botUserId;
  const message = messages.post({ ...shown.content, channelId, threadTs: thread.ts, authorId });
  return { ok: true, channel: channelId, ts: message.ts, message: toWireMessage(message, state) };
}

/**
 * Changes a message of the app's own. Without `blocks` the old ones are gone. Ephemeral messages are out of reach. No time
 * limit on edits: `edit_window_closed` comes from a setting of the workspace for the messages of people.
 */
export function updateMessage(args: JsonObject, state: SlackState): ApiResult {
  const found = ownMessage(args, state, 'cant_update_message');
  if ('refusal' in found) return found.refusal;
  // Measured as UTF-8: Turkish letters count twice.
  if (Buffer.byteLength(textArg(args, 'text') ?? '') > MAX_UPDATED_TEXT_BYTES) return refuse('msg_too_long');
  const shown = readContent(args);
  if ('refusal' in shown) return shown.refusal;
  const changed = state.messages.edit(found.message, shown.content);
  const message = toWireMessage(changed, state);
  return { ok: true, channel: changed.channelId, ts: changed.ts, text: changed.text, message };
}

/** Takes away a message of the app's own. The replies in its thread stay. */
export function deleteMessage(args: JsonObject, state: SlackState): ApiResult {
  const found = ownMessage(args, state, 'cant_delete_message');
  if ('refusal' in found) return found.refusal;
  const { channelId, ts } = found.message;
  state.messages.remove(found.message);
  return { ok: true, channel: channelId, ts };
}

/** `text` and `blocks` of a chat.* call, or why Slack refuses them. */
function readContent(args: JsonObject): { readonly content: MessageContent } | Refused {
  const { text } = args;
  const isSent = args.blocks !== undefined && args.blocks !== '';
  const blocks = isSent ? structureArg(args, 'blocks') : undefined;
  if (isSent && !Array.isArray(blocks)) return { refusal: refuse('invalid_blocks_format') };
  const refusal = refusalOf(validateMessage({ text, blocks }));
  if (refusal) return { refusal: refuseFor(refusal) };
  return {
    content: { text: typeof text === 'string' ? text : '', blocks: Array.isArray(blocks) ? blocks : [] },
  };
}

/**
 * The channel that the app may post to, by id, or by a user's id for their direct messages. Refusals as
 * docs.slack.dev/reference/methods/chat.postMessage lists them.
 */
function postableChannel(
  args: JsonObject,
  { workspace }: SlackState,
): { readonly channel: Channel } | Refused {
  const asked = textArg(args, 'channel');
  const channel = workspace.channels.find(
    ({ id, isDirect, memberIds }) =>
      id === asked || (isDirect && asked !== undefined && memberIds.includes(asked)),
  );
  if (!channel) return { refusal: refuse('channel_not_found') };
  return channel.isBotMember ? { channel } : { refusal: refuse('not_in_channel') };
}

/**
 * The thread that a message goes to. A `thread_ts` of a message that is gone, or never was, is no error: the message lands
 * in the channel (PostHog/posthog#83601, measure-sh/measure#3997). The `ts` of a reply leads to the thread it stands in.
 */
function readThread(
  asked: unknown,
  channelId: string,
  { messages }: SlackState,
): { readonly ts: string | undefined } | Refused {
  if (asked === undefined || asked === '') return { ts: undefined };
  if (typeof asked !== 'string' || !/^\d+\.\d{6}$/.test(asked))
    return { refusal: refuse('invalid_thread_ts') };
  const parent = messages.find(asked, channelId);
  const root = parent?.threadTs === undefined ? parent : messages.find(parent.threadTs, channelId);
  return { ts: root?.visibleTo === undefined ? root?.ts : undefined };
}

/**
 * The message of the app's own that `channel`, an id, and `ts` name. `notOwn`: the refusal for somebody else's. A channel
 * that the app has left is as unknown to it as one that never was.
 */
function ownMessage(
  args: JsonObject,
  { workspace, messages }: SlackState,
  notOwn: string,
): { readonly message: StoredMessage; readonly channel: Channel } | Refused {
  const ts = textArg(args, 'ts');
  if (ts === undefined) return { refusal: refuseArgument('ts') };
  const channel = workspace.channels.find(({ id }) => id === textArg(args, 'channel'));
  if (!channel?.isBotMember) return { refusal: refuse('channel_not_found') };
  const message = messages.find(ts, channel.id);
  if (!message || message.visibleTo !== undefined) return { refusal: refuse('message_not_found') };
  return message.authorId === workspace.botUserId ? { message, channel } : { refusal: refuse(notOwn) };
}
