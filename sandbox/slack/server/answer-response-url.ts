import { type Refusal, refusalOf, validateMessage } from '../block-kit/validate.ts';
import type { MessageContent } from '../state/messages.ts';
import type { ResponseUrl, SlackState } from '../state/state.ts';
import { isJsonObject, parseJson } from './json.ts';

/** What an acknowledgement or a post to a response_url wants shown. */
interface Answer {
  readonly content: MessageContent;
  readonly isPublic: boolean;
  readonly isReplacing: boolean;
}

/**
 * Reads an answer as Slack does; ephemeral unless it says `in_channel`. Our app deletes nothing so and answers no thread:
 * that is refused until somebody adds it.
 */
export function readAnswer(body: unknown): Answer | Refusal {
  const invalid = { error: 'invalid_payload', messages: [] };
  if (!isJsonObject(body)) return invalid;
  const { response_type: type = 'ephemeral', text, blocks } = body;
  if (type !== 'ephemeral' && type !== 'in_channel') return invalid;
  if (body.delete_original !== undefined || body.thread_ts !== undefined) return invalid;
  const refusal = refusalOf(validateMessage({ text, blocks }));
  if (refusal) return refusal;
  return {
    content: { text: typeof text === 'string' ? text : '', blocks: Array.isArray(blocks) ? blocks : [] },
    isPublic: type === 'in_channel',
    isReplacing: body.replace_original === true,
  };
}

/** What goes back to the app that posted to a response_url. */
interface UrlReply {
  readonly status: number;
  readonly result: { readonly ok: boolean } & Partial<Refusal>;
}

const OK: UrlReply = { status: 200, result: { ok: true } };
const refuse = (status: number, error: string): UrlReply => ({ status, result: { ok: false, error } });

/** Does what a post to a response_url asks for. Every post that meets a living URL is one of its five uses. */
export function answerResponseUrl(
  state: SlackState,
  post: { readonly path: string; readonly contentType: string; readonly body: string },
): UrlReply {
  const url = state.responseUrls.use(post.path);
  if ('error' in url) return refuse(404, url.error);
  if (!post.contentType.startsWith('application/json')) return refuse(400, 'invalid_payload');
  const answer = readAnswer(parseJson(post.body));
  if ('error' in answer) return { status: 400, result: { ok: false, ...answer } };
  return carryOut(state, url, answer);
}

/**
 * `replace_original` reaches only the message whose element was used, and keeps its visibility. The URL of a command has
 * no such message: there a replacement is posted as a new one (bolt-js#2287, bolt-python#1268).
 */
function carryOut(state: SlackState, url: ResponseUrl, answer: Answer): UrlReply {
  const { messages, workspace } = state;
  const { userId, channelId, originalTs } = url;
  const { content, isPublic, isReplacing } = answer;
  if (isReplacing && originalTs !== undefined) {
    const original = messages.find(originalTs, channelId);
    if (!original) return refuse(404, 'message_not_found');
    if (original.authorId !== workspace.botUserId) return refuse(400, 'cant_update_message');
    messages.edit(original, content);
    return OK;
  }
  const visibleTo = isPublic ? undefined : userId;
  messages.post({ ...content, channelId, authorId: workspace.botUserId, visibleTo });
  return OK;
}
