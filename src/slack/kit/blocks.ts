import type {
  ActionsBlock,
  Button,
  ContextBlock,
  ConversationsSelect,
  HeaderBlock,
  InputBlock,
  KnownBlock,
  ModalView,
  MrkdwnElement,
  Overflow,
  PlainTextElement,
  PlainTextInput,
  PlainTextOption,
  SectionBlock,
} from '@slack/types';
import type { Words } from '../../words/words.ts';
import { MORE } from './ids.ts';
import { LIMITS, truncate } from './text.ts';

/** What something is made of, in order. A part may be absent, or a list of parts. */
export type Parts<Part> = readonly (Part | Absent | readonly (Part | Absent)[])[];
type Absent = undefined | false | '';

/** The parts that are there. Also leaves out what has no elements: Slack refuses such blocks. */
export const present = <Part extends object | string>(parts: Parts<Part>): Part[] =>
  (parts.flat() as (Part | Absent)[]).filter((part): part is Part =>
    typeof part === 'object' && 'elements' in part ? (part.elements as unknown[]).length > 0 : Boolean(part),
  );

/**
 * Markup, complete and within its limit. Only our own words and tokens may be in it unchecked; text from outside goes
 * into plain text or rich text instead, because `*`, `_`, `~`, a backtick and `:` cannot be escaped in markup.
 */
export const mrkdwn = (text: string): MrkdwnElement => ({ type: 'mrkdwn', text, verbatim: true });

/** Never parsed, except for emoji names: with a colon that could open one they stay text. */
export function plainText(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: !/:(?=\S)/u.test(text) };
}

