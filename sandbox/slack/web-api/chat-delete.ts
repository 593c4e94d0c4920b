import type { ApiMethod } from './api-method.ts';
import { ownMessage } from './message-args.ts';

/** Takes away a message of the app's own. The replies in its thread stay. */
export const chatDelete: ApiMethod = {
  token: 'bot',
  scope: 'chat:write',
  run(args, { state }) {
    const found = ownMessage(args, state, 'cant_delete_message');
    if ('refusal' in found) return found.refusal;
    const { channelId, ts } = found.message;
    state.messages.remove(found.message);
    return { ok: true, channel: channelId, ts };
  },
};
