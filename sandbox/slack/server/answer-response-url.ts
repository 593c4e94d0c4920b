import type { MessageContent } from '../state/messages.ts';
import type { ResponseUrl, SlackState } from '../state/state.ts';
import { isJsonObject, parseJson } from './json.ts';
import { type Refusal, refuseMessage } from './refusals.ts';

/** What an acknowledgement or a post to a response_url wants shown. */
interface Answer {
  readonly content: MessageContent;
  readonly isPublic: boolean;
  readonly isReplacing: boolean;
  readonly isDeleting: boolean;
  readonly threadTs: string | undefined;
}

const isTrue = (value: unknown) => value === true || value === 'true';

/** Reads an answer as Slack does; ephemeral unless it says `in_channel`. A deletion needs to say nothing. */
export function readAnswer(body: unknown): Answer | Refusal {
  const invalid = { error: 'invalid_payload', messages: [] };
  if (!isJsonObject(body)) return invalid;
  const { response_type: type = 'ephemeral', thread_ts: threadTs, text } = body;
  if (type !== 'ephemeral' && type !== 'in_channel') return invalid;
  const isDeleting = isTrue(body.delete_original);
  const blocks = typeof body.blocks === 'string' ? parseJson(body.blocks) : body.blocks;
  if (typeof body.blocks === 'string' && !Array.isArray(blocks)) {
    return { error: 'invalid_blocks_format', messages: [] };
  }
  const isSilent = isDeleting && text === undefined && blocks === undefined;
  const refusal = isSilent ? undefined : refuseMessage({ text, blocks });
  if (refusal) return refusal;
  return {
    content: { text: typeof text === 'string' ? text : '', blocks: Array.isArray(blocks) ? blocks : [] },
    isPublic: type === 'in_channel',
    isReplacing: isTrue(body.replace_original),
    isDeleting,
    threadTs: typeof threadTs === 'string' ? threadTs : undefined,
  };
}

/** What goes back to the app that posted to a response_url. */
interface UrlReply {
  readonly status: number;
  readonly body: { readonly ok: boolean; readonly error?: string; readonly messages?: readonly string[] };
}

const OK: UrlReply = { status: 200, body: { ok: true } };
const refuse = (status: number, error: string): UrlReply => ({ status, body: { ok: false, error } });

/** Does what a post to a response_url asks for. Every post that meets a living URL is one of its five uses. */
export function answerResponseUrl(
  state: SlackState,
  post: { readonly path: string; readonly contentType: string; readonly body: string },
): UrlReply {
  const url = state.responseUrls.use(post.path);
  if ('error' in url) return refuse(404, url.error);
  if (!post.contentType.startsWith('application/json')) return refuse(400, 'invalid_payload');
  const answer = readAnswer(parseJson(post.body));
  if ('error' in answer) {
    return { status: 400, body: { ok: false, error: answer.error, messages: answer.messages } };
  }
  return carryOut(state, url, answer);
}

/**
 * `replace_original` and `delete_original` reach only the message whose element was used, and keep its visibility. The
 * URL of a command has no such message: there a replacement is posted as a new one (bolt-js#2287, bolt-python#1268).
 */
function carryOut(state: SlackState, url: ResponseUrl, answer: Answer): UrlReply {
  const { messages, workspace } = state;
  const { userId, channelId, originalTs } = url;
  const { content, isPublic, isReplacing, threadTs } = answer;
  if (answer.isDeleting || (isReplacing && originalTs !== undefined)) {
    const original = originalTs === undefined ? undefined : messages.find(originalTs, channelId);
    if (!original) return refuse(404, 'message_not_found');
    if (answer.isDeleting) messages.remove(original);
    else if (original.authorId !== workspace.botUserId) return refuse(400, 'cant_update_message');
    else messages.edit(original, content);
    return OK;
  }
  if (threadTs !== undefined && (!isPublic || isReplacing || !messages.find(threadTs, channelId))) {
    return refuse(400, 'invalid_thread_ts');
  }
  const visibleTo = isPublic ? undefined : userId;
  messages.post({ ...content, channelId, threadTs, authorId: workspace.botUserId, visibleTo });
  return OK;
}
