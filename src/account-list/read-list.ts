import { CsvError, parse } from 'csv-parse/sync';
import { foldName, hasWildcard, type ListedAccount, MAX_LISTED } from '../account/names.ts';
import { isPlausibleId } from '../account/outcome.ts';

/** Longer than any valid row. A quote that is not closed turns the rest of the text into one row. */
const MAX_ROW_LENGTH = 10_000;
/** With a header and the `sep=;` of Excel. A list with more is refused: the accounts in the rest would be missing. */
const MAX_ROWS = MAX_LISTED + 2;
/** First cells of a header, in the form that names are compared. Includes the `sep=;` of Excel. */
const TITLES = 'id;account;accountid;account id;account_id;hesap;hesap no;müşteri no;sep='
  .split(';')
  .map(foldName);

/**
 * Reads a list of accounts: one per row, with its id and its name. Further columns are ignored. Each id is in `accounts`
 * once; `problems` has the rejected rows: their line, counted from 1, why, and their id as written. Never throws.
 */
export function readList(text: string) {
  try {
    const rows = parse(text, { ...OPTIONS, delimiter: delimiterOf(text) }) as unknown as readonly Row[];
    return rows.length > MAX_ROWS ? ({ kind: 'too-many' } as const) : readRows(rows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { kind: 'unclosed-quote' } as const;
  }
}

/** A row, and the number of its last line. */
type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

const OPTIONS = {
  bom: true,
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_ROW_LENGTH,
  to: MAX_ROWS + 1,
};

/**
 * The first tab, semicolon or comma outside of quotes: it follows the id. The parser's own detection mistakes a digit that
 * all ids have for the delimiter, and fails on letters outside of ASCII.
 */
const delimiterOf = (text: string) =>
  /^(?:"[^"]*"|[^"\t;,])*([\t;,])/.exec(text.slice(0, MAX_ROW_LENGTH))?.[1] ?? ',';

/** Removes the quotes that `csvCell` adds before text that begins like a formula. */
const asWritten = (cell = '') => cell.replace(/(^|;)'(?=["']*[=+\-@])/g, '$1');

function readRows(rows: readonly Row[]) {
  const accounts = new Map<string, ListedAccount>();
  const problems: { readonly line: number; readonly problem: string; readonly id: string }[] = [];
  for (const [index, { record, info }] of rows.entries()) {
    const [id, name] = [asWritten(record[0]), asWritten(record[1])];
    const isTitle = index < 2 && accounts.size === 0 && TITLES.includes(foldName(id));
    if (isTitle || (id.trim() === '' && name.trim() === '')) continue;
    const read = readListed(id, name);
    const known = typeof read === 'string' ? undefined : accounts.get(read.id);
    if (typeof read === 'string') problems.push({ line: info.lines, problem: read, id });
    else if (known === undefined) accounts.set(read.id, read);
    else if (read.name !== undefined && read.name !== known.name)
      problems.push({ line: info.lines, problem: 'an earlier row has this id with another name', id });
  }
  return { kind: 'read', accounts: [...accounts.values()], problems } as const;
}

/** In UTF-16 units. */
const MAX_ACCOUNT_NAME = 100;

/** One account, or why it cannot be added to the list. A name without visible characters counts as none. */
function readListed(id: string, name: string): ListedAccount | string {
  const [bareId, bareName] = [id.trim(), name.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()];
  if (bareId === '') return 'no id';
  if (/^[=+@]/.test(bareId)) return 'the id begins like a formula';
  if (/[\t;,]/.test(bareId)) return 'the id has a tab, a semicolon or a comma';
  if (!isPlausibleId(bareId)) return 'the id is too long, or has invisible characters';
  // These can be watched, but are no account.
  if (hasWildcard(bareId)) return '* and ? are wildcards';
  if (bareName.length > MAX_ACCOUNT_NAME) return 'the name is too long';
  return { id: bareId, name: foldName(bareName) !== '' ? bareName : undefined };
}
