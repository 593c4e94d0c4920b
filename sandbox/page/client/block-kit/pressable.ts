import type { ConfirmationDialog, PlainTextElement, PlainTextOption } from '@slack/types';
import type { PressTarget } from '../../../slack/client/screen.ts';

/** Where an element stands: a message, or a view. */
export type Place = Pick<PressTarget, 'messageTs' | 'in'>;

/** An interactive element, as far as the page knows it. */
export interface Pressable {
  readonly type: string;
  readonly action_id?: string;
  readonly text?: PlainTextElement;
  readonly value?: string;
  readonly url?: string;
  readonly style?: 'primary' | 'danger';
  readonly accessibility_label?: string;
  readonly confirm?: ConfirmationDialog;
  readonly placeholder?: PlainTextElement;
  readonly options?: readonly (Omit<PlainTextOption, 'text'> & {
    readonly text: { readonly text: string };
  })[];
  readonly option_groups?: readonly { readonly options: NonNullable<Pressable['options']> }[];
  /** Of a menu of conversations. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly initial_value?: string;
  readonly initial_option?: { readonly value?: string };
  readonly initial_options?: readonly { readonly value?: string }[];
  readonly initial_user?: string;
  readonly initial_users?: readonly string[];
  readonly initial_conversation?: string;
  readonly initial_conversations?: readonly string[];
  readonly initial_date?: string;
  readonly initial_time?: string;
  readonly multiline?: boolean;
  readonly max_length?: number;
  readonly min_length?: number;
}
