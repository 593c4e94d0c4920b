import type { RichTextBlock, RichTextBlockElement, RichTextElement, TextObject } from '@slack/types';
import { drawDate } from './draw-date.ts';
import type { Line } from './lines.ts';

/** All drawing options with their defaults filled in, and one "now" for the whole drawing. */
export interface Canvas {
  readonly width: number;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly locale: string;
  readonly nameOf: (id: string) => string;
}

/** Placeholders for text that is already drawn, so no `_` or `*` in it is read as markup. */
const FIRST_MARK = 0xf0000;
const MARKS = /[\u{F0000}-\u{FFFFF}]/gu;

const MARKUP = /(?<![\p{L}\p{N}])([*_~])(?!\s)((?:(?!\1)[^\n])+)(?<!\s)\1(?![\p{L}\p{N}])/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const decode = (text: string) => text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** A link with its address beside its label, because the reader cannot click it. */
function drawLink(address: string, label: string | undefined): string {
  const bare = address.replace(/^mailto:/, '');
  return !label || label === address || label === bare ? bare : `${label} (${bare})`;
}

/** A terminal shows no bold, so only strikethrough keeps its marks. */
const emphasised = (text: string, mark: string) => (mark === '~' ? `~${text}~` : text);

function drawDateControl(head: string, fallback: string, canvas: Canvas): string {
  const [, seconds = '', format = '', link] = head.split('^');
  const date = { seconds: seconds === '' ? Number.NaN : Number(seconds), format, fallback };
  return link ? drawLink(link, drawDate(date, canvas)) : drawDate(date, canvas);
}

/** What is between `<` and `>`: a link, a mention or a date. */
function drawControl(control: string, canvas: Canvas): string {
  const bar = control.indexOf('|');
  const head = decode(bar < 0 ? control : control.slice(0, bar));
  const label = bar < 0 ? undefined : decode(control.slice(bar + 1));
  if (head.startsWith('!date^')) return drawDateControl(head, label ?? '', canvas);
  const [sign = ''] = head;
  if (sign === '@' || sign === '#') {
    return `${sign}${(label || canvas.nameOf(head.slice(1))).replace(/^[@#]/, '')}`;
  }
  return sign === '!' ? label || `@${head.slice(1).split('^').at(-1)}` : drawLink(head, label);
}

/** Quotes and list items get their sign before them, and what follows a line break is set under their text. */
function drawTextLine(text: string, drawn: readonly string[]): Line {
  const inline = (part: string): string =>
    part.replace(MARKUP, (_match, mark: string, inner: string) => emphasised(inline(inner), mark));
  const whole = (part: string) =>
    decode(inline(part)).replace(MARKS, (mark) => drawn[(mark.codePointAt(0) ?? 0) - FIRST_MARK] ?? mark);
  const [quote = ''] = /^(?:&gt;|>) ?/.exec(text) ?? [];
  if (quote) return { text: whole(text.slice(quote.length)), first: '▎ ' };
  const [bullet = ''] = /^ {0,4}(?:[•◦▪-]|\d{1,3}[.)]) {1,2}/.exec(text) ?? [];
  return { text: whole(text.slice(bullet.length)), first: bullet, rest: ' '.repeat(bullet.length) };
}

/** Text with Slack's markup as lines ready to be wrapped. Expects it cleaned of control characters. */
export function drawMrkdwn(text: string, canvas: Canvas): Line[] {
  return text.split(/\n?```\n?([\s\S]+?)\n?```\n?/).flatMap((part, index): Line[] => {
    if (index % 2 === 1) return part.split('\n').map((line) => ({ text: decode(line), first: '│ ' }));
    const drawn: string[] = [];
    const marked = part.replace(/`([^`\n]+)`|<([^<>\n]+)>/g, (_match, code?: string, control?: string) => {
      drawn.push(code === undefined ? drawControl(control ?? '', canvas) : `\`${decode(code)}\``);
      return String.fromCodePoint(FIRST_MARK + drawn.length - 1);
    });
    return marked === '' ? [] : marked.split('\n').map((line) => drawTextLine(line, drawn));
  });
}

/** A text object on one line: labels, titles, buttons. */
export const drawPlainText = ({ text }: { readonly text: string }): string => text.replaceAll('\n', ' ');

/** Any text object as lines ready to be wrapped. */
export const drawText = (object: TextObject, canvas: Canvas): Line[] =>
  object.type === 'mrkdwn'
    ? drawMrkdwn(object.text, canvas)
    : object.text.split('\n').map((text) => ({ text }));

function drawRichElement(element: RichTextElement, canvas: Canvas): string {
  switch (element.type) {
    case 'text':
      return element.text;
    case 'link':
      return drawLink(element.url, element.text);
    case 'date': {
      const { timestamp, format, fallback = '', url } = element;
      const text = drawDate({ seconds: timestamp, format, fallback }, canvas);
      return url ? drawLink(url, text) : text;
    }
    case 'user':
      return `@${canvas.nameOf(element.user_id)}`;
    case 'channel':
      return `#${canvas.nameOf(element.channel_id)}`;
    default:
      return `[${element.type}]`;
  }
}

/** Elements as lines; the text of each may contain line breaks. */
function drawRichLines(elements: readonly RichTextElement[], canvas: Canvas): string[] {
  const texts = elements.map((element) => {
    const drawn = drawRichElement(element, canvas);
    return element.style?.code ? `\`${drawn}\`` : drawn;
  });
  return texts.join('').replace(/\n$/, '').split('\n');
}

function drawRichPart(part: RichTextBlockElement, canvas: Canvas): Line[] {
  if (part.type !== 'rich_text_list') return drawRichLines(part.elements, canvas).map((text) => ({ text }));
  return part.elements.flatMap(({ elements }) =>
    drawRichLines(elements, canvas).map((text, index) => ({
      text,
      first: index === 0 ? '• ' : '  ',
      rest: '  ',
    })),
  );
}

/** The lines of a rich text block, not yet wrapped. */
export const drawRichText = (block: RichTextBlock, canvas: Canvas): Line[] =>
  block.elements.flatMap((part) => drawRichPart(part, canvas));
