import type { RichTextBlock, RichTextElement, RichTextList, RichTextSection } from '@slack/types';
import { CUTS } from './limits.ts';
import { cut } from './tidy.ts';

/**
 * Rich text holds whatever comes from outside: its text elements are never parsed, so nothing needs escaping, nothing
 * can be formatted, mentioned or linked by what was sent, and copying gives the characters as they came.
 */
export function richText(...elements: (RichTextSection | RichTextList)[]): RichTextBlock {
  return { type: 'rich_text', elements };
}

/** Empty texts drop out: Slack refuses them. */
export function line(...elements: RichTextElement[]): RichTextSection {
  return {
    type: 'rich_text_section',
    elements: elements.filter((element) => element.type !== 'text' || element.text !== ''),
  };
}

export function bullets(...elements: RichTextSection[]): RichTextList {
  return { type: 'rich_text_list', style: 'bullet', elements };
}

export function plain(text: string): RichTextElement {
  return { type: 'text', text: cut(text, CUTS.line) };
}

export function bold(text: string): RichTextElement {
  return { type: 'text', text: cut(text, CUTS.line), style: { bold: true } };
}

/** A link with our own text. */
export function link(url: string, text: string): RichTextElement {
  return { type: 'link', url, text };
}

/** Something to type. */
export function code(text: string): RichTextElement {
  return { type: 'text', text: cut(text, CUTS.line), style: { code: true } };
}
