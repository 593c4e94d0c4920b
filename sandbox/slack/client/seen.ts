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
  /** Whether it was changed after it was posted, even if Slack does not show "(edited)". */
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
    // All blocks passed the validation, which allows only these types.
    blocks: blocks as readonly KnownBlock[],
  };
}

/** A Home tab or modal as a person sees it. Names and shapes are those of Slack's view object. */
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
  /** The current values of the inputs. */
  readonly state: { readonly values: StateValues };
  /** Errors of the inputs after `response_action: errors`, by block_id. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What a person sees of a view. */
export function toSeenView({ id, type, hash, content, state, errors }: StoredView): View {
  // The content passed the validation, which allows only these fields and types.
  return { ...(content as Pick<View, 'blocks'>), id, type, hash, state: { values: state }, errors };
}
