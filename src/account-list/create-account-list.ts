// account-list/ owns which accounts are known and what they are called for everybody: reading lists, keeping them at hand.
// It must never know Slack, SQL or how the service is asked.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AccountName } from '../account/names.ts';
import { type KnownAccounts, knownAccounts, toListedName, withNames } from '../account/names.ts';
import type { TermsOf } from '../account/terms.ts';
import type { Store } from '../store/create-store.ts';

export type AccountList = ReturnType<typeof createAccountList>;

export interface AccountListDeps {
  readonly store: Pick<Store['accountList'], 'read' | 'revision'>;
  /** What the rules file says, at this moment. */
  readonly rules: {
    readonly termsOf: TermsOf;
    names(): readonly AccountName[];
  };
  /** Called when the list has changed, and at the first read. */
  readonly onChanged?: () => Promise<void>;
  readonly log: Logger;
}

/** Small enough to prepare their names without blocking the event loop. */
const PIECE = 500;

/** The list in memory. Every process has its own and reads it again when the revision changes. */
export function createAccountList({ store, rules, onChanged = async () => {}, log }: AccountListDeps) {
  let readOf: { readonly revision?: number; readonly ruleNames: readonly AccountName[] } = {
    ruleNames: rules.names(),
  };
  let known = knownAccounts(new Map(), readOf.ruleNames);
  let refreshing = Promise.resolve();

  async function readChanges(): Promise<void> {
    const [revision, ruleNames] = [await store.revision(), rules.names()];
    if (revision === readOf.revision && ruleNames === readOf.ruleNames) return;
    const names = new Map<string, AccountName | undefined>();
    for await (const account of listed(store)) names.set(...toListedName(account));
    known = knownAccounts(names, ruleNames);
    await onChanged();
    readOf = { revision, ruleNames };
  }

  const list: KnownAccounts = {
    nameOf: (accountId) => known.nameOf(accountId),
    isKnown: (accountId) => known.isKnown(accountId),
    listed: () => known.listed(),
    ids: () => known.ids(),
    names: () => known.names(),
  };
  return {
    ...list,
    /** The terms from the rules file. An account without a name there gets its name from the list. */
    termsOf: withNames(rules.termsOf, list.nameOf),
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
