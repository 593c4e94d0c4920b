import type { RichTextBlock, RichTextBlockElement, RichTextElement } from '@slack/types';
import type { Canvas } from './canvas.ts';
import { drawDate } from './draw-date.ts';
import { drawCode, drawLink, emphasised } from './draw-mrkdwn.ts';
import { drawEmojiNames } from './emoji-names.ts';
import { type Line, type Span, span, withLook } from './styled-text.ts';

/** An emoji from its hexadecimal code points; undefined for anything that is none, control characters above all. */
function emojiFrom(unicode: string | undefined): string | undefined {
  const points = (unicode ?? '').split('-').map((hex) => Number.parseInt(hex, 16));
  if (!points.every((point) => point > 0x1f && point <= 0x10ffff)) return undefined;
  const emoji = String.fromCodePoint(...points);
  return /^\p{RGI_Emoji}$/v.test(emoji) ? emoji : undefined;
}

function drawPlain(element: RichTextElement, canvas: Canvas): Span[] {
  switch (element.type) {
    case 'text':
      return [span(element.text)];
    case 'link':
      return drawLink(element.url, element.text);
    case 'emoji':
      return [span(emojiFrom(element.unicode) ?? drawEmojiNames(`:${element.name}:`, canvas))];
    case 'date': {
      const { timestamp, format, fallback = '', url } = element;
      const text = drawDate({ seconds: timestamp, format, fallback }, canvas);
      return url ? drawLink(url, text) : [span(text)];
    }
    case 'user':
      return [span(`@${canvas.nameOf(element.user_id)}`, 'bold')];
    case 'usergroup':
      return [span(`@${element.usergroup_id}`, 'bold')];
    case 'channel':
      return [span(`#${canvas.nameOf(element.channel_id)}`, 'bold')];
    case 'team':
      return [span(element.team_id, 'bold')];
    case 'broadcast':
      return [span(`@${element.range}`, 'bold')];
    case 'color':
      return [span(element.value)];
    default:
      element satisfies never;
      return [];
  }
}

function drawElement(element: RichTextElement, canvas: Canvas): Span[] {
  const { bold, code, italic, strike, underline } = element.style ?? {};
  let spans = drawPlain(element, canvas);
  if (code) spans = spans.map(({ text }) => drawCode(text, canvas.color));
  if (bold) spans = emphasised(spans, '*', canvas);
  if (italic) spans = emphasised(spans, '_', canvas);
  if (underline) spans = withLook(spans, 'underline');
  return strike ? emphasised(spans, '~', canvas) : spans;
}

/** Elements as lines: a line break may stand inside any of their texts. */
function drawLines(elements: readonly RichTextElement[], canvas: Canvas): Span[][] {
  const lines: Span[][] = [[]];
  for (const { text, looks } of elements.flatMap((element) => drawElement(element, canvas))) {
    const [head = '', ...others] = text.split('\n');
    lines.at(-1)?.push(span(head, ...looks));
    lines.push(...others.map((other) => [span(other, ...looks)]));
  }
  return lines.at(-1)?.every(({ text }) => text === '') && lines.length > 1 ? lines.slice(0, -1) : lines;
}

const prefixed = (lines: readonly Span[][], first: string, rest = first): Line[] =>
  lines.map((spans, index) => ({ spans, first: index === 0 ? first : rest, rest }));

function drawPart(part: RichTextBlockElement, canvas: Canvas): Line[] {
  switch (part.type) {
    case 'rich_text_section':
      return prefixed(drawLines(part.elements, canvas), '');
    case 'rich_text_quote':
      return prefixed(drawLines(part.elements, canvas), '▎ ');
    case 'rich_text_preformatted':
      return prefixed(drawLines(part.elements, canvas), '│ ').map(({ spans, ...line }) => ({
        ...line,
        spans: withLook(spans, 'cyan'),
      }));
    case 'rich_text_list': {
      const indent = '  '.repeat(part.indent ?? 0);
      return part.elements.flatMap((item, index) => {
        const sign = `${indent}${part.style === 'ordered' ? `${index + 1}.` : '•'} `;
        return prefixed(drawLines(item.elements, canvas), sign, ' '.repeat(sign.length));
      });
    }
    default:
      part satisfies never;
      return [];
  }
}

/** A rich text block as lines ready to be wrapped. */
export const drawRichText = (block: RichTextBlock, canvas: Canvas): Line[] =>
  block.elements.flatMap((part) => drawPart(part, canvas));
