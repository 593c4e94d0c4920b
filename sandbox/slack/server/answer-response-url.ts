import type { ResponseUrl } from '../state/response-urls.ts';
import type { SlackState } from '../state/state.ts';
import { type Answer, readAnswer } from './answer-content.ts';
import { parseJson } from './json.ts';

/** What goes back to the app that posted to a response_url. */
export interface UrlReply {
  readonly status: number;
  readonly body:
    | { readonly ok: true }
    | { readonly ok: false; readonly error: string; readonly messages?: readonly string[] };
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
  const original =
    url.originalTs === undefined ? undefined : state.messages.find(url.originalTs, url.channelId);
  if (answer.isDeleting) {
    if (!original) return refuse(404, 'message_not_found');
    state.messages.remove(original);
    return OK;
  }
  if (answer.isReplacing && url.originalTs !== undefined) {
    if (!original) return refuse(404, 'message_not_found');
    if (original.authorId !== state.workspace.botUserId) return refuse(400, 'cant_update_message');
    state.messages.edit(original, answer.content);
    return OK;
  }
  return postNew(state, url, answer);
}

function postNew(state: SlackState, { userId, channelId }: ResponseUrl, answer: Answer): UrlReply {
  const { content, responseType, isReplacing, threadTs } = answer;
  if (threadTs !== undefined) {
    const isAllowed = responseType === 'in_channel' && !isReplacing;
    if (!isAllowed || !state.messages.find(threadTs, channelId)) return refuse(400, 'invalid_thread_ts');
  }
  state.messages.post({
    ...content,
    channelId,
    threadTs,
    authorId: state.workspace.botUserId,
    visibleTo: responseType === 'ephemeral' ? userId : undefined,
  });
  return OK;
}
