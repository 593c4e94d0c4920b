import { displayWidth, graphemes } from './display-width.ts';
import { type Line, type Row, rowWidth, type Span, span } from './styled-text.ts';

/** A word (spans that touch) or the spaces between two. */
interface Unit {
  readonly spans: readonly Span[];
  readonly isSpace: boolean;
}

function unitsOf(spans: readonly Span[]): Unit[] {
  const units: Unit[] = [];
  for (const { text, looks } of spans) {
    for (const part of text.split(/( +)/).filter(Boolean)) {
      const isSpace = part.startsWith(' ');
      const last = units.at(-1);
      if (last && last.isSpace === isSpace) units.pop();
      units.push({
        spans: last?.isSpace === isSpace ? [...last.spans, span(part, ...looks)] : [span(part, ...looks)],
        isSpace,
      });
    }
  }
  return units;
}

/** Cuts a word that is wider than a row; the last piece may be followed by more words. */
function pieces(word: Row, width: number): Row[] {
  const rows: Span[][] = [[]];
  let used = 0;
  for (const { text, looks } of word) {
    for (const grapheme of graphemes(text)) {
      const wide = displayWidth(grapheme);
      if (used + wide > width && used > 0) {
        rows.push([]);
        used = 0;
      }
      used += wide;
      const row = rows.at(-1) ?? [];
      const last = row.at(-1);
      if (last?.looks === looks) row[row.length - 1] = { text: last.text + grapheme, looks };
      else row.push({ text: grapheme, looks });
    }
  }
  return rows;
}

function wrapLine({ spans, first = '', rest = first }: Line, width: number): Row[] {
  const rows: Span[][] = [[span(first)]];
  const room = Math.max(1, width - Math.max(displayWidth(first), displayWidth(rest)));
  let used = 0;
  let gap: Row = [];
  for (const { spans: unit, isSpace } of unitsOf(spans)) {
    if (isSpace) {
      gap = unit;
      continue;
    }
    const [head = [], ...others] = rowWidth(unit) > room ? pieces(unit, room) : [unit];
    const together = used + rowWidth(gap) + rowWidth(head);
    if (together <= room) rows.at(-1)?.push(...gap, ...head);
    else if (used === 0) rows.at(-1)?.push(...head);
    else rows.push([span(rest), ...head]);
    used = together <= room ? together : rowWidth(head);
    for (const piece of others) {
      rows.push([span(rest), ...piece]);
      used = rowWidth(piece);
    }
    gap = [];
  }
  return rows;
}

/** Breaks lines into rows of at most `width` columns, between words where that is possible. */
export const wrapLines = (lines: readonly Line[], width: number): Row[] =>
  lines.flatMap((line) => wrapLine(line, width));
