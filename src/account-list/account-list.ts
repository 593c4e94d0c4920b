// account-list/ owns the list of known accounts with the names that everybody sees: importing it and caching it in memory.
// It must never know Slack, SQL or the service's HTTP.
import { setTimeout as sleep } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse/sync';
import type { Logger } from 'pino';
import {
  type AccountName,
  foldName,
  hasWildcard,
  type ListedAccount,
  MAX_LISTED,
  toAccountName,
} from '../account/names.ts';
import { isPlausibleId } from '../account/outcome.ts';
import type { NamedAccountRules, RulesOf } from '../account/verdict.ts';
import { inPieces } from '../async.ts';
import type { Store } from '../store/create-store.ts';
import type { FailedRead, WatchReading } from '../watch/observe.ts';

export type AccountList = ReturnType<typeof createAccountList>;

export interface AccountListDeps {
  readonly store: Pick<Store['accountList'], 'read' | 'revision'>;
  /** The present rules of the file. */
  readonly rules: { readonly rulesOf: RulesOf; names(): readonly AccountName[] };
  /** The page of an account in the operators' console, with `{id}` in place of the id. Absent: there is no console. */
  readonly consoleUrl?: string;
  /** Called when the list has changed, and at the first read. */
  readonly onChanged?: () => Promise<void>;
  readonly log: Logger;
}

/** How many names are prepared at a time: few enough not to block the event loop. */
const PIECE = 500;

export type KnownAccounts = ReturnType<typeof createKnownAccounts>;

/** The known accounts, with the names that everybody sees. None at first. */
export function createKnownAccounts() {
  let known: ReadonlyMap<string, AccountName | undefined> = new Map();
  let listed: readonly string[] = [];
  let names: readonly AccountName[] = [];
  return {
    /** Undefined: it has no name. */
    nameOf: (accountId: string): string | undefined => known.get(accountId)?.name,
    isKnown: (accountId: string): boolean => known.has(accountId),
    /** The accounts that are on the list. */
    listed: () => listed,
    ids: () => [...known.keys()],
    /** The names of all accounts that have one, those of the list first. */
    names: () => names,
    /** Replaces all accounts by those on the list and those that a rule names. The name of a rule has precedence. */
    update(onList: ReadonlyMap<string, AccountName | undefined>, ofRules: readonly AccountName[]): void {
      known = new Map([...onList, ...ofRules.map((name) => [name.accountId, name] as const)]);
      listed = [...onList.keys()];
      names = [...known.values()].filter((name) => name !== undefined);
    },
  };
}

/** The list in memory. Each process has its own copy and reads it again when the revision changes. */
export function createAccountList({ store, rules, consoleUrl, onChanged, log }: AccountListDeps) {
  const known = createKnownAccounts();
  known.update(new Map(), rules.names());
  /** The revision of the list, and the names of the rules, that were read. */
  let read: readonly [revision?: number, ruleNames?: readonly AccountName[]] = [];
  let refreshing = Promise.resolve();

  async function readChanges(): Promise<void> {
    const [revision, ruleNames] = [await store.revision(), rules.names()];
    if (revision === read[0] && ruleNames === read[1]) return;
    const names = new Map<string, AccountName | undefined>();
    for await (const piece of inPieces(await store.read(), PIECE))
      for (const { id, name } of piece) names.set(id, name === undefined ? name : toAccountName(id, name));
    known.update(names, ruleNames);
    await onChanged?.();
    read = [revision, ruleNames];
  }

  return {
    ...known,
    /** The rules of the file, with names of the list for accounts without a name there, and with pages in the console. */
    rulesOf(accountId: string): NamedAccountRules {
      const { displayName = known.nameOf(accountId), ...ofFile } = rules.rulesOf(accountId);
      const id = encodeURIComponent(accountId.toWellFormed());
      return { ...ofFile, displayName, consoleUrl: consoleUrl?.replaceAll('{id}', () => id) };
    },
    /** Reads changes by any process, and names of a reloaded rules file. Never rejects: the next call tries again. */
    refresh(): Promise<void> {
      // Serialized, so that the latest list wins.
      refreshing = refreshing.then(readChanges).catch((err: unknown) => {
        log.warn({ err }, 'the list of accounts stays as it was');
      });
      return refreshing;
    },
    /** Resolves when no refresh is running. */
    idle: () => refreshing,
  };
}

