import type { KnownAccounts } from '../../account/names.ts';
import {
  type AccountName,
  distancesNear,
  type KnownNames,
  nearestOf,
  searchNames,
  toAccountName,
} from '../../account/names.ts';
import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../../account/outcome.ts';
import type { Person, Pin } from '../../account/pins.ts';
import { inPieces, within } from '../../async.ts';
import { covers } from '../../watch/patterns.ts';
import type { NamedAccount } from '../card/account-buttons.ts';
import type { PersonalStore } from '../home/personal-store.ts';
import type { NameChoice } from './name-messages.ts';
import { readTyped, type TypedAccount } from './read-typed.ts';

const NEAR_AT_MOST = 3;

/** What typed words mean to a person: command, Home's field and the shortcut's field read them alike. */
export function createNames(
  store: Pick<PersonalStore, 'pins' | 'recents'>,
  lookup: LookupBackupStatus,
  known: KnownAccounts,
) {
  const { nameOf } = known;
  const named = (id: string): NamedAccount => {
    const displayName = nameOf(id);
    return { id, displayName };
  };

  async function settleOne(account: TypedAccount, options: LookupOptions): Promise<string | NameChoice> {
    if (account.kind === 'id') return account.id;
    const { typed, accountIds, mayBeId } = account;
    const [only = typed, ...others] = accountIds;
    const isOne = others.length === 0;
    if (mayBeId) {
      // Begun at the same time: mostly it is the name, and the look-up that follows joins this one.
      if (isOne) void lookup(only, options).catch(() => {});
      if (exists(await lookup(typed, { ...options, isName: true }))) return typed;
    }
    return isOne ? only : { typed, accounts: accountIds.map(named) };
  }

  return {
    /** What an account is called for everybody; undefined: nothing. */
    nameOf,
    /** An account with what it is called for everybody. */
    named,
    /** The accounts that are on the list. */
    listed: known.listed,
    /** Those of the accounts that a search finds: by the beginning of the id, also behind a #, or by name. */
    async found(typed: string, ids: readonly string[]) {
      const id = typed.replace(/^#/u, '');
      const named = new Set(await search(typed, { own: [], common: known.names() }));
      return ids.filter((one) => one.startsWith(id) || named.has(one));
    },
    /** How many of the known accounts are covered by one of the patterns. */
    coveredCount: (patterns: readonly string[]) =>
      known.ids().filter((id) => patterns.some((pattern) => covers(pattern, id))).length,
    /**
     * Without the service. `pins` are absent when nobody knows them, and with them the person's own names. Waits for them
     * `withinMs` at most; absent: as long as the store is waited for.
     */
    async read(person: Person, text: string, withinMs?: number) {
      const pins = await pinsWithin(store.pins(person), withinMs);
      const names = { own: ownNames(pins), common: known.names() };
      const isPinned = (id: string) => pins?.some(({ accountId }) => accountId === id) ?? false;
      const typed = await readTyped(
        text,
        (name) => search(name, names),
        (id) => known.isKnown(id) || isPinned(id),
      );
      return { ...typed, pins };
    },
    /**
     * Which accounts are meant: an id that exists goes before a name, so the service is asked about what may be both.
     * `ids` in the order typed, each once.
     */
    async settle(accounts: readonly TypedAccount[], options: LookupOptions) {
      const settled = await Promise.all(accounts.map((account) => settleOne(account, options)));
      return {
        ids: [...new Set(settled.filter((one) => typeof one === 'string'))],
        choices: settled.filter((one) => typeof one !== 'string'),
      };
    },
    /** What was perhaps meant by the ids that do not exist, from what the person uses and what has a name. */
    async near(person: Person, outcomes: readonly LookupOutcome[], pins: readonly Pin[] | undefined) {
      const missed = outcomes.filter((outcome) => !exists(outcome) && outcome.kind !== 'unavailable');
      if (missed.length === 0) return [];
      const recents = await store.recents(person);
      const used = [...(pins ?? []), ...(recents === 'unavailable' ? [] : recents)];
      const ids = [...used.map(({ accountId }) => accountId), ...known.ids()];
      const near = await nearest(missed, ids, [...ownNames(pins), ...known.names()]);
      return near.slice(0, NEAR_AT_MOST).map(named);
    },
  };
}

/** Undefined: nobody knows them, or not in time. */
async function pinsWithin(listed: ReturnType<PersonalStore['pins']>, withinMs: number | undefined) {
  const pins = withinMs === undefined ? await listed : (await within(listed, withinMs))?.value;
  return pins === 'unavailable' ? undefined : pins;
}

/** So many ids or names are looked at before others are served. */
const PIECE = 1_000;

async function search(typed: string, { own, common }: KnownNames): Promise<readonly string[]> {
  if (own.length === 0 && common.length === 0) return [];
  const found = searchNames(typed);
  found.look('own', own);
  for await (const names of inPieces(common, PIECE)) found.look('common', names);
  return found.found();
}

/** Near to the first one that is missed before those near to the next. */
async function nearest(
  missed: readonly LookupOutcome[],
  ids: readonly string[],
  names: readonly AccountName[],
): Promise<readonly string[]> {
  const near: string[] = [];
  for (const { id } of missed) near.push(...(await nearTo(id, ids, names)));
  return [...new Set(near)];
}

async function nearTo(typed: string, ids: readonly string[], names: readonly AccountName[]) {
  const distances = [];
  for await (const piece of inPieces(ids, PIECE))
    distances.push(...distancesNear(typed, { ids: piece, names: [] }));
  for await (const piece of inPieces(names, PIECE))
    distances.push(...distancesNear(typed, { ids: [], names: piece }));
  return nearestOf(distances);
}

const ownNames = (pins: readonly Pin[] = []) =>
  pins.flatMap(({ accountId, name }) => (name === undefined ? [] : [toAccountName(accountId, name)]));

/** Whether the service has the account, as far as it said. */
function exists(outcome: LookupOutcome): boolean {
  if (outcome.kind === 'unavailable') return outcome.lastKnown !== undefined;
  return outcome.kind === 'found' || outcome.kind === 'forbidden';
}
