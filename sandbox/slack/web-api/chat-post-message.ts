import type { SlackState } from '../state/state.ts';
import { type ApiMethod, type ApiResult, flagArg, refuse } from './api-method.ts';
import { postableChannel, readContent, readMetadata, toWireMessage } from './message-args.ts';

/** docs.slack.dev/apis/web-api/rate-limits: one message a second and channel. Slack also lets short bursts pass; this does not. */
const POST_INTERVAL_MS = 1_000;

/**
 * A message that the whole channel sees, or a person in their direct messages with the app when `channel` is a user's id.
 * Two calls with the same `client_msg_id` post two messages: nothing documents that Slack recognises the second.
 */
export const chatPostMessage: ApiMethod = {
  token: 'bot',
  scope: 'chat:write',
  run(args, { state }) {
    const target = postableChannel(args, state);
    if ('refusal' in target) return target.refusal;
    const channelId = target.channel.id;
    const thread = readThread(args.thread_ts, channelId, state);
    if ('refusal' in thread) return thread.refusal;
    const said = readContent(args);
    if ('refusal' in said) return said.refusal;
    const meant = readMetadata(args);
    if ('refusal' in meant) return meant.refusal;
    if (isTooSoon(channelId, state)) return refuse('ratelimited');
    const message = state.messages.post({
      ...said.content,
      channelId,
      threadTs: thread.ts,
      isBroadcast: thread.ts !== undefined && flagArg(args, 'reply_broadcast'),
      metadata: meant.metadata,
      authorId: state.workspace.botUserId,
    });
    state.postedAtMs.set(channelId, state.now());
    return { ok: true, channel: channelId, ts: message.ts, message: toWireMessage(message, state) };
  },
};

/**
 * The thread that a message goes to. A `thread_ts` of a message that is gone, or never was, is no error: the message lands
 * in the channel (PostHog/posthog#83601, measure-sh/measure#3997). The `ts` of a reply leads to the thread it stands in.
 */
function readThread(
  asked: unknown,
  channelId: string,
  { messages }: SlackState,
): { ts: string | undefined } | { refusal: ApiResult } {
  if (asked === undefined || asked === '') return { ts: undefined };
  if (typeof asked !== 'string' || !/^\d+\.\d{6}$/.test(asked))
    return { refusal: refuse('invalid_thread_ts') };
  const parent = messages.find(asked, channelId);
  const root = parent?.threadTs === undefined ? parent : messages.find(parent.threadTs, channelId);
  return { ts: root?.visibleTo === undefined ? root?.ts : undefined };
}

/** False after the clock was set back. */
function isTooSoon(channelId: string, { postedAtMs, now }: SlackState): boolean {
  const elapsedMs = now() - (postedAtMs.get(channelId) ?? Number.NEGATIVE_INFINITY);
  return elapsedMs >= 0 && elapsedMs < POST_INTERVAL_MS;
}
