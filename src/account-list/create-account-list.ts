// account-list/ owns which accounts are known and what they are called for everybody: reading lists, keeping them at hand.
// It must never know Slack, SQL or how the service is asked.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { TermsOf } from '../domain/account-terms.ts';
import {
  type AccountListStore,
  type KnownAccounts,
  knownAccounts,
  type ListedNames,
  toListedName,
  withNames,
} from '../domain/names/account-list.ts';
import type { AccountName } from '../domain/names/account-names.ts';

export interface AccountList extends KnownAccounts {
  /** The terms from the rules file. An account without a name there gets its name from the list. */
  readonly termsOf: TermsOf;
  /**
   * Reads what any process has changed. Never rejects: what fails now is tried again the next time.
   */
  refresh(): Promise<void>;
  /** Resolves when no refresh is under way. */
  idle(): Promise<void>;
}

export interface AccountListDeps {
  readonly store: AccountListStore;
  /** What the rules file says, at this moment. */
  readonly rules: {
    readonly termsOf: TermsOf;
    names(): readonly AccountName[];
  };
  /** Whether the list has changed; true for the first read. */
  readonly onChanged?: () => Promise<void>;
  readonly log: Logger;
}

/** Small enough to prepare their names without blocking the event loop. */
const PIECE = 500;

/** The list in memory. Every process has its own and reads it again when the revision changes. */
export function createAccountList({ store, rules, onChanged, log }: AccountListDeps): AccountList {
  let listed: ListedNames = new Map();
  let readAt: number | undefined;
  let refreshing = Promise.resolve();
  let made = { of: listed, ruleNames: rules.names(), known: knownAccounts(listed, rules.names()) };

  async function readList(): Promise<void> {
    const revision = await store.revision();
    if (revision === readAt) return;
    [listed, readAt] = [await readNames(store), revision];
    await onChanged?.();
  }

  /** Made again when the list or the rules change. */
  function known(): KnownAccounts {
    const ruleNames = rules.names();
    if (made.of !== listed || made.ruleNames !== ruleNames)
      made = { of: listed, ruleNames, known: knownAccounts(listed, ruleNames) };
    return made.known;
  }

  const nameOf = (accountId: string) => known().nameOf(accountId);
  return {
    termsOf: withNames(rules.termsOf, nameOf),
    nameOf,
    isKnown: (accountId) => known().isKnown(accountId),
    ids: () => known().ids(),
    names: () => known().names(),
    refresh() {
      // One after the other, so that the latest list wins.
      refreshing = refreshing
        .then(readList)
        // There may be thousands of names: prepare them before somebody waits for them.
        .then(() => void known())
        .catch((err: unknown) => {
          log.warn({ err }, 'the list of accounts stays as it was');
        });
      return refreshing;
    },
    idle: () => refreshing,
  };
}

async function readNames(store: AccountListStore): Promise<ListedNames> {
  const names = new Map<string, AccountName | undefined>();
  for (let afterId = ''; ; ) {
    const piece = await store.read(afterId, PIECE);
    for (const account of piece) names.set(...toListedName(account));
    const last = piece.at(-1);
    if (last === undefined) return names;
    afterId = last.id;
    await breathe();
  }
}
