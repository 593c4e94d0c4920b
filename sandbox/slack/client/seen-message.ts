import type { KnownBlock } from '@slack/types';
import type { StoredMessage } from '../state/messages.ts';

/** A message as a person sees it. */
export interface SeenMessage {
  readonly ts: string;
  readonly channelId: string;
  /** Absent outside threads. */
  readonly threadTs?: string;
  readonly authorId: string;
  readonly isEphemeral: boolean;
  /** A reply that the channel shows as well; absent for all others. */
  readonly isBroadcast?: true;
  /** Changed since it was posted, whether or not Slack draws "(edited)". */
  readonly isEdited: boolean;
  readonly text: string;
  /** As the app sent them. */
  readonly blocks: readonly KnownBlock[];
}

/** What a person sees of a message. */
export function toSeenMessage(message: StoredMessage): SeenMessage {
  const { ts, channelId, threadTs, authorId, visibleTo, isBroadcast, isEdited, text, blocks } = message;
  return {
    ts,
    channelId,
    ...(threadTs !== undefined && { threadTs }),
    authorId,
    ...(isBroadcast && { isBroadcast }),
    isEphemeral: visibleTo !== undefined,
    isEdited,
    text,
    // Every block went through the validation, which knows these types only.
    blocks: blocks as readonly KnownBlock[],
  };
}
