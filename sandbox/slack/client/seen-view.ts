import type { KnownBlock, PlainTextElement } from '@slack/types';
import type { StateValues } from '../state/element-state.ts';
import type { StoredView } from '../state/views.ts';

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
  readonly notify_on_close?: boolean;
  readonly clear_on_close?: boolean;
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
