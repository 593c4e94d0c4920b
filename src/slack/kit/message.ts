import type { KnownBlock, RichTextBlock, RichTextElement, TextObject } from '@slack/types';
import type { Pin } from '../../account/pins.ts';
import type { VerdictLevel } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { CUTS, LIMITS } from './limits.ts';
import { bold, code, line, plain, richText } from './rich-text.ts';
import { escapeMrkdwn } from './text-objects.ts';
import { tidy } from './tidy.ts';

/** What Slack is sent: `text` is the notification and what screen readers read, `blocks` what is drawn. */
export interface Message {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** What a card said before it was drawn again. */
export interface LevelBefore {
  readonly level: VerdictLevel;
  readonly readAtMs: number;
}

export interface FormatContext {
  readonly nowMs: number;
  /** What Slack calls our command, with its slash. */
  readonly command: string;
  readonly words: Words;
  /** In a channel nothing personal is shown. */
  readonly audience: 'private' | 'channel';
  /** Slack user id of who shared what a channel reads, and the note that they gave with it. */
  readonly sharedBy?: string;
  readonly note?: string;
  /** For a card that is drawn again. */
  readonly before?: LevelBefore;
  /** The reader's own pins, for names and menus. Absent when nobody knows them; never looked at for a channel. */
  readonly pins?: readonly Pin[];
}

/**
 * A message made of its blocks. Its text is what they say, without what is pressed: whole lines, as many as Slack takes.
 */
export function messageOf(blocks: KnownBlock[]): Message {
  const lines: string[] = [];
  let [length, bytes] = [0, 0];
  for (const line of blocks.flatMap(textsIn).flatMap((said) => said.split('\n'))) {
    if (line === '') continue;
    length += lines.length === 0 ? line.length : line.length + 1;
    bytes += Buffer.byteLength(line) + 1;
    if (length > LIMITS.messageText || bytes > LIMITS.messageTextBytes) break;
    lines.push(line);
  }
  return { text: lines.join('\n'), blocks };
}

function textsIn(block: KnownBlock): string[] {
  switch (block.type) {
    case 'header':
      return [markupOf(block.text)];
    case 'section':
      return [block.text, ...(block.fields ?? [])].map((text) => (text ? markupOf(text) : ''));
    case 'context':
      return block.elements.map((element) => (element.type === 'image' ? '' : markupOf(element)));
    case 'rich_text':
      return block.elements.flatMap(richTexts);
    default:
      return [];
  }
}

function richTexts(part: RichTextBlock['elements'][number]): string[] {
  if (part.type === 'rich_text_list') return part.elements.flatMap(richTexts);
  return [part.elements.map(richMarkup).join('')];
}

function richMarkup(element: RichTextElement): string {
  if (element.type === 'date') return escapeMrkdwn(element.fallback ?? '');
  if (element.type === 'user') return `<@${element.user_id}>`;
  if (element.type === 'channel') return `<#${element.channel_id}>`;
  return 'text' in element ? escapeMrkdwn(element.text ?? '') : '';
}

/** Markup without what a notification shows as signs: dates by their fallback, and nothing bold. */
const markupOf = ({ type, text }: TextObject): string =>
  type === 'plain_text'
    ? escapeMrkdwn(text)
    : text.replace(/<!date\^[^|<>]*\|([^<>]*)>/gu, '$1').replace(/(^|\s)\*([^*\n]+)\*/gu, '$1$2');

/** A message of one sentence. */
export const sentence = (text: string): Message => messageOf([richText(line(plain(text)))]);

/** What happened, and what to do; `typed` is the command to type for it. */
export const notice = (what: string, next: string, typed?: string): Message =>
  messageOf([
    richText(line(bold(what), plain(`\n${next}`), ...(typed === undefined ? [] : [plain(' '), code(typed)]))),
  ]);

/** An id or name as it has to be typed after the command: in quotes where a space or comma would end it. */
export function asTyped(shown: string): string {
  return /[\s,;]/u.test(shown) ? `"${shown}"` : shown;
}

/** The command that asks about an account. */
export const commandFor = (id: string, { command }: Pick<FormatContext, 'command'>): string =>
  `${command} ${asTyped(tidy(id, CUTS.id))}`;
