// account-list/ owns which accounts are known and what they are called for everybody: reading lists, keeping them at hand.
// It must never know Slack, SQL or how the service is asked.
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AccountName, type ListedAccount, type NamedAccount, toAccountName } from '../account/names.ts';
import { type RulesOf, withConsole, withNames } from '../account/rules-of.ts';
import type { Store } from '../store/create-store.ts';
import type { FailedRead, WatchReading } from '../watch/observe.ts';
import { readList } from './read-list.ts';

export type AccountList = ReturnType<typeof createAccountList>;

export interface AccountListDeps {
  readonly store: Pick<Store['accountList'], 'read' | 'revision'>;
  /** What the rules file says, now. */
  readonly rules: {
    readonly rulesOf: RulesOf;
    names(): readonly AccountName[];
  };
  /** As `withConsole` takes it. */
  readonly consoleUrl?: string;
  /** Called when the list has changed, and at the first read. */
  readonly onChanged?: () => Promise<void>;
  readonly log: Logger;
}

/** Small enough to prepare their names without blocking the event loop. */
const PIECE = 500;

/** What accounts are called for everybody, and which ones are known. */
export type KnownAccounts = ReturnType<typeof createKnownAccounts>;

/** None at first. */
export function createKnownAccounts() {
  let byId: ReadonlyMap<string, AccountName> = new Map();
  let known: ReadonlySet<string> = new Set();
  let listed: readonly string[] = [];
  let ids: readonly string[] = [];
  let names: readonly AccountName[] = [];
  return {
    /** Undefined: nothing. */
    nameOf: (accountId: string): string | undefined => byId.get(accountId)?.name,
    named: (id: string): NamedAccount => ({ id, displayName: byId.get(id)?.name }),
    isKnown: (accountId: string): boolean => known.has(accountId),
    /** The accounts that are on the list. */
    listed: () => listed,
    ids: () => ids,
    /** Of the accounts that have one, in the order of their ids. */
    names: () => names,
    /** Those on the list, with the names that they have there, and those named by a rule. The name of a rule goes before. */
    update(onList: ReadonlyMap<string, AccountName | undefined>, ofRules: readonly AccountName[]): void {
      const ofList = [...onList.values()].filter((name) => name !== undefined);
      byId = new Map([...ofList, ...ofRules].map((name) => [name.accountId, name]));
      known = new Set([...onList.keys(), ...byId.keys()]);
      listed = [...onList.keys()];
      ids = [...known];
      names = [...byId.values()];
    },
  };
}

/** The list in memory. Every process has its own and reads it again when the revision changes. */
export function createAccountList({
  store,
  rules,
  consoleUrl,
  onChanged = async () => {},
  log,
}: AccountListDeps) {
  let readOf: { readonly revision?: number; readonly ruleNames: readonly AccountName[] } = {
    ruleNames: rules.names(),
  };
  const known = createKnownAccounts();
  known.update(new Map(), readOf.ruleNames);
  let refreshing = Promise.resolve();

  async function readChanges(): Promise<void> {
    const [revision, ruleNames] = [await store.revision(), rules.names()];
    if (revision === readOf.revision && ruleNames === readOf.ruleNames) return;
    const names = new Map<string, AccountName | undefined>();
    for await (const { id, name } of listed(store))
      names.set(id, name === undefined ? name : toAccountName(id, name));
    known.update(names, ruleNames);
    await onChanged();
    readOf = { revision, ruleNames };
  }

  return {
    ...known,
    /** The rules of the file. An account without a name there gets its name from the list, and each its page in the console. */
    rulesOf: withConsole(withNames(rules.rulesOf, known.nameOf), consoleUrl),
    /**
     * Reads what any process has changed, and the names of a rules file that was reloaded. Never rejects: what fails now is
     * tried again the next time.
     */
    refresh(): Promise<void> {
      // One after the other, so that the latest list wins.
      refreshing = refreshing.then(readChanges).catch((err: unknown) => {
        log.warn({ err }, 'the list of accounts stays as it was');
      });
      return refreshing;
    },
    /** Resolves when no refresh is under way. */
    idle: () => refreshing,
  };
}

/** What is on the list, by id, in pieces that block nothing. */
export async function* listed(store: Pick<Store['accountList'], 'read'>) {
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    const piece = await store.read(afterId, PIECE);
    yield* piece;
    afterId = piece.at(-1)?.id;
    await breathe();
  }
}

