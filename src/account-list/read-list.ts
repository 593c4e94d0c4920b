import { CsvError, parse } from 'csv-parse/sync';
import {
  LISTED_AT_MOST,
  type ListedAccount,
  type ListProblem,
  readListed,
} from '../domain/names/account-list.ts';
import { foldName } from '../domain/names/fold-name.ts';

/** A row that is not taken. `line` counts from 1. */
export interface RowProblem {
  readonly line: number;
  readonly problem: ListProblem | 'other-name';
  /** As it was written, to find the row by. */
  readonly id: string;
}

export type ReadList =
  | {
      readonly kind: 'read';
      /** Each id once. */
      readonly accounts: readonly ListedAccount[];
      readonly problems: readonly RowProblem[];
      /** Rows that repeat another row. */
      readonly repeated: number;
    }
  /** Nothing of it is taken. */
  | { readonly kind: 'too-many' | 'unclosed-quote' };

/** What spreadsheets put between the columns. */
const DELIMITERS = ['\t', ';', ','];
/** What says which one it is. */
const LINES_LOOKED_AT = 20;
/** Longer than any row that is taken. A quote that is never closed makes one row of all that follows. */
const MAX_ROW_LENGTH = 10_000;
/** The first cell of a row that names the columns, as names are compared. */
const HEADERS = [
  'id',
  'account',
  'accountid',
  'account id',
  'account_id',
  'hesap',
  'hesap no',
  'müşteri no',
].map(foldName);

/** The text in a file. Undefined: it is not UTF-8, nor the UTF-16 that spreadsheets call "Unicode text". */
export function decodeList(bytes: Uint8Array): string | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads a list of accounts as spreadsheets write it: a row for each, the id first, then the name; more columns are not
 * read. Never throws; time grows with the text.
 */
export function readList(text: string): ReadList {
  if (text.split(/[\r\n]/).some(({ length }) => length >= MAX_ROW_LENGTH)) return { kind: 'unclosed-quote' };
  // Excel's own first line.
  const [, sep] = /^\uFEFF?sep=([\t;,])\r?(?=\n)/i.exec(text) ?? [];
  let rows: readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: sep ?? delimiterOf(text),
      // One more than can be taken, titles and repeated rows aside: reading on would only cost memory.
      to: 2 * LISTED_AT_MOST + 2,
      max_record_size: MAX_ROW_LENGTH,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as typeof rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { kind: 'unclosed-quote' };
  }
  const cells = rows.map(({ record: [id = '', name = ''], info: { lines: line } }) => ({
    line,
    id: asWritten(id),
    name: asWritten(name),
  }));
  return readRows(sep === undefined ? cells : cells.slice(1));
}

/** The one that most lines have outside of quotes; of several the one that comes first. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, LINES_LOOKED_AT * MAX_ROW_LENGTH).split(/[\r\n]+/, LINES_LOOKED_AT);
  const bare = lines.map((line) => line.replace(/"[^"]*"/g, ''));
  const scores = DELIMITERS.map((delimiter) => {
    const found = bare.map((line) => line.indexOf(delimiter)).filter((at) => at >= 0);
    return { delimiter, lines: found.length, first: Math.min(...found) };
  });
  const [best] = scores.toSorted((a, b) => b.lines - a.lines || a.first - b.first);
  return best === undefined || best.lines === 0 ? ',' : best.delimiter;
}

/** Without the quote that `csvCell` puts in front of what begins like a formula. */
const asWritten = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '');

function readRows(
  rows: readonly { readonly line: number; readonly id: string; readonly name: string }[],
): ReadList {
  const accounts = new Map<string, ListedAccount>();
  const problems: RowProblem[] = [];
  let repeated = 0;
  for (const [index, { line, id, name }] of rows.entries()) {
    if (index === 0 && HEADERS.includes(foldName(id))) continue;
    if (id.trim() === '' && name.trim() === '') continue;
    const read = readListed(id, name);
    const known = typeof read === 'string' ? undefined : accounts.get(read.id);
    if (typeof read === 'string') problems.push({ line, problem: read, id });
    else if (known === undefined) accounts.set(read.id, read);
    else if (read.name === undefined || read.name === known.name) repeated += 1;
    else problems.push({ line, problem: 'other-name', id });
  }
  if (accounts.size > LISTED_AT_MOST) return { kind: 'too-many' };
  return { kind: 'read', accounts: [...accounts.values()], problems, repeated };
}
