import type { RichTextBlock, RichTextElement, TextObject } from '@slack/types';
import { drawDate, type Viewer } from './draw-date.ts';
import { BULLET, INDENT } from './lines.ts';

/** Who reads the drawing, with one "now" for the whole of it. */
export interface Canvas extends Viewer {
  readonly width: number;
  readonly nameOf: (id: string) => string;
}

/** A terminal shows no bold or italics: only the text between the marks is drawn. */
const EMPHASIS = /(?<![\p{L}\p{N}])([*_])(?!\s)((?:(?!\1)[^\n])+)(?<!\s)\1(?![\p{L}\p{N}])/gu;
/**
 * Text that is already drawn stands here by its number, so no `_` or `*` in it is read as markup. `cleanPayload` has removed
 * these two characters from all texts.
 */
const DRAWN = /\u2066(\d+)\u2069/g;

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const decode = (text: string) => text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** A link with its address beside its label, because the reader cannot click it. */
const drawLink = (address: string, label: string | undefined) =>
  !label || label === address ? address : `${label} (${address})`;

/** What is between `<` and `>`: a link, a mention or a date. */
function drawControl(control: string, canvas: Canvas): string {
  const [head = '', ...rest] = control.split('|').map(decode);
  const label = rest.join('|');
  if (head.startsWith('!date^')) {
    const [, seconds, format = ''] = head.split('^');
    return drawDate({ seconds: Number(seconds || Number.NaN), format, fallback: label }, canvas);
  }
  const [sign = ''] = head;
  return '@#'.includes(sign) ? `${sign}${label || canvas.nameOf(head.slice(1))}` : drawLink(head, label);
}

/** Text with Slack's markup as lines ready to be wrapped. Expects it cleaned of control characters. */
export function drawMrkdwn(text: string, canvas: Canvas): string[] {
  const drawn: string[] = [];
  const marked = text.replace(/`([^`\n]+)`|<([^<>\n]+)>/g, (_match, code?: string, control?: string) => {
    drawn.push(code === undefined ? drawControl(control ?? '', canvas) : `\`${decode(code)}\``);
    return `\u2066${drawn.length - 1}\u2069`;
  });
  const plain = (part: string): string =>
    part.replace(EMPHASIS, (_match, _mark, inner: string) => plain(inner));
  return decode(plain(marked))
    .replace(DRAWN, (_match, at) => drawn[Number(at)] ?? '')
    .split('\n');
}

/** A text object on one line: labels, titles, buttons. */
export const drawPlainText = ({ text }: { readonly text: string }): string => text.replaceAll('\n', ' ');

/** Any text object as lines ready to be wrapped. */
export const drawText = ({ type, text }: TextObject, canvas: Canvas): string[] =>
  type === 'mrkdwn' ? drawMrkdwn(text, canvas) : text.split('\n');

function drawRichElement(element: RichTextElement, canvas: Canvas): string {
  switch (element.type) {
    case 'text':
      return element.style?.code ? `\`${element.text}\`` : element.text;
    case 'link':
      return drawLink(element.url, element.text);
    case 'date': {
      const { timestamp: seconds, format, fallback = '' } = element;
      return drawDate({ seconds, format, fallback }, canvas);
    }
    case 'user':
      return `@${canvas.nameOf(element.user_id)}`;
    case 'channel':
      return `#${canvas.nameOf(element.channel_id)}`;
    default:
      return `[${element.type}]`;
  }
}

/** The lines of a rich text block, not yet wrapped. */
export const drawRichText = (block: RichTextBlock, canvas: Canvas): string[] => {
  const drawn = (elements: readonly RichTextElement[]) =>
    elements
      .map((element) => drawRichElement(element, canvas))
      .join('')
      .replace(/\n$/, '')
      .split('\n');
  return block.elements.flatMap((part) =>
    part.type === 'rich_text_list'
      ? part.elements.flatMap((item) =>
          drawn(item.elements).map((line, index) => `${index === 0 ? BULLET : INDENT}${line}`),
        )
      : drawn(part.elements),
  );
};
