import type { KnownAccounts } from '../../account/names.ts';
import { accountsNamed } from '../../account/names.ts';
import type { CommandProblem } from '../../words/command-problem.ts';
import { normalize } from './normalize.ts';
import { isWatchWord, type ParsedCommand, parseCommand, problemOf, readWholeLine } from './parse-command.ts';

/** One account that somebody typed, as far as names tell. */
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
  | Extract<ParsedCommand, { readonly kind: 'help' | 'doctor' | 'invalid' }>
  | { readonly kind: 'accounts'; readonly accounts: readonly TypedAccount[]; readonly isShared: boolean };

/**
 * Reads what people type anywhere: the whole line as one name first, then word by word. An id that is known goes before
 * every name. Never throws; time grows with the text and the names.
 */
export async function readTyped(
  text: string,
  /** The accounts that a text names. */
  named: (typed: string) => Promise<readonly string[]>,
  /** Whether an account is known by this id. */
  isId: (id: string) => boolean,
): Promise<Typed> {
  const read = parseCommand(text);
  // Anywhere else these words can begin a name, but are not accounts.
  const parsed = isWatchWord(read) ? unreadable(text) : read;
  if (parsed.kind !== 'lookup' && parsed.kind !== 'invalid') return parsed;
  const line = readWholeLine(text);
  if (line !== undefined && !line.words.every(isId)) {
    const { text: typed, isShared } = line;
    const accountIds = isId(typed) ? [typed] : await named(typed);
    if (accountIds.length > 0) {
      return { kind: 'accounts', accounts: [{ kind: 'name', typed, accountIds, mayBeId: false }], isShared };
    }
  }
  if (parsed.kind === 'invalid') return parsed;
  const accounts: TypedAccount[] = [];
  for (const id of parsed.ids) accounts.push(readAccount(id, isId(id) ? [] : await named(id)));
  return { kind: 'accounts', accounts, isShared: parsed.isShared };
}

const readAccount = (typed: string, accountIds: readonly string[]): TypedAccount =>
  accountIds.length === 0 ? { kind: 'id', id: typed } : { kind: 'name', typed, accountIds, mayBeId: true };

/** The same for what is one account for certain, such as an argument of a command line: as if it stood in quotes. */
export function readArgument(
  argument: string,
  known: KnownAccounts,
): TypedAccount | { readonly kind: 'invalid'; readonly problem: CommandProblem } {
  const text = normalize(argument);
  const problem = problemOf({ kind: 'quoted', text, typed: argument });
  if (problem !== undefined) return { kind: 'invalid', problem };
  const isId = known.isKnown(text);
  return readAccount(text, isId ? [] : accountsNamed(text, { own: [], common: known.names() }));
}

const unreadable = (typed: string) =>
  ({ kind: 'invalid', problem: { kind: 'id-unreadable', typed } }) as const;
