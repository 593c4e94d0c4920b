import type {
  ContextBlock,
  HeaderBlock,
  KnownBlock,
  ModalView,
  MrkdwnElement,
  PlainTextElement,
} from '@slack/types';
import { LIMITS } from './limits.ts';
import { cut } from './tidy.ts';

/**
 * Markup, complete and within its limit. Only our own words and tokens may stand in it unchecked; text from outside goes
 * into plain text or rich text instead, because `*`, `_`, `~`, a backtick and `:` cannot be escaped in markup.
 */
export function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Never parsed, except for emoji names: with a colon that could open one they stay text. */
export function plainText(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: !/:(?=\S)/u.test(text) };
}

/** Disarms mentions, links and dates. */
export function escapeMrkdwn(text: string): string {
  // Most texts have nothing to disarm, and a card has many.
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether text from outside would look different as markup. A colon before a space opens no emoji: phrases of ours have it. */
export function hasMarkup(text: string): boolean {
  return /[*_~`&<>@#]|:(?=\S)/u.test(text);
}

/** A label and its value. One that would be read as markup is plain text throughout: its label loses its weight, nothing else. */
export function pair(label: string, value: string): MrkdwnElement | PlainTextElement {
  return hasMarkup(value) ? plainText(`${label}\n${value}`) : mrkdwn(`*${label}*\n${escapeMrkdwn(value)}`);
}

/** A title, visibly cut at Slack's limit. */
export function header(text: string): HeaderBlock {
  return { type: 'header', text: plainText(cut(text, LIMITS.headerText)) };
}

/** A small line of markup. */
export function contextLine(text: string): ContextBlock {
  return { type: 'context', elements: [mrkdwn(text)] };
}

/** A window. Its title and buttons are visibly cut at Slack's limit. */
export function modal(
  { title, close, submit }: { readonly title: string; readonly close: string; readonly submit?: string },
  blocks: KnownBlock[],
): ModalView {
  const label = (text: string) => plainText(cut(text, LIMITS.viewTitle));
  return {
    type: 'modal',
    title: label(title),
    close: label(close),
    submit: submit === undefined ? undefined : label(submit),
    blocks,
  };
}
