import { styleText } from 'node:util';
import { displayWidth } from './display-width.ts';

/** A look that a terminal can give to text. */
export type Look = 'bold' | 'dim' | 'italic' | 'underline' | 'strikethrough' | 'cyan' | 'green' | 'red';

/** A run of text with one look. */
export interface Span {
  readonly text: string;
  readonly looks: readonly Look[];
}

/** One row of the terminal. */
export type Row = readonly Span[];

/** A line before it is wrapped: `first` stands before its first row, `rest` before the others. */
export interface Line {
  readonly spans: readonly Span[];
  readonly first?: string;
  readonly rest?: string;
}

/** A run of text with the given looks. */
export const span = (text: string, ...looks: readonly Look[]): Span => ({ text, looks });

/** The same spans with one look more. */
export const withLook = (spans: readonly Span[], look: Look): Span[] =>
  spans.map(({ text, looks }) => span(text, ...looks, look));

/** Keeps words together that would otherwise be parted at their spaces. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0');

/** Columns a row takes. */
export const rowWidth = (row: Row): number => row.reduce((sum, { text }) => sum + displayWidth(text), 0);

/** The row with spaces after it, up to `width` columns. */
export const padRow = (row: Row, width: number): Row => [
  ...row,
  span(' '.repeat(Math.max(0, width - rowWidth(row)))),
];

/** Neighbours of one look as one run, so that a style is switched on once and not for every word. */
function merged(row: Row): Span[] {
  const runs: Span[] = [];
  for (const { text, looks } of row) {
    const last = runs.at(-1);
    if (last?.looks.join() === looks.join()) runs.splice(-1, 1, { text: last.text + text, looks });
    else if (text) runs.push({ text, looks });
  }
  return runs;
}

/** A row as it is written to the terminal, without spaces at its end. */
export function paintRow(row: Row, color: boolean): string {
  const painted = merged(row).map(({ text, looks }) => {
    const plain = text.replaceAll('\u00A0', ' ');
    return color && looks.length > 0 ? styleText([...looks], plain, { validateStream: false }) : plain;
  });
  return painted.join('').trimEnd();
}
