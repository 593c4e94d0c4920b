import type { SectionBlock, TextObject } from '@slack/types';
import type { Canvas } from './canvas.ts';
import { drawElement } from './draw-element.ts';
import { drawText } from './draw-text.ts';
import { type Line, padRow, type Row, rowWidth, type Span, span } from './styled-text.ts';
import { wrapLines } from './wrap-lines.ts';

const COLUMN_GAP = 2;

const lineWidth = ({ first = '', spans }: Line) => rowWidth([span(first), ...spans]);

/** Elements in a row of their own, each word whole. */
const spaced = (spans: readonly Span[]): Span[] =>
  spans.flatMap((one, index) => (index === 0 ? [one] : [span(' '), one]));

/** Words side by side, wrapped between them. */
export const drawRowOf = (spans: readonly Span[], width: number): Row[] =>
  wrapLines([{ spans: spaced(spans) }], width);

/** Pairs of fields side by side when every line of every field fits its column, else one under the other. */
function drawFields(fields: readonly TextObject[], canvas: Canvas): Row[] {
  const column = Math.floor((canvas.width - COLUMN_GAP) / 2);
  const drawn = fields.map((field) => drawText(field, canvas));
  if (!drawn.flat().every((line) => lineWidth(line) <= column)) {
    return drawn.flatMap((lines, index) => [...(index > 0 ? [[]] : []), ...wrapLines(lines, canvas.width)]);
  }
  const cells = drawn.map((lines) => wrapLines(lines, column));
  return cells.flatMap((left, index) => {
    if (index % 2 === 1) return [];
    const right = cells[index + 1] ?? [];
    const height = Math.max(left.length, right.length);
    const rows = Array.from({ length: height }, (_, row) => [
      ...padRow(left[row] ?? [], column + COLUMN_GAP),
      ...(right[row] ?? []),
    ]);
    return index > 0 ? [[], ...rows] : rows;
  });
}

/** An accessory stands at the right end of the first row where there is room, else under the text. */
function withAccessory(rows: readonly Row[], accessory: readonly Span[], { width, exact }: Canvas): Row[] {
  const [first, ...others] = rows;
  const words = spaced(accessory);
  const room = width - rowWidth(words);
  if (exact || !first || rowWidth(first) + COLUMN_GAP > room)
    return [...rows, ...drawRowOf(accessory, width)];
  return [[...padRow(first, room), ...words], ...others];
}

/** A section: its text, its accessory, its fields. */
export function drawSection({ text, fields, accessory }: SectionBlock, canvas: Canvas): Row[] {
  const textRows = text ? wrapLines(drawText(text, canvas), canvas.width) : [];
  const fieldRows = fields ? drawFields(fields, canvas) : [];
  const rows = text && fields ? [...textRows, [], ...fieldRows] : [...textRows, ...fieldRows];
  return accessory ? withAccessory(rows, drawElement(accessory, canvas), canvas) : rows;
}
