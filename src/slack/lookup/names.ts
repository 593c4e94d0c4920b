import {
  type AccountName,
  accountsNamed,
  distancesNear,
  foldName,
  type KnownNames,
  MAX_NEAR,
  nearestOf,
  type Person,
  type Pin,
  toAccountName,
} from '../../account/names.ts';
import {
  compareOutcomes,
  hasAnswer,
  type LookupBackupStatus,
  type LookupOptions,
  type LookupOutcome,
} from '../../account/outcome.ts';
import type { KnownAccounts } from '../../account-list/account-list.ts';
import { inPieces } from '../../async.ts';
import type { CommandProblem } from '../../words/en/failures.ts';
import { accountButtons } from '../card/buttons.ts';
import { nameOf, type SlackContext, sentence } from '../kit/message.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import {
  isAll,
  isComplete,
  isWatchWord,
  MAX_IDS,
  nearestCommand,
  normalize,
  type ParsedCommand,
  parseCommand,
  SPELLINGS,
} from './input.ts';

/** One account that somebody typed: an id, or a name. */
export interface TypedAccount {
  readonly typed: string;
  /** The accounts with this name. Empty: it is an id. */
  readonly accountIds: readonly string[];
  /** Whether an account may have it as its id. An id takes precedence over a name. */
  readonly mayBeId: boolean;
}

/** What somebody asked for, with names read. */
export interface Typed {
  /** In the order typed, ten at most. */
  readonly accounts: readonly TypedAccount[];
  /** The whole text is a name, so `share` in it is no command. */
  readonly isWhole?: true;
  /** Why the text cannot be read. */
  readonly problem?: CommandProblem;
}

interface Reading {
  /** The text, already parsed as a command. Absent: it was typed elsewhere. */
  readonly command?: ParsedCommand;
  /** Something ends or begins for the accounts: the beginning of a name counts only alone, and `all` is none. */
  readonly isChange?: boolean;
}

/**
 * Reads what people type in a command, in Home's field or in that of the shortcut: the whole line as one name first, then
 * word by word. A known id takes precedence over names. In a command, a first word that names nothing may be one of our own
 * words. No accounts: nothing was typed, or help was asked for. Never rejects; time grows with the text and the names, but
 * other work gets a turn after each word.
 */
export async function readTyped(
  text: string,
  names: KnownNames,
  /** Whether an account is known by this id. */
  isId: (id: string) => boolean,
  { command, isChange = false }: Reading = {},
): Promise<Typed> {
  const parsed = command ?? parseCommand(text);
  // Elsewhere these words may begin a name, but they are no accounts.
  if (isWatchWord(parsed)) return refused({ kind: 'id-unreadable', typed: text });
  const called = calledExactly(text, names);
  if (called.length > 0 && !(parsed.kind === 'lookup' && parsed.ids.every(isId)))
    return { accounts: [{ typed: normalize(text), accountIds: called, mayBeId: false }], isWhole: true };
  const { line: typed } = parsed;
  if (typed !== undefined && !(parsed.kind === 'lookup' && parsed.ids.every(isId))) {
    const accountIds = isId(typed) ? [typed] : accountsNamed(typed, names);
    if (accountIds.length > 0) return { accounts: [{ typed, accountIds, mayBeId: false }] };
  }
  if (parsed.kind !== 'lookup' && parsed.kind !== 'invalid') return { accounts: [] };
  const { word = '', line = word } = parsed;
  const isNew = command && word !== '' && !isId(word);
  const problem = unknownWord(word, line, normalize(text).replace(/^[^\s,;]+[\s,;]*/u, ''));
  if (parsed.kind === 'invalid') return refused(isNew && problem.meant ? problem : parsed.problem);
  const accounts: TypedAccount[] = [];
  // One word of several may begin the name of another customer than was meant.
  const onlyWhole = isChange && (parsed.ids.length > 1 || parsed.ids.some(isAll));
  for await (const [typed = ''] of inPieces(parsed.ids, 1)) {
    const accountIds = isId(typed) ? [] : accountsNamed(typed, { ...names, onlyWhole });
    accounts.push({ typed, accountIds, mayBeId: true });
  }
  const isUnknown = isNew && accounts[0]?.accountIds.length === 0;
  // A single word may also be an id that nobody has named yet.
  if (isUnknown && (parsed.ids.length > 1 || problem.meant)) return refused(problem);
  // As in `1004 history`: what is shared is typed before its word.
  const late = accounts.find((one) => one.accountIds.length === 0 && !isId(one.typed) && isOurs(one.typed));
  if (!command || !late || parsed.line === undefined) return { accounts };
  return refused(unknownWord(late.typed, line, parsed.ids.filter((one) => one !== late.typed).join(' ')));
}

