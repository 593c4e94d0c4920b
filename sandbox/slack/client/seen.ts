import type { KnownBlock, PlainTextElement } from '@slack/types';
import type { StateValues } from '../state/elements.ts';
import type { StoredMessage } from '../state/messages.ts';
import type { StoredView } from '../state/views.ts';

/** A message as a person sees it. */
export interface SeenMessage {
  readonly ts: string;
  readonly channelId: string;
  /** Absent outside threads. */
  readonly threadTs?: string;
  readonly authorId: string;
  readonly isEphemeral: boolean;
  /** Changed since it was posted, whether or not Slack draws "(edited)". */
  readonly isEdited: boolean;
  readonly text: string;
  /** As the app sent them. */
  readonly blocks: readonly KnownBlock[];
}

/** What a person sees of a message. */
export function toSeenMessage(message: StoredMessage): SeenMessage {
  const { ts, channelId, threadTs, authorId, visibleTo, isEdited, text, blocks } = message;
  return {
    ts,
    channelId,
    ...(threadTs !== undefined && { threadTs }),
    authorId,
    isEphemeral: visibleTo !== undefined,
    isEdited,
    text,
    // Every block went through the validation, which knows these types only.
    blocks: blocks as readonly KnownBlock[],
  };
}

/** A Home tab or modal as a person sees it; names and shapes as in Slack's view object. */
export interface View {
  readonly id: string;
  readonly type: 'home' | 'modal';
  readonly hash: string;
  readonly title?: PlainTextElement;
  readonly submit?: PlainTextElement;
  readonly close?: PlainTextElement;
  readonly callback_id?: string;
  readonly private_metadata?: string;
  readonly external_id?: string;
  /** As the app sent them. */
  readonly blocks: readonly KnownBlock[];
  /** What stands in the inputs now. */
  readonly state: { readonly values: StateValues };
  /** What is wrong with them, by block_id, after `response_action: errors`. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What a person sees of a view. */
export function toSeenView({ id, type, hash, content, state, errors }: StoredView): View {
  // The content went through the validation, which knows these fields and types only.
  return { ...(content as Pick<View, 'blocks'>), id, type, hash, state: { values: state }, errors };
}
