import type { KnownBlock, ModalView } from '@slack/types';
import type { StoredMessage } from '../state/messages.ts';
import type { StoredView } from '../state/views.ts';

export type SeenMessage = ReturnType<typeof toSeenMessage>;

/** What a person sees of a message. Its blocks are as the app sent them. */
export function toSeenMessage(message: StoredMessage) {
  const { ts, channelId, threadTs, authorId, visibleTo, isEdited, text } = message;
  // All blocks passed the validation, which allows only these types.
  const blocks = message.blocks as readonly KnownBlock[];
  return { ts, channelId, threadTs, authorId, isEphemeral: visibleTo !== undefined, isEdited, text, blocks };
}

export type View = ReturnType<typeof toSeenView>;

/** What the app sent of a view, in Slack's own names. */
type SentView = Partial<Omit<ModalView, 'type' | 'blocks'>> & { readonly blocks: readonly KnownBlock[] };

/** What a person sees of a Home tab or modal, with the current values of its inputs. */
export function toSeenView({ id, type, hash, content, state, errors }: StoredView) {
  // The content passed the validation, which allows only these fields and types.
  return { ...(content as unknown as SentView), id, type, hash, state: { values: state }, errors };
}
