import type { KnownBlock, ModalView, RichTextBlock, RichTextElement, TextObject } from '@slack/types';
import type { Pin } from '../../account/names.ts';
import type { RulesOf, VerdictLevel } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { escapeMrkdwn, modal, type Parts, present } from './blocks.ts';
import { OPEN } from './ids.ts';
import { bold, code, type Line, line, mention, paragraph, richText } from './rich-text.ts';
import { LIMITS, MAX_LENGTHS, sanitize, sanitizeKeepingEnd } from './text.ts';

/** What is drawn. The text of its notification comes from it, where it is sent. */
export type Message = KnownBlock[];

/** The verdict of a card before it was drawn again. */
export interface LevelBefore {
  readonly level: VerdictLevel;
  readonly readAtMs: number;
}

/** Who can read a message: one person, or everybody in a channel. */
export type Audience = 'private' | 'channel';

/** What a message is made with. */
export interface SlackContext {
  readonly nowMs: number;
  readonly words: Words;
  /** IANA name: of the person, or of the conversation that is notified. For times in plain text. */
  readonly zone: string;
  /** Nothing personal is shown in a channel. */
  readonly audience: Audience;
  /** The person who reads it. Absent: everybody in a channel. */
  readonly viewerId?: string;
  /** Who shared the message in a channel, and their note. */
  readonly shared?: RichTextBlock;
  /** For a card that is drawn again. */
  readonly before?: LevelBefore;
  /** The viewer's own pins, for names and menus. Absent if they could not be read; ignored for a channel. */
  readonly pins?: readonly Pin[];
  /** The names of accounts, and what operators have written about them. */
  readonly rulesOf: RulesOf;
}

/** What people type, as manifest.yml declares it. */
export const COMMAND = '/backup-status';

/** A message as Slack is sent it: `text` is the notification and what screen readers read. */
export const toSend = (blocks: Message) => ({ text: textOf(blocks), blocks });

/** The text of blocks without buttons and menus: whole lines, as many as Slack accepts. */
export function textOf(blocks: Message): string {
  const lines: string[] = [];
  let bytes = 0;
  for (const line of blocks.flatMap(textsIn).flatMap((text) => text.split('\n'))) {
    if (line === '') continue;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > LIMITS.messageTextBytes) break;
    lines.push(line);
  }
  return lines.join('\n');
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

/** Markup as a notification shows it: dates by their fallback, and nothing bold. */
const markupOf = ({ type, text }: TextObject): string =>
  type === 'plain_text'
    ? escapeMrkdwn(text)
    : text.replace(/<!date\^[^|<>]*\|([^<>]*)>/gu, '$1').replace(/(^|\s)\*([^*\n]+)\*/gu, '$1$2');

/** A message about several accounts. If it is longer than Slack accepts, it is made again without what it can do without. */
export function fitting(messageOf: (isWhole: boolean) => Parts<KnownBlock>): Message {
  const message = present(messageOf(true));
  return fits(message) ? message : present(messageOf(false));
}

/** Whether Slack accepts a message as long. It may count six for each UTF-16 unit beyond ASCII. */
const fits = (blocks: Message): boolean =>
  JSON.stringify(blocks).replace(/[\u0080-\uFFFF]/g, '\\u0000').length <= LIMITS.messageBlocks;

/** A message of one sentence. */
export const sentence = (...parts: Line): Message => [paragraph(...parts)];

/** A message to show in a window: without the buttons that would answer beside the message they are on. */
export const withoutButtons = (message: Message): Message =>
  message.filter(
    (block) =>
      block.type !== 'actions' || block.elements.every(({ action_id }) => OPEN.test(action_id ?? '')),
  );

/** A window of one sentence. */
export const textModal = (words: Words, title: string, text: string): ModalView =>
  modal(words, title, sentence(text));

/** What happened, and what to do. `typed`: the command for it. */
export const notice = (what: string, next: string, typed = ''): Message => [
  paragraph(bold(what), `\n${next}`, typed && [' ', code(typed)]),
];

/** An id as it has to be typed after the command: in quotes where it could mean something else, such as `all` or `#7`. */
export const asTyped = (id: string): string =>
  /^[\p{L}\p{N}_-]+$/u.test(id) && /\d/.test(id) ? id : `"${id}"`;

/**
 * `Acme (1004)` if the viewer or everybody has a name for an account, otherwise its id, shortened as in `idInList`.
 * `oldName`: what everybody called it when it was on the list.
 */
export function nameOf(id: string, context: SlackContext, oldName = ''): string {
  const own = sanitize(pinOf(id, context)?.name ?? '', MAX_LENGTHS.pinName);
  // Empty for a name without a visible character.
  const name = own || sanitize(context.rulesOf(id).displayName ?? oldName, MAX_LENGTHS.pinName);
  if (name === '') return idInList(id);
  return `${name} (${sanitizeKeepingEnd(id, MAX_LENGTHS.idBesideName)})`;
}

/** A shortened id for a list. It still differs from those beside it. */
export const idInList = (id: string): string => sanitizeKeepingEnd(id, MAX_LENGTHS.idInList);

/** The viewer's pin of an account. Undefined in a channel, which has many readers. */
export const pinOf = (id: string, { audience, pins }: SlackContext): Pin | undefined =>
  audience === 'private' ? pins?.find(({ accountId }) => accountId === id) : undefined;

const SHARED = 'shared';

/** Who shared a card or a list in a channel, and their note, if there is one. */
export function sharedBlock(userId: string, note: string, { words }: SlackContext): RichTextBlock {
  // The words around the person's name, which only Slack knows.
  const [before = '', after = ''] = words.card.sharedBy(SHARED).split(SHARED);
  return { ...richText(line(before, mention(userId), after), note && line(note)), block_id: SHARED };
}

/** The same on a message as Slack sends it back, to keep it when the message is redrawn. Undefined for a private one. */
export function sharedIn(blocks: readonly KnownBlock[]): RichTextBlock | undefined {
  const block = blocks.find((one) => one?.block_id === SHARED);
  return block?.type === 'rich_text' ? asSent(block) : undefined;
}

/** Blocks of our own message as Slack sends them back, ready to be sent again. */
export const asSent = <T>(blocks: T): T =>
  JSON.parse(JSON.stringify(blocks), (_key, value) =>
    PLAIN.includes(value?.type) ? { ...value, text: fromEntities(value.text) } : value,
  );
/** The types whose text is plain. Markup was escaped when it was sent, and stays so. */
const PLAIN: readonly unknown[] = ['plain_text', 'text'];

/** Slack sends `&`, `<` and `>` back as entities (bolt-python#513). */
const fromEntities = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
