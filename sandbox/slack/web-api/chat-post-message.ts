import { type ApiMethod, refuse, textArg } from './api-method.ts';
import { readContent, toWireMessage, writableChannel } from './message-args.ts';

/** A message that the whole channel sees, in a thread if `thread_ts` says so. */
export const chatPostMessage: ApiMethod = {
  token: 'bot',
  scope: 'chat:write',
  run(args, { state }) {
    const target = writableChannel(args, state);
    if ('refusal' in target) return target.refusal;
    const threadTs = textArg(args, 'thread_ts');
    const channelId = target.channel.id;
    if (threadTs !== undefined && !state.messages.find(channelId, threadTs))
      return refuse('invalid_thread_ts');
    const said = readContent(args);
    if ('refusal' in said) return said.refusal;
    const message = state.messages.post({
      ...said.content,
      channelId,
      threadTs,
      authorId: state.workspace.botUserId,
    });
    return { ok: true, channel: channelId, ts: message.ts, message: toWireMessage(message, state) };
  },
};
