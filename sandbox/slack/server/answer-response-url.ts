import { checkMessage } from '../block-kit/validate.ts';
import { Refused, unlessRefused } from '../refused.ts';
import type { SlackState } from '../state/state.ts';
import { isJsonObject, parseJson } from './json.ts';

/**
 * What an acknowledgement or a post to a response_url shows: ephemeral unless it says `in_channel`. Deletions and replies in
 * threads are refused, because our app sends none.
 */
export function readAnswer(body: unknown) {
  if (!isJsonObject(body)) throw new Refused('invalid_payload');
  const { response_type: type = 'ephemeral', text, blocks } = body;
  const isOfOurs = body.delete_original === undefined && body.thread_ts === undefined;
  if (!isOfOurs || (type !== 'ephemeral' && type !== 'in_channel')) throw new Refused('invalid_payload');
  return {
    content: checkMessage({ text, blocks }),
    isPublic: type === 'in_channel',
    isReplacing: body.replace_original === true,
  };
}

/** The errors that Slack answers with a 404. All others get a 400. */
const NOT_THERE = ['no_service', 'expired_url', 'used_url', 'message_not_found'];

/** Carries out a post to a response_url. Every post to a valid URL counts as one of its five uses. */
export const answerResponseUrl = (
  state: SlackState,
  post: { readonly path: string; readonly contentType: string; readonly body: string },
) =>
  unlessRefused(
    () => {
      carryOut(state, post);
      return { status: 200, result: { ok: true } };
    },
    ({ code, messages }) => ({
      status: NOT_THERE.includes(code) ? 404 : 400,
      result: { ok: false, error: code, messages },
    }),
  );

/**
 * `replace_original` replaces only the message whose element was used, and keeps its visibility. The URL of a command has
 * no such message, so the replacement is posted as a new one (bolt-js#2287, bolt-python#1268).
 */
function carryOut(
  { messages, workspace, responseUrls }: SlackState,
  post: Parameters<typeof answerResponseUrl>[1],
): void {
  const { userId, channelId, originalTs } = responseUrls.use(post.path);
  if (!post.contentType.startsWith('application/json')) throw new Refused('invalid_payload');
  const { content, isPublic, isReplacing } = readAnswer(parseJson(post.body));
  if (isReplacing && originalTs !== undefined) {
    const original = messages.find(originalTs, channelId);
    if (!original) throw new Refused('message_not_found');
    if (original.authorId !== workspace.botUserId) throw new Refused('cant_update_message');
    messages.edit(original, content);
  } else {
    const visibleTo = isPublic ? undefined : userId;
    messages.post({ ...content, channelId, authorId: workspace.botUserId, visibleTo });
  }
}
