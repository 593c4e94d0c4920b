import type { Canvas } from './canvas.ts';
import { drawDate } from './draw-date.ts';
import { drawEmojiNames } from './emoji-names.ts';
import { type Line, type Look, type Row, type Span, span, withLook } from './styled-text.ts';

/** Place marks for what is drawn already, so that no `_` or `*` inside it is taken for markup. */
const FIRST_MARK = 0xf0000;
const MARKS = /([\u{F0000}-\u{FFFFF}])/u;

const MARKUP = /(?<![\p{L}\p{N}])([*_~])(?!\s)((?:(?!\1)[^\n])+)(?<!\s)\1(?![\p{L}\p{N}])/gu;
const LOOKS: Readonly<Record<string, Look>> = { '*': 'bold', _: 'italic', '~': 'strikethrough' };

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const decode = (text: string) => text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** A link as a reader without a mouse needs it: the address is shown beside its label. */
export function drawLink(address: string, label: string | undefined): Span[] {
  const bare = address.replace(/^mailto:/, '');
  if (!label || label === address || label === bare) return [span(bare, 'underline')];
  return [span(label, 'underline'), span(` (${bare})`, 'dim')];
}

/** Inline code; between backticks where a terminal cannot colour it. */
export const drawCode = (text: string, color: boolean): Span => span(color ? text : `\`${text}\``, 'cyan');

/** Emphasis, between its marks in an exact drawing; struck-out text wherever a terminal cannot strike it. */
export function emphasised(spans: readonly Span[], mark: string, { color, exact }: Canvas): Span[] {
  const isMarked = !color && (exact || mark === '~');
  return isMarked ? [span(mark), ...spans, span(mark)] : withLook(spans, LOOKS[mark] ?? 'bold');
}

function drawDateControl(head: string, fallback: string, canvas: Canvas): Span[] {
  const [, seconds = '', format = '', link] = head.split('^');
  const text = drawDate({ seconds: seconds === '' ? Number.NaN : Number(seconds), format, fallback }, canvas);
  return link ? drawLink(link, text) : [span(text)];
}

/** What stands between `<` and `>`: a link, a mention, a date. */
function drawControl(control: string, canvas: Canvas): Span[] {
  const bar = control.indexOf('|');
  const head = decode(bar < 0 ? control : control.slice(0, bar));
  const label = bar < 0 ? undefined : decode(control.slice(bar + 1));
  if (head.startsWith('!date^')) return drawDateControl(head, label ?? '', canvas);
  const named = (sign: string) => [
    span(`${sign}${(label || canvas.nameOf(head.slice(1))).replace(/^[@#]/, '')}`, 'bold'),
  ];
  if (head.startsWith('@')) return named('@');
  if (head.startsWith('#')) return named('#');
  if (head.startsWith('!')) return [span(label || `@${head.slice(1).split('^').at(-1)}`, 'bold')];
  return drawLink(head, label);
}

/** Splits a text at its place marks and puts back what they stand for. */
const fillMarks = (text: string, drawn: readonly Row[], canvas: Canvas): Span[] =>
  text.split(MARKS).flatMap((part) => {
    const kept = MARKS.test(part) ? drawn[(part.codePointAt(0) ?? 0) - FIRST_MARK] : undefined;
    return kept ?? (part ? [span(drawEmojiNames(decode(part), canvas))] : []);
  });

function drawInline(text: string, drawn: readonly Row[], canvas: Canvas): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [whole, mark = '', inner = ''] = match;
    const marked = drawInline(inner, drawn, canvas);
    spans.push(...fillMarks(text.slice(end, match.index), drawn, canvas));
    spans.push(...emphasised(marked, mark, canvas));
    end = match.index + whole.length;
  }
  return [...spans, ...fillMarks(text.slice(end), drawn, canvas)];
}

/** Quotes and list items get their sign before them, and what follows a line break is set under their text. */
function drawTextLine(text: string, drawn: readonly Row[], canvas: Canvas): Line {
  const [quote = ''] = /^(?:&gt;|>) ?/.exec(text) ?? [];
  if (quote) return { spans: drawInline(text.slice(quote.length), drawn, canvas), first: '▎ ' };
  const [bullet = ''] = /^ {0,4}(?:[•◦▪-]|\d{1,3}[.)]) {1,2}/.exec(text) ?? [];
  return {
    spans: drawInline(text.slice(bullet.length), drawn, canvas),
    first: bullet,
    rest: ' '.repeat(bullet.length),
  };
}

/** Text with Slack's markup as lines ready to be wrapped. Expects it cleaned of control characters. */
export function drawMrkdwn(text: string, canvas: Canvas): Line[] {
  return text.split(/\n?```\n?([\s\S]+?)\n?```\n?/).flatMap((part, index) => {
    if (index % 2 === 1) {
      return part.split('\n').map((line) => ({ spans: [span(decode(line), 'cyan')], first: '│ ' }));
    }
    const drawn: Row[] = [];
    const marked = part.replace(/`([^`\n]+)`|<([^<>\n]+)>/g, (_match, code?: string, control?: string) => {
      drawn.push(
        code === undefined ? drawControl(control ?? '', canvas) : [drawCode(decode(code), canvas.color)],
      );
      return String.fromCodePoint(FIRST_MARK + drawn.length - 1);
    });
    return marked === '' ? [] : marked.split('\n').map((line) => drawTextLine(line, drawn, canvas));
  });
}
