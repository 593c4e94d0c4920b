import { type ApiMethod, refuse, refuseArgument, textArg } from './api-method.ts';
import { readContent, toWireMessage, writableChannel } from './message-args.ts';

const MAX_TEXT_BYTES = 4_000;

/** Changes a message of the app's own. Without `blocks` the old ones are gone; ephemeral messages are out of reach. */
export const chatUpdate: ApiMethod = {
  token: 'bot',
  scope: 'chat:write',
  run(args, { state }) {
    const ts = textArg(args, 'ts');
    if (ts === undefined) return refuseArgument('ts');
    const target = writableChannel(args, state);
    if ('refusal' in target) return target.refusal;
    const channelId = target.channel.id;
    const message = state.messages.find(channelId, ts);
    if (!message || message.visibleTo !== undefined) return refuse('message_not_found');
    if (message.authorId !== state.workspace.botUserId) return refuse('cant_update_message');
    // Measured as UTF-8: Turkish letters count twice.
    if (Buffer.byteLength(textArg(args, 'text') ?? '') > MAX_TEXT_BYTES) return refuse('msg_too_long');
    const said = readContent(args);
    if ('refusal' in said) return said.refusal;
    state.messages.edit(message, said.content);
    const changed = state.messages.find(channelId, ts) ?? message;
    return {
      ok: true,
      channel: channelId,
      ts,
      text: changed.text,
      message: toWireMessage(changed, state),
    };
  },
};
