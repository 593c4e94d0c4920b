import { type ApiMethod, refuse, textArg } from './api-method.ts';
import { ownMessage, readContent, readMetadata, toWireMessage } from './message-args.ts';

const MAX_TEXT_BYTES = 4_000;

/**
 * Changes a message of the app's own. Without `blocks` the old ones are gone; without `metadata` the old stays, and an
 * empty object takes it away. Ephemeral messages are out of reach. No time limit on edits: `edit_window_closed` comes from
 * a setting of the workspace for the messages of people.
 */
export const chatUpdate: ApiMethod = {
  token: 'bot',
  scope: 'chat:write',
  run(args, { state }) {
    const found = ownMessage(args, state, 'cant_update_message');
    if ('refusal' in found) return found.refusal;
    // docs.slack.dev/reference/methods/chat.update: not `is_archived` as when posting.
    if (found.channel.isArchived) return refuse('is_inactive');
    // Measured as UTF-8: Turkish letters count twice.
    if (Buffer.byteLength(textArg(args, 'text') ?? '') > MAX_TEXT_BYTES) return refuse('msg_too_long');
    const said = readContent(args);
    if ('refusal' in said) return said.refusal;
    const meant = readMetadata(args);
    if ('refusal' in meant) return meant.refusal;
    const isGiven = args.metadata !== undefined && args.metadata !== '';
    const changed = state.messages.edit(found.message, { ...said.content, ...(isGiven && meant) });
    return {
      ok: true,
      channel: changed.channelId,
      ts: changed.ts,
      text: changed.text,
      message: toWireMessage(changed, state),
    };
  },
};