export interface ImportDeps {
  readonly store: Store['accountList'];
  readonly isKnown: (accountId: string) => boolean;
  /** Waits until nobody else needs the service. */
  readonly readAccount: (accountId: string) => Promise<Pick<WatchReading, 'kind'> | FailedRead>;
  /** How many reads may begin in a second. */
  readonly perSecond: number;
  /** No read begins after so long; 0: none does. */
  readonly readForMs: number;
  /** Whether accounts that have not been read are put on the list too. */
  readonly takesUnread: boolean;
  /** Once it is aborted nothing is put on the list, and the import rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** More would take the service and the person who waits too long: 1,000 take more than three minutes. */
export const MAX_READ_AT_IMPORT = 1_000;

/**
 * Reads each account that is new once, one after the other, and puts those that there are on the list: all or none. Those
 * that the service does not have or refuses to show are not on it; `unread` are on it without having been read. Rejects with
 * a StoreError when the database does not answer.
 */
export async function importAccounts(
  accounts: readonly ListedAccount[],
  { store, isKnown, readAccount, perSecond, readForMs, takesUnread, signal }: ImportDeps,
) {
  const untilMs = performance.now() + readForMs;
  const unknown = accounts.filter(({ id }) => !isKnown(id));
  const [notFound, refused]: [string[], string[]] = [[], []];
  const unread = new Set(unknown.map(({ id }) => id));
  for (const { id } of unknown.length > MAX_READ_AT_IMPORT ? [] : unknown) {
    if (performance.now() >= untilMs) break;
    const [reading] = await Promise.all([readAccount(id), sleep(1000 / perSecond)]);
    signal?.throwIfAborted();
    // No other account would get an answer either.
    if (reading.kind === 'failed' && reading.isSure) break;
    if (reading.kind === 'failed') continue;
    unread.delete(id);
    if (reading.kind === 'forbidden') refused.push(id);
    else if (reading.kind !== 'found') notFound.push(id);
  }
  const left = new Set([...notFound, ...refused, ...(takesUnread ? [] : unread)]);
  const taken = accounts.filter(({ id }) => !left.has(id));
  const change = await store.take(taken);
  if (change.kind === 'limit-reached') return change;
  return { ...change, kind: 'imported' as const, notFound, refused, unread: unread.size };
}

/** The person who pasted accounts reads that it takes up to ten minutes. */
const READ_FOR_MS = 9 * 60_000;

/** The list, as people change it. Rejects with a StoreError when the database does not answer. */
export type ListEditor = ReturnType<typeof createListEditor>;

/** What became of accounts that a person has pasted. */
export type AddedAccounts = Awaited<ReturnType<ListEditor['add']>> | { readonly kind: 'unavailable' };

/** How the accounts are that somebody watches. */
export type WatchedLevels = Awaited<ReturnType<ListEditor['levels']>>;

/** One import at a time: each asks the service as fast as it may. */
export function createListEditor(
  list: AccountList,
  deps: Pick<ImportDeps, 'store' | 'readAccount' | 'perSecond'>,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const importing = { ...deps, isKnown: list.isKnown, readForMs: READ_FOR_MS, takesUnread: true, signal };
  let isImporting = false;
  return {
    levels: deps.store.levels,
    /** Takes accounts off the list, and ends their watches. Resolves with those that were on it. */
    async retire(ids: readonly string[]) {
      const retired = await deps.store.retire(ids);
      await list.refresh();
      return retired;
    },
    /** Reads each account that is new, which takes a while. `lines` are those that were not taken. */
    async add(pasted: string) {
      const read = readList(pasted);
      if (read.kind !== 'read') return read;
      if (isImporting) return { kind: 'busy' } as const;
      isImporting = true;
      try {
        const imported = await importAccounts(read.accounts, importing);
        await list.refresh();
        if (imported.kind === 'limit-reached') return imported;
        return { ...imported, lines: read.problems.map(({ line }) => line) };
      } catch (error) {
        if (signal.aborted) return { kind: 'stopped' } as const;
        throw error;
      } finally {
        isImporting = false;
      }
    },
    /** The process ends: an import under way adds nothing, and says so. */
    stop: () => stopping.abort(),
  };
}
