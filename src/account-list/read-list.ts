import { CsvError, parse } from 'csv-parse/sync';
import { foldName, type ListedAccount, MAX_LISTED } from '../account/names.ts';
import { isPlausibleId } from '../account/outcome.ts';
import { hasWildcard } from '../account/rules-of.ts';

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
    }
  /** Nothing of it is taken. */
  | { readonly kind: 'too-many' }
  | { readonly kind: 'unclosed-quote' };

/** What spreadsheets put between the columns. */
const DELIMITERS = ['\t', ';', ','];
/** What says which one it is. */
const ROWS_LOOKED_AT = 20;
/** Longer than any row that is taken. A quote that is never closed makes one row of all that follows. */
const MAX_ROW_LENGTH = 10_000;
/** The first cell of rows above the first account, as names are compared: it names the columns, or is Excel's own `sep=;`. */
const TITLES = [
  ...['id', 'account', 'accountid', 'account id', 'account_id', 'hesap', 'hesap no', 'müşteri no', 'sep='],
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
  // The parser does not count what is between the columns.
  if (text.split(/[\r\n]/).some(({ length }) => length >= MAX_ROW_LENGTH)) return { kind: 'unclosed-quote' };
  try {
    // One more than can be taken, titles and repeated rows aside: reading on would only cost memory.
    return readRows(parseRows(text, { delimiter: delimiterOf(text), to: 2 * MAX_LISTED + 2 }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { kind: 'unclosed-quote' };
  }
}

interface Row {
  readonly record: readonly string[];
  /** `lines`: the number of its last line. */
  readonly info: { readonly lines: number };
}

/** Throws a CsvError for a quote that is not closed. */
const parseRows = (text: string, options: { readonly delimiter: string; readonly to: number }) =>
  parse(text, {
    ...options,
    bom: true,
    max_record_size: MAX_ROW_LENGTH,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as unknown as readonly Row[];

/**
 * The one that separates columns in most of the first rows; of several the one that comes first in them. The parser's own detection takes
 * a digit that all ids have for it, and fails on letters outside of ASCII.
 */
function delimiterOf(text: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const rows = parseRows(text, { delimiter, to: ROWS_LOOKED_AT }).filter(({ record }) => record.length > 1);
    return { delimiter, rows: rows.length, first: rows[0]?.record[0]?.length ?? 0 };
  });
  const [best] = scores.toSorted((a, b) => b.rows - a.rows || a.first - b.first);
  return best === undefined || best.rows === 0 ? ',' : best.delimiter;
}

/** Without the quote that `csvCell` puts in front of what begins like a formula. */
const asWritten = (cell = '') => cell.replace(/^'(?=[=+\-@])/, '');

function readRows(rows: readonly Row[]): ReadList {
  const accounts = new Map<string, ListedAccount>();
  const problems: RowProblem[] = [];
  for (const [index, { record, info }] of rows.entries()) {
    const [id, name] = [asWritten(record[0]), asWritten(record[1])];
    const isTitle = index < 2 && accounts.size === 0 && TITLES.includes(foldName(id));
    if (isTitle || (id.trim() === '' && name.trim() === '')) continue;
    const read = readListed(id, name);
    const known = typeof read === 'string' ? undefined : accounts.get(read.id);
    if (typeof read === 'string') problems.push({ line: info.lines, problem: read, id });
    else if (known === undefined) accounts.set(read.id, read);
    else if (read.name !== undefined && read.name !== known.name)
      problems.push({ line: info.lines, problem: 'other-name', id });
  }
  if (accounts.size > MAX_LISTED) return { kind: 'too-many' };
  return { kind: 'read', accounts: [...accounts.values()], problems };
}

/** In UTF-16 units. */
const MAX_ACCOUNT_NAME = 100;

/** Why something cannot be put on the list. */
type ListProblem = 'id-missing' | 'id-unreadable' | 'id-formula' | 'id-pattern' | 'name-too-long';

/** What a spreadsheet would calculate. */
const FORMULA = /^[=+@]/;
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * One account as it was written. What cannot be seen of a name is left out; a name of which nothing is left is none.
 * Never throws, whatever the texts are; time grows with their length.
 */
function readListed(id: string, name: string): ListedAccount | ListProblem {
  const [bareId, bareName] = [id.trim(), name.replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()];
  if (bareId === '') return 'id-missing';
  if (FORMULA.test(bareId)) return 'id-formula';
  if (!isPlausibleId(bareId)) return 'id-unreadable';
  // A pattern that fits many ids can be watched, but is not an account.
  if (hasWildcard(bareId)) return 'id-pattern';
  if (bareName.length > MAX_ACCOUNT_NAME) return 'name-too-long';
  return { id: bareId, name: foldName(bareName) !== '' ? bareName : undefined };
}