/** The accounts that are called so, although the name has quotes or a word of ours in it. The person's own names win. */
function calledExactly(text: string, { own, common }: KnownNames): readonly string[] {
  if (!/\s/.test(text.trim())) return [];
  const forms = [text.trim(), normalize(text)].map(foldName);
  const among = (names: readonly AccountName[]) => names.filter(({ folded }) => forms.includes(folded));
  const found = among(own);
  return [...new Set((found.length > 0 ? found : among(common)).map(({ accountId }) => accountId))];
}

const isOurs = (word: string) => Object.values(SPELLINGS).some((all) => all.includes(foldName(word)));

/** A word that is no account. What stands beside it, `others`, is suggested only if the command can be read with it. */
function unknownWord(word: string, line: string, others: string) {
  const meant = nearestCommand(word);
  const again = parseCommand(`${meant} ${others}`);
  const isRead = again.kind === (meant === 'share' ? 'lookup' : meant) && isComplete(again);
  const rest = others === '' || isRead ? others : undefined;
  // A word of ours is known, but not what stands beside it.
  return { kind: 'unknown-word', typed: isOurs(word) ? line : word, line, meant, rest } as const;
}

const refused = (problem: CommandProblem): Typed => ({ problem, accounts: [] });

/**
 * The same for a person, including their own names. `pins` are absent if they could not be read, and then those names do
 * not count.
 */
export async function readTypedBy(
  { store, names }: ListenerDeps,
  person: Person,
  text: string,
  reading?: Reading,
) {
  const pins = await store.pins(person);
  const isId = (id: string) =>
    names.isKnown(id) || (pins?.some(({ accountId }) => accountId === id) ?? false);
  return { ...(await readTyped(text, { own: ownNames(pins), common: names.names() }, isId, reading)), pins };
}

/**
 * Which accounts are meant. An id that exists takes precedence, so the service is asked about what may be both. The whole
 * name of a customer, typed alone, means all of their accounts. `ids` are in the order typed, each once.
 */
export async function resolveNames(
  lookup: LookupBackupStatus,
  known: KnownAccounts,
  accounts: readonly TypedAccount[],
  options: LookupOptions,
) {
  const resolved = await Promise.all(
    accounts.map(async (account): Promise<readonly string[] | TypedAccount> => {
      const { typed, accountIds, mayBeId } = account;
      const [only = typed, ...others] = accountIds;
      const isOne = others.length === 0;
      if (mayBeId && accountIds.length > 0) {
        // Starts at the same time: mostly it is the name, and the look-up that follows joins this one.
        if (isOne) void lookup(only, options).catch(() => {});
        // Some services refuse an id that nobody has like one that is not ours, so only an answer counts.
        if (hasAnswer(await lookup(typed, options))) return [typed];
      }
      if (isOne) return [only];
      const isCalledSo = (id: string) => {
        const common = [toAccountName(id, known.nameOf(id) ?? '')];
        return accountsNamed(typed, { own: [], common, onlyWhole: true }).length > 0;
      };
      const isOneCustomer = accountIds.every(isCalledSo);
      return isOneCustomer && accounts.length === 1 && accountIds.length <= MAX_IDS ? accountIds : account;
    }),
  );
  return {
    ids: [...new Set(resolved.flatMap((one) => ('typed' in one ? [] : one)))],
    choices: resolved.flatMap((one) => ('typed' in one ? [one] : [])),
  };
}

