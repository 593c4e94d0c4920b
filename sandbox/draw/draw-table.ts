import type { TableBlock } from '@slack/types';
import type { Canvas } from './canvas.ts';
import { drawRichText } from './draw-rich-text.ts';
import { padRow, type Row, rowWidth, type Span, span } from './styled-text.ts';
import { wrapLines } from './wrap-lines.ts';

type Cell = TableBlock['rows'][number][number];

/** A cell on one row: a terminal table has no room for more. */
const drawCell = (cell: Cell, canvas: Canvas): Span[] =>
  cell.type === 'rich_text'
    ? drawRichText(cell, canvas).flatMap(({ spans }, index) => (index > 0 ? [span(' '), ...spans] : spans))
    : [span(cell.text)];

/** Rows of a table with their columns under each other; a table that is too wide is wrapped like text. */
export function drawTable(rows: TableBlock['rows'], canvas: Canvas): Row[] {
  const cells = rows.map((row) => row.map((cell) => drawCell(cell, canvas)));
  const columns = Math.max(...cells.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.map((row) => rowWidth(row[column] ?? []))),
  );
  const lines = cells.map((row) => ({
    spans: row.flatMap((cell, column) => [
      ...(column > 0 ? [span(' │ ')] : []),
      ...padRow(cell, widths[column] ?? 0),
    ]),
  }));
  return wrapLines(lines, canvas.width);
}