/** Escapes mentions, links and dates. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether text from outside would look different as markup. A colon before a space opens no emoji: phrases of ours have it. */
export const hasMarkup = (text: string): boolean => /[*_~`&<>@#]|:(?=\S)/u.test(text);

/** A label in bold, and its value below. If any of it would be read as markup, all is plain text, without bold. */
export function pair(label: string, value: string, sign = ''): MrkdwnElement | PlainTextElement {
  const text = `${label}\n${value}`;
  return hasMarkup(text) ? plainText(sign + text) : mrkdwn(`${sign}*${label}*\n${value}`);
}

/** A title, visibly cut at Slack's limit. */
export function header(text: string): HeaderBlock {
  return { type: 'header', text: plainText(truncate(text, LIMITS.headerText)) };
}

/** A small line of markup. A message leaves it out if it is empty. */
export function contextLine(text: string): ContextBlock {
  return { type: 'context', elements: text === '' ? [] : [mrkdwn(text)] };
}

/**
 * A window; with `submit` it is a form, which is cancelled instead of closed. Its title is truncated at Slack's limit.
 * `metadata` comes back with everything that is done in it.
 */
export const modal = (
  { buttons }: Words,
  title: string,
  blocks: KnownBlock[],
  form: { readonly submit?: string; readonly callbackId?: string; readonly metadata?: string } = {},
): ModalView => ({
  type: 'modal',
  title: plainText(truncate(title, LIMITS.viewTitle)),
  close: plainText(form.submit === undefined ? buttons.close : buttons.cancel),
  submit: form.submit === undefined ? undefined : plainText(form.submit),
  callback_id: form.callbackId,
  private_metadata: form.metadata,
  blocks,
});

/** A button. `value` comes back with the action. */
export function button(actionId: string, label: string, value?: string): Button {
  return { type: 'button', action_id: actionId, text: plainText(label), value };
}

/** The button of a message that most people press, highlighted. */
export const primary = (pressed: Button): Button => ({ ...pressed, style: 'primary' });

/** Buttons and menus side by side, without those that are empty. No row if all are. */
export const row = (...all: Parts<ActionsBlock['elements'][number]>): ActionsBlock[] =>
  present([{ type: 'actions', elements: present(all) }]);

/** How many accounts a page has. */
export const ON_PAGE = 15;

/** A page of accounts, from 0: which these are of `total`, each with its blocks, and buttons to the pages beside it. */
export function pageOfAccounts(
  rows: readonly KnownBlock[][],
  { page, total }: { readonly page: number; readonly total: number },
  actionIds: { readonly previous: string; readonly next: string },
  { accounts, buttons }: Words,
): KnownBlock[] {
  const from = page * ON_PAGE;
  const to = from + rows.length;
  return [
    contextLine(accounts.range(from + 1, to, total)),
    ...rows.flat(),
    ...row(
      page > 0 && button(actionIds.previous, buttons.previous, String(page - 1)),
      to < total && button(actionIds.next, buttons.next, String(page + 1)),
    ),
  ];
}

/** A text, and beside it what can be done with the account. No menu for an id that cannot come back with an action. */
export function accountSection(
  blockId: string | undefined,
  given: MrkdwnElement | PlainTextElement | string,
  menu: Overflow,
): SectionBlock {
  const text = typeof given === 'string' ? plainText(given) : given;
  return { type: 'section', text, block_id: blockId, accessory: blockId === undefined ? undefined : menu };
}

/** A paragraph of markup. */
export const section = (markup: string): SectionBlock => ({ type: 'section', text: mrkdwn(markup) });

/** A menu of things to do with the account in the block's `block_id`. Slack allows five. */
export function overflow(
  actionId: string,
  choices: readonly (keyof typeof MORE)[],
  { buttons }: Words,
): Overflow {
  return {
    type: 'overflow',
    action_id: actionId,
    options: choices.map((choice) => ({ text: plainText(buttons[choice]), value: MORE[choice] })),
  };
}

/** An element of a form without its `action_id`. */
type Field<Element = InputBlock['element']> = Element extends unknown ? Omit<Element, 'action_id'> : never;

/** A field of a form. `id` is its `block_id` and the `action_id` of its element. */
export const input = (
  id: string,
  label: string,
  element: Field,
  { hint, optional }: { readonly hint?: string; readonly optional?: boolean } = {},
): InputBlock => ({
  type: 'input',
  block_id: id,
  label: plainText(label),
  hint: hint === undefined ? undefined : plainText(hint),
  optional,
  element: { ...element, action_id: id } as InputBlock['element'],
});

export const option = (text: string, value: string): PlainTextOption => ({ text: plainText(text), value });

/** A field for a text; at first `initial`, truncated. */
export const textField = (max_length: number, initial = '', more: Partial<PlainTextInput> = {}) => ({
  type: 'plain_text_input' as const,
  max_length,
  initial_value: truncate(initial, max_length) || undefined,
  ...more,
});

/**
 * A field for a channel; at first the one in which the window was opened, if Slack offers it. The filter does not exclude
 * guests in direct messages, so no direct messages are offered.
 */
export const channelField = (more: Partial<ConversationsSelect> = {}) => ({
  type: 'conversations_select' as const,
  default_to_current_conversation: true,
  filter: { include: ['public' as const, 'private' as const], exclude_external_shared_channels: true },
  ...more,
});

/** A field in which one of the options is chosen; at first the one with this value. */
export const radio = (options: PlainTextOption[], chosen: string) => ({
  type: 'radio_buttons' as const,
  options,
  initial_option: options.find(({ value }) => value === chosen),
});

/** A field in which several of the options can be chosen; at first those with these values. */
export function multiSelect(options: PlainTextOption[], chosen: readonly string[], placeholder?: string) {
  const initial = options.filter(({ value = '' }) => chosen.includes(value));
  return {
    type: 'multi_static_select' as const,
    options,
    placeholder: placeholder === undefined ? undefined : plainText(placeholder),
    initial_options: initial.length > 0 ? initial : undefined,
  };
}

/** What was entered in the field of a submitted window. */
export const enteredIn = <Entered>(
  { state }: { readonly state: { readonly values: Record<string, Record<string, Entered>> } },
  id: string,
) => state.values[id]?.[id];
