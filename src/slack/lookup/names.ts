import type { KnownBlock } from '@slack/types';
import {
  type AccountName,
  accountsNamed,
  distancesNear,
  nearestOf,
  toAccountName,
} from '../../account/names.ts';
import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../../account/outcome.ts';
import type { Person, Pin } from '../../account/pins.ts';
import type { KnownAccounts } from '../../account-list/create-account-list.ts';
import { inPieces, within } from '../../async.ts';
import type { Store } from '../../store/create-store.ts';
import { covers } from '../../watch/watch-list.ts';
import type { CommandProblem } from '../../words/en/failures.ts';
import { accountButtons, type NamedAccount } from '../card/buttons.ts';
import type { OPEN_ACTIONS } from '../kit/ids.ts';
import { accountInList, type FormatContext } from '../kit/message.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import {
  isWatchWord,
  nearestCommand,
  normalize,
  type ParsedCommand,
  parseCommand,
  problemOf,
} from './input.ts';

/** One account that somebody typed, resolved by names where possible. */
export type TypedAccount =
  /** Not a known name. */
  | { readonly kind: 'id'; readonly id: string }
  /** What one or several accounts are called. `mayBeId`: perhaps an account has it as its id, which would go before. */
  | {
      readonly kind: 'name';
      readonly typed: string;
      readonly accountIds: readonly string[];
      readonly mayBeId: boolean;
    };

/** What somebody wants, with names read. `accounts` are in the order typed, ten at most and never none. */
export type Typed =
  | Extract<ParsedCommand, { readonly kind: 'help' | 'doctor' }>
  | { readonly kind: 'invalid'; readonly problem: CommandProblem }
  /** `note` is absent where nothing is to be shared. */
  | { readonly kind: 'accounts'; readonly accounts: readonly TypedAccount[]; readonly note?: string };

/**
 * Reads what people type anywhere: the whole line as one name first, then word by word. An id that is known goes before
 * every name. In a command, a first word that names nothing may be meant as a word of ours.
 * Never throws; time grows with the text and the names.
 */
export function readTyped(
  text: string,
  /** The accounts that a text names. */
  named: (typed: string) => readonly string[],
  /** Whether an account is known by this id. */
  isId: (id: string) => boolean,
  /** The text as a command, which was read before. Absent: it was typed elsewhere. */
  command?: ParsedCommand,
): Typed {
  const parsed = command ?? parseCommand(text);
  // Anywhere else these words can begin a name, but are not accounts.
  if (isWatchWord(parsed)) return { kind: 'invalid', problem: { kind: 'id-unreadable', typed: text } };
  if (parsed.kind !== 'lookup' && parsed.kind !== 'invalid') return { kind: parsed.kind };
  const { line: typed, note } = parsed;
  if (typed !== undefined && !(parsed.kind === 'lookup' && parsed.ids.every(isId))) {
    const accountIds = isId(typed) ? [typed] : named(typed);
    if (accountIds.length > 0)
      return { kind: 'accounts', accounts: [{ kind: 'name', typed, accountIds, mayBeId: false }], note };
  }
  if (parsed.kind === 'invalid') return { kind: 'invalid', problem: parsed.problem };
  const accounts = parsed.ids.map((id) => readAccount(id, isId(id) ? [] : named(id)));
  const { ids, word } = parsed;
  if (command && word !== undefined && accounts[0]?.kind === 'id' && !isId(word)) {
    const suggested = nearestCommand(word);
    const example = [suggested ?? 'help', ...(suggested === undefined ? [] : ids.slice(1))].join(' ');
    // A word alone may also be an id that nobody has named yet.
    if (ids.length > 1 || suggested !== undefined)
      return {
        kind: 'invalid',
        problem: { kind: 'unknown-word', typed: word, line: typed ?? word, example },
      };
  }
  return { kind: 'accounts', accounts, note };
}

const readAccount = (typed: string, accountIds: readonly string[]): TypedAccount =>
  accountIds.length === 0 ? { kind: 'id', id: typed } : { kind: 'name', typed, accountIds, mayBeId: true };

/** The same for what is one account for certain, such as an argument of a command line: as if it stood in quotes. */
export function readArgument(
  argument: string,
  known: KnownAccounts,
): TypedAccount | { readonly kind: 'invalid'; readonly problem: CommandProblem } {
  const text = normalize(argument);
  const problem = problemOf({ kind: 'quoted', text, typed: argument, end: 0 });
  if (problem !== undefined) return { kind: 'invalid', problem };
  const isId = known.isKnown(text);
  return readAccount(text, isId ? [] : accountsNamed(text, { own: [], common: known.names() }));
}

const MAX_NEAR = 3;

type OrUnavailable<Listed> = Promise<Awaited<Listed> | 'unavailable'>;

