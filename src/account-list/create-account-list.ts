// account-list/ owns the list of known accounts with the names that everybody sees: importing it and caching it in memory.
// It must never know Slack, SQL or the service's HTTP.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AccountName, type ListedAccount, toAccountName } from '../account/names.ts';
import type { NamedAccountRules, RulesOf } from '../account/verdict.ts';
import { inPieces } from '../async.ts';
import type { Store } from '../store/create-store.ts';
import type { FailedRead, WatchReading } from '../watch/observe.ts';
import { readList } from './read-list.ts';

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
}

/**
 * Reads each new account once, one after the other, and adds those that exist to the list, together. Left out are accounts
 * that the service does not have or does not show, and in `unread` those that were not read, for whatever reason. Rejects
 * with a StoreError when the database does not answer.
 */
export async function importAccounts(
  accounts: readonly ListedAccount[],
  { store, isKnown, readAccount, perSecond, signal }: ImportDeps,
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
  const change = await store.add(accounts.filter(({ id }) => !leftOut.has(id)));
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