/** Worst first. */
export async function lookUpAll(
  lookup: LookupBackupStatus,
  ids: readonly string[],
  options?: LookupOptions,
): Promise<readonly LookupOutcome[]> {
  const outcomes = await Promise.all(ids.map((id) => lookup(id, options)));
  return outcomes.toSorted(compareOutcomes);
}

/** Looks up what a person typed: the outcomes, worst first, and the questions that names leave open. */
export async function lookUpTyped(
  deps: ListenerDeps,
  person: Person,
  accounts: readonly TypedAccount[],
  pins: readonly Pin[] | undefined,
  options: LookupOptions,
) {
  const { ids, choices } = await resolveNames(deps.lookup, deps.names, accounts, options);
  const outcomes = await lookUpAll(deps.lookup, ids, options);
  const isMissed = ({ kind }: LookupOutcome) => kind === 'not-found' || kind === 'invalid-id';
  const missed = outcomes.filter(isMissed).map(({ id }) => id);
  return { outcomes, missed, choices, near: await nearTyped(deps, person, missed, pins) };
}

/** Suggestions for texts that name nothing, from the person's recent accounts and everything with a name. */
export async function nearTyped(
  { store, names }: Pick<ListenerDeps, 'names'> & { readonly store: Pick<ListenerDeps['store'], 'recents'> },
  person: Person,
  texts: readonly string[],
  pins: readonly Pin[] | undefined,
): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const pinned = (pins ?? []).map(({ accountId }) => accountId);
  const ids = [...pinned, ...(await store.recents(person)), ...names.ids()];
  const known = [...ids, ...ownNames(pins), ...names.names()];
  const near: string[] = [];
  // Suggestions for the first text come before those for the next.
  for (const typed of texts) {
    const distances = [];
    for await (const piece of inPieces(known, PIECE)) distances.push(...distancesNear(typed, piece));
    near.push(...nearestOf(distances));
  }
  return [...new Set(near)].slice(0, MAX_NEAR);
}

/** How many ids or names are compared before the event loop continues. */
const PIECE = 1_000;

export const ownNames = (pins: readonly Pin[] = []) =>
  pins.flatMap(({ accountId, name }) => (name === undefined ? [] : [toAccountName(accountId, name)]));

/** As many as fit under a question on a phone. */
const MAX_CHOICES = 8;
/** More rows of buttons could exceed Slack's limit for one message. */
const QUESTIONS_WITH_BUTTONS = 2;

/** Buttons that open accounts, below a question for each name of several and below the suggestions, which are `near`. */
export function hintBlocks(choices: readonly TypedAccount[], near: readonly string[], context: SlackContext) {
  const asked = choices.flatMap((choice, at) => [
    ...sentence(questionText(choice, context)),
    ...accountButtons(at < QUESTIONS_WITH_BUTTONS ? choice.accountIds.slice(0, MAX_CHOICES) : [], context),
  ]);
  if (near.length === 0) return asked;
  const names = near.map((id) => nameOf(id, context));
  return [...asked, ...sentence(context.words.command.didYouMean(names)), ...accountButtons(near, context)];
}

/** Asks which account of a name is meant. */
export function questionText(
  { typed, accountIds }: Omit<TypedAccount, 'mayBeId'>,
  context: SlackContext,
): string {
  const shown = accountIds.slice(0, MAX_CHOICES).map((id) => nameOf(id, context));
  const more = accountIds.length - shown.length;
  return context.words.command.whichOne(sanitize(typed, MAX_LENGTHS.typed), shown, more);
}