/** What typed words mean to a person: command, Home's field and the shortcut's field read them alike. */
export function createNames(
  store: {
    pins(person: Person): OrUnavailable<ReturnType<Store['pins']['list']>>;
    recents(person: Person): OrUnavailable<ReturnType<Store['recents']['list']>>;
  },
  lookup: LookupBackupStatus,
  known: KnownAccounts,
) {
  const { nameOf } = known;
  const named = (id: string): NamedAccount => ({ id, displayName: nameOf(id) });

  async function settleOne(account: TypedAccount, options: LookupOptions): Promise<string | NameChoice> {
    if (account.kind === 'id') return account.id;
    const { typed, accountIds, mayBeId } = account;
    const [only = typed, ...others] = accountIds;
    const isOne = others.length === 0;
    if (mayBeId) {
      // Begun at the same time: mostly it is the name, and the look-up that follows joins this one.
      if (isOne) void lookup(only, options).catch(() => {});
      if (exists(await lookup(typed, options))) return typed;
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
    found(typed: string, ids: readonly string[]): readonly string[] {
      const id = typed.replace(/^#/u, '');
      const named = new Set(accountsNamed(typed, { own: [], common: known.names() }));
      return ids.filter((one) => one.startsWith(id) || named.has(one));
    },
    /** How many of the known accounts are covered by one of the patterns. */
    coveredCount: (patterns: readonly string[]) =>
      known.ids().filter((id) => patterns.some((pattern) => covers(pattern, id))).length,
    /**
     * Without the service. `pins` are absent when they could not be read, and with them the person's own names. Waits for them
     * `withinMs` at most; absent: as long as the store is waited for.
     */
    async read(person: Person, text: string, { withinMs, parsed }: ReadOptions = {}) {
      const pins = await pinsWithin(store.pins(person), withinMs);
      const names = { own: ownNames(pins), common: known.names() };
      const isPinned = (id: string) => pins?.some(({ accountId }) => accountId === id) ?? false;
      const typed = readTyped(
        text,
        (name) => accountsNamed(name, names),
        (id) => known.isKnown(id) || isPinned(id),
        parsed,
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
    /** What was perhaps meant by texts that name nothing, from what the person uses and what has a name. */
    async near(person: Person, texts: readonly string[], pins: readonly Pin[] | undefined) {
      if (texts.length === 0) return [];
      const recents = await store.recents(person);
      const used = [...(pins ?? []), ...(recents === 'unavailable' ? [] : recents)];
      const ids = [...used.map(({ accountId }) => accountId), ...known.ids()];
      const near = await nearest(texts, ids, [...ownNames(pins), ...known.names()]);
      return near.slice(0, MAX_NEAR).map(named);
    },
  };
}

interface ReadOptions {
  readonly withinMs?: number;
  /** Of a command. */
  readonly parsed?: ParsedCommand;
}

/** The ids that the service does not know, for `near`. */
export const missedIn = (outcomes: readonly LookupOutcome[]): readonly string[] =>
  outcomes.filter(({ kind }) => kind === 'not-found' || kind === 'invalid-id').map(({ id }) => id);

/** Undefined: unknown them, or not in time. */
async function pinsWithin(listed: Promise<readonly Pin[] | 'unavailable'>, withinMs: number | undefined) {
  const pins = withinMs === undefined ? await listed : (await within(listed, withinMs))?.value;
  return pins === 'unavailable' ? undefined : pins;
}

/** How many ids or names are looked at before others are served. */
const PIECE = 1_000;

/** Near to the first one before those near to the next. */
async function nearest(
  texts: readonly string[],
  ids: readonly string[],
  names: readonly AccountName[],
): Promise<readonly string[]> {
  const near: string[] = [];
  for (const typed of texts) {
    const distances = [];
    for await (const piece of inPieces(ids, PIECE))
      distances.push(...distancesNear(typed, { ids: piece, names: [] }));
    for await (const piece of inPieces(names, PIECE))
      distances.push(...distancesNear(typed, { ids: [], names: piece }));
    near.push(...nearestOf(distances));
  }
  return [...new Set(near)];
}

const ownNames = (pins: readonly Pin[] = []) =>
  pins.flatMap(({ accountId, name }) => (name === undefined ? [] : [toAccountName(accountId, name)]));

/** Whether the service has the account, as far as it answered. */
function exists(outcome: LookupOutcome): boolean {
  if (outcome.kind === 'unavailable') return outcome.lastKnown !== undefined;
  return outcome.kind === 'found' || outcome.kind === 'forbidden';
}

/** A name that several accounts have, or begin with. */
export interface NameChoice {
  readonly typed: string;
  readonly accounts: readonly NamedAccount[];
}

/** What names leave open beside an answer, or in place of one. */
export interface NameHints {
  readonly choices: readonly NameChoice[];
  /** Perhaps meant in place of what does not exist. */
  readonly near: readonly NamedAccount[];
}

/** As many as fit under a question on a phone. */
const MAX_CHOICES = 8;
/** More rows of buttons could be more than Slack takes in one message. */
const QUESTIONS_WITH_BUTTONS = 2;

/** A question for each name of several accounts, and what was perhaps meant, with buttons that act where they are. */
export function hintBlocks(
  { choices, near }: NameHints,
  surface: keyof typeof OPEN_ACTIONS,
  context: FormatContext,
): KnownBlock[] {
  const hint = (text: string, accounts: readonly NamedAccount[]) => [
    richText(line(plain(text))),
    ...accountButtons({ accounts, surface }, context),
  ];
  const asked = choices.flatMap((choice, at) =>
    hint(
      questionText(choice, context),
      at < QUESTIONS_WITH_BUTTONS ? choice.accounts.slice(0, MAX_CHOICES) : [],
    ),
  );
  return near.length === 0
    ? asked
    : [...asked, ...hint(context.words.command.didYouMean(shown(near, context)), near)];
}

/** Asks which account of a name is meant. */
export function questionText({ typed, accounts }: NameChoice, context: FormatContext): string {
  const first = accounts.slice(0, MAX_CHOICES);
  const more = accounts.length - first.length;
  return context.words.command.whichOne(sanitize(typed, MAX_LENGTHS.typed), shown(first, context), more);
}

const shown = (accounts: readonly NamedAccount[], context: FormatContext) =>
  accounts.map(({ id, displayName }) => accountInList(id, context, displayName));
