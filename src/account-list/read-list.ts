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

/** What spreadsheets put between the columns; the first line says which. */
const DELIMITERS = ['\t', ';', ','];
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
  const [firstLine = ''] = /\S.*/u.exec(text) ?? [];
  const delimiter = DELIMITERS.find((one) => firstLine.includes(one)) ?? ',';
  let rows: readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as typeof rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { kind: 'unclosed-quote' };
  }
  return readRows(
    rows.map(({ record: [id = '', name = ''], info: { lines: line } }) => ({ line, id, name })),
  );
}

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
