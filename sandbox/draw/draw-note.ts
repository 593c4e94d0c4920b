import type { Canvas } from './canvas.ts';
import { drawPlainText } from './draw-text.ts';
import { type Row, type Span, span } from './styled-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** A value of Block Kit in short: texts and options as they read, `Pin=pin`; anything else like JSON without its quotes. */
export function describe(value: unknown, canvas: Canvas): string {
  if (Array.isArray(value)) return value.map((one) => describe(one, canvas)).join(' · ');
  if (typeof value !== 'object' || value === null) return String(value).replaceAll('\n', '\\n');
  if ('text' in value && typeof value.text === 'string')
    return drawPlainText(value as { text: string }, canvas);
  if ('text' in value && 'value' in value) {
    const { text, value: key, ...more } = value;
    const rest = Object.keys(more).length > 0 ? ` {${listed(more, canvas)}}` : '';
    return `${describe(text, canvas)}=${describe(key, canvas)}${rest}`;
  }
  return `{${listed(value, canvas)}}`;
}

/** Whatever it is called says more than a name before it. */
const UNNAMED = ['type', 'action_id'];

const listed = (parts: object, canvas: Canvas) =>
  Object.entries(parts)
    .map(([key, value]) => `${UNNAMED.includes(key) ? '' : `${key}: `}${describe(value, canvas)}`)
    .join(', ');

/**
 * What an exact drawing tells in brackets beyond what is `seen`, by its keys: `(account_refresh, style: danger)`. Nothing
 * in any other drawing.
 */
export function drawNote(whole: object, seen: readonly string[], canvas: Canvas): Span[] {
  const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => !seen.includes(key)));
  return canvas.exact && Object.keys(rest).length > 0 ? [span(`(${listed(rest, canvas)})`, 'dim')] : [];
}

/** The rest of a block or a view, in rows of its own; none unless the drawing is exact. */
export function drawRest(whole: object, seen: readonly string[], canvas: Canvas): Row[] {
  const note = drawNote(whole, seen, canvas);
  return note.length > 0 ? wrapLines([{ spans: note }], canvas.width) : [];
}