export interface ImportDeps {
  readonly store: Store['accountList'];
  readonly isKnown: (accountId: string) => boolean;
  /** Waits until nobody else needs the service. */
  readonly readAccount: (accountId: string) => Promise<Pick<WatchReading, 'kind'> | FailedRead>;
  /** How many reads may start per second. */
  readonly perSecond: number;
  /** When it aborts, no further read starts. */
  readonly signal?: AbortSignal;
  /** How many accounts are retired after it if all were read: they make room. */
  readonly leaving?: number;
}

/**
 * Reads each new account once, one after the other, and adds those that exist to the list, together. Left out are accounts
 * that the service does not have or does not show, and in `unread` those that were not read, for whatever reason. Rejects
 * with a StoreError when the database does not answer.
 */
export async function importAccounts(
  accounts: readonly ListedAccount[],
  { store, isKnown, readAccount, perSecond, signal, leaving = 0 }: ImportDeps,
) {
  const [notFound, refused]: [string[], string[]] = [[], []];
  const unread = new Set(accounts.map(({ id }) => id).filter((id) => !isKnown(id)));
  for (const id of [...unread]) {
    if (signal?.aborted) break;
    const [reading] = await Promise.all([readAccount(id), sleep(1000 / perSecond)]);
    // The other accounts would get no answer either.
    if (reading.kind === 'failed' && reading.isSure) break;
    if (reading.kind === 'failed') continue;
    unread.delete(id);
    if (reading.kind === 'forbidden') refused.push(id);
    else if (reading.kind !== 'found') notFound.push(id);
  }
  const leftOut = new Set([...notFound, ...refused, ...unread]);
  const added = accounts.filter(({ id }) => !leftOut.has(id));
  const change = await store.add(added, unread.size > 0 ? 0 : leaving);
  if (change.kind === 'limit-reached') return change;
  return { ...change, kind: 'imported' as const, notFound, refused, unread: [...unread] };
}

/** The person who pasted accounts is told that it takes up to ten minutes. */
const READ_FOR_MS = 9 * 60_000;

/** Changes of the list by people. Rejects with a StoreError when the database does not answer. */
export type ListEditor = ReturnType<typeof createListEditor>;

/** Creates the editor. This process knows each change at once, others after their next refresh. */
export function createListEditor(
  list: AccountList,
  deps: Pick<ImportDeps, 'store' | 'readAccount' | 'perSecond'>,
) {
  const stopping = new AbortController();
  return {
    levels: deps.store.levels,
    /** Removes accounts from the list and ends their watches. Resolves with those that were listed or watched. */
    async retire(ids: readonly string[]) {
      const retired = await deps.store.retire(ids);
      await list.refresh();
      return retired;
    },
    /** Adds the accounts of a pasted list. Reads each new one first, which takes a while. `lines` were rejected. */
    async add(pasted: string) {
      const read = readList(pasted);
      if (read.kind !== 'read') return read;
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(READ_FOR_MS)]);
      const imported = await importAccounts(read.accounts, { ...deps, isKnown: list.isKnown, signal });
      await list.refresh();
      if (imported.kind === 'limit-reached') return imported;
      const { added, renamed, notFound, refused, unread } = imported;
      const isAny = added.length + renamed + notFound.length + refused.length > 0;
      if (!isAny && unread.length > 0) return { kind: 'unread' } as const;
      return { ...imported, lines: read.problems.map(({ line }) => line) };
    },
    /** Lets a running import end with what was read, because the process ends. */
    stop: () => stopping.abort(),
  };
}

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
    // The parser takes the first line end for all of them, and a file may have several kinds.
    const lines = text.replace(/\r\n?/g, '\n');
    const rows = parse(lines, { ...OPTIONS, delimiter: delimiterOf(lines) }) as unknown as readonly Row[];
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
