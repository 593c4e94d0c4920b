import { type ApiMethod, refuse, textArg } from './api-method.ts';
import { postableChannel, readContent } from './message-args.ts';

/** A message that one member of the channel sees, until they reload. */
export const chatPostEphemeral: ApiMethod = {
  token: 'bot',
  scope: 'chat:write',
  run(args, { state }) {
    const target = postableChannel(args, state);
    if ('refusal' in target) return target.refusal;
    const { id: channelId, memberIds } = target.channel;
    const userId = textArg(args, 'user');
    if (userId === undefined || !memberIds.includes(userId)) return refuse('user_not_in_channel');
    const threadTs = textArg(args, 'thread_ts');
    if (threadTs !== undefined && !state.messages.find(threadTs, channelId))
      return refuse('invalid_thread_ts');
    const said = readContent(args);
    if ('refusal' in said) return said.refusal;
    const authorId = state.workspace.botUserId;
    const message = state.messages.post({
      ...said.content,
      channelId,
      threadTs,
      authorId,
      visibleTo: userId,
    });
    return { ok: true, message_ts: message.ts };
  },
};
