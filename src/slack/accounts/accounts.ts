import type { ViewOutput } from '@slack/bolt';
import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { z } from 'zod';
import { type AccountName, accountsNamed, foldName, MAX_LISTED, type Person } from '../../account/names.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import type { ListEditor } from '../../account-list/account-list.ts';
import { type Action, pageOf, windowOf, withAccounts } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import {
  accountSection,
  button,
  enteredIn,
  input,
  modal,
  ON_PAGE,
  option,
  overflow,
  pageOfAccounts,
  plainText,
  present,
  row,
  textField,
} from '../kit/blocks.ts';
import { encodeAccountAction, encodeAccounts, MORE, PINNED } from '../kit/ids.ts';
import { idInList, nameOf, type SlackContext, sentence } from '../kit/message.ts';
import { VERDICT_SIGN, WAITING_SIGN } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { normalize } from '../lookup/input.ts';
import { ownNames } from '../lookup/names.ts';
import { openView, type Submitted, showInPlace } from '../windows.ts';

/**
 * The window that lists accounts; submitting it searches. The value of `previous`, `next` and `back` is the page they lead
 * to, that of `retire` is the account. `more` is the menu of an account.
 */
export const ACCOUNTS_VIEW = {
  callbackId: 'accounts',
  filter: 'accounts_filter',
  search: 'accounts_search',
  previous: 'accounts_previous',
  next: 'accounts_next',
  back: 'accounts_back',
  more: 'accounts_more',
  retire: 'accounts_retire',
  add: 'accounts_add',
} as const;

/** The window that adds accounts to the list: its `callback_id`, and its field. */
export const ADD_ACCOUNTS = { callbackId: 'accounts_add', field: 'accounts_paste' } as const;

/** How an account is, as its watch last read it. `not-read`: not read yet; `not-watched`: nobody watches it. */
const LISTED_LEVELS = [...VERDICT_LEVELS, 'not-read', 'not-watched'] as const;
type ListedLevel = (typeof LISTED_LEVELS)[number];

/** What is chosen in the filter. Undefined: all accounts. */
const LEVEL = z
  .enum([PINNED, ...LISTED_LEVELS])
  .optional()
  .catch(undefined);

/** What the window shows, kept in its `private_metadata`. `typed`: the search text; empty: no search. */
const SHOWN = z.object({ typed: z.string(), page: z.number(), level: LEVEL });
type AccountsShown = Readonly<z.infer<typeof SHOWN>>;

export type WatchedLevels = Awaited<ReturnType<ListEditor['levels']>>;

const readShown = (privateMetadata: string): AccountsShown => SHOWN.parse(JSON.parse(privateMetadata));
/** Slack keeps what is in the field, and the list shows what the field says. */
const typedIn = (view: ViewOutput) => (enteredIn(view, ACCOUNTS_VIEW.search)?.value ?? '').trim();

/** Opens the list of accounts: those that the value of the button filters, or all. */
export async function openAccounts(deps: ListenerDeps, action: Action): Promise<void> {
  const isOpen = await openView(deps, action, {
    title: action.words.buttons.accounts,
    work: viewOf(deps, action.person, { typed: '', page: 0, level: LEVEL.parse(action.value) }),
  });
  logWatchAudit(deps.log, action, { by: 'accounts', result: isOpen ? 'opened' : 'not-opened' });
}

async function viewOf({ accounts, names, withViewer }: ListenerDeps, person: Person, shown: AccountsShown) {
  const { level, typed, page } = shown;
  const [levels, context] = await withViewer(person, accounts.levels());
  const pinned = (context.pins ?? []).map(({ accountId }) => accountId);
  const known = new Set([...names.listed(), ...levels.keys()]);
  const all = level === PINNED ? pinned : [...known];
  const ids = typed === '' ? all : foundBy(typed, all, [...ownNames(context.pins), ...names.names()]);
  const listed = accountsPage(ids, levels, { page, level: level === PINNED ? undefined : level });
  return formatAccounts({ ...shown, page: listed.page }, pageBlocks(listed, known, context), context);
}

/** The accounts that a search finds: by the beginning of the id, with or without a #, or by name. */
function foundBy(typed: string, ids: readonly string[], common: readonly AccountName[]): readonly string[] {
  const id = foldName(normalize(typed)).replace(/^#/u, '');
  const named = new Set(accountsNamed(typed, { own: [], common }));
  return ids.filter((one) => foldName(one).startsWith(id) || named.has(one));
}

export const ACCOUNTS_ACTIONS = /^accounts_/;

/** Handles every button, menu and filter of the list. */
export async function actInAccounts(deps: ListenerDeps, action: Action): Promise<unknown> {
  const { person, value } = action;
  const view = windowOf(action);
  const before = readShown(view.private_metadata);
  const shown = { ...before, typed: typedIn(view) };
  const page = shown.typed === before.typed ? pageOf(action) : 0;
  const update = (made: ModalView) => deps.views.update({ view_id: view.id, view: made });
  switch (action.actionId) {
    case ACCOUNTS_VIEW.add:
      return update(formatAddAccounts(deps.contexts.private(person.userId)));
    case ACCOUNTS_VIEW.more: {
      const chosen = withAccounts(action);
      if (value !== MORE.retire) return openChosen(deps, chosen);
      // Only the question names the account as its row does: the other entries open a window, and must not wait.
      const named = deps.contexts.private(person.userId, await deps.store.pins(person));
      return update(formatAccounts(shown, retireBlocks(chosen.accountId, shown, named), named));
    }
    case ACCOUNTS_VIEW.retire: {
      const { accountIds } = withAccounts(action);
      const retired = await deps.accounts.retire(accountIds);
      const result = retired.length === 0 ? 'not-listed' : 'retired';
      logWatchAudit(deps.log, action, { by: 'accounts', result, accountIds });
      return update(await viewOf(deps, person, shown));
    }
    case ACCOUNTS_VIEW.filter:
      return update(await viewOf(deps, person, { ...shown, page: 0, level: LEVEL.parse(value) }));
    default:
      return update(await viewOf(deps, person, { ...shown, page }));
  }
}

/** Handles a search: shows the accounts that it finds. */
export async function submitSearch(deps: ListenerDeps, submitted: Submitted): Promise<void> {
  const { view, person, words } = submitted;
  const shown = { ...readShown(view.private_metadata), typed: typedIn(view), page: 0 };
  await showInPlace(deps, submitted, { title: words.buttons.accounts, work: viewOf(deps, person, shown) });
}

/** Handles the window that adds accounts: shows that they are being read, and then the result, or why none was added. */
export async function submitAddAccounts(deps: ListenerDeps, submitted: Submitted): Promise<void> {
  const { view, words } = submitted;
  const { addTitle: title, reading: loading } = words.accounts;
  const add = async () => {
    const result = await deps.accounts.add(enteredIn(view, ADD_ACCOUNTS.field)?.value ?? '');
    const accountIds = result.kind === 'imported' ? result.added : [];
    logWatchAudit(deps.log, submitted, { by: 'accounts', result: result.kind, accountIds });
    return result.kind === 'imported'
      ? modal(words, title, addedBlocks(result, words))
      : { errors: { [ADD_ACCOUNTS.field]: whyNone(result.kind, words) } };
  };
  await showInPlace(deps, submitted, { title, work: add(), loading });
}

/**
 * A page of the accounts, worst first, then by id; with `level`, only those. `page` counts from 0 and is at most the last;
 * `total` is the number of accounts on all pages.
 */
export function accountsPage(
  ids: readonly string[],
  levels: WatchedLevels,
  { level, page }: { readonly level?: ListedLevel; readonly page: number },
) {
  const levelOf = (id: string): ListedLevel => {
    const read = levels.get(id);
    return read === undefined ? 'not-watched' : (read ?? 'not-read');
  };
  const byLevel = Map.groupBy(ids.toSorted(), levelOf);
  const wanted = level === undefined ? LISTED_LEVELS : [level];
  const found = wanted.flatMap((one) => byLevel.get(one) ?? []);
  const shown = Math.max(0, Math.min(page, Math.ceil(found.length / ON_PAGE) - 1));
  const from = shown * ON_PAGE;
  const accounts = found.slice(from, from + ON_PAGE).map((id) => ({ id, level: levelOf(id) }));
  return { accounts, total: found.length, page: shown };
}

const ALL = 'all';
const MAX_TYPED = 100;

/** The search and the filter, and below them `blocks`: a page of the list, or what replaces it. */
function formatAccounts(shown: AccountsShown, blocks: KnownBlock[], context: SlackContext): ModalView {
  const { accounts } = context.words;
  const top: KnownBlock[] = [
    input(ACCOUNTS_VIEW.search, accounts.search, textField(MAX_TYPED, shown.typed), { optional: true }),
    ...row(filter(shown, context), button(ACCOUNTS_VIEW.add, accounts.add)),
  ];
  const form = { callbackId: ACCOUNTS_VIEW.callbackId, metadata: JSON.stringify(shown) };
  const view = modal(context.words, context.words.buttons.accounts, [...top, ...blocks], form);
  return { ...view, submit: plainText(accounts.find) };
}

function filter({ level }: AccountsShown, { words }: SlackContext) {
  const all = option(words.accounts.all, ALL);
  const levels = LISTED_LEVELS.map((one) => option(`${sign(one)} ${levelText(one, words)}`, one));
  const options = [all, option(words.accounts.pinned, PINNED), ...levels];
  return {
    type: 'static_select' as const,
    action_id: ACCOUNTS_VIEW.filter,
    placeholder: plainText(words.accounts.filter),
    options,
    initial_option: options.find(({ value }) => value === level) ?? all,
  };
}

const sign = (level: ListedLevel) =>
  level.startsWith('not-') ? WAITING_SIGN : VERDICT_SIGN[level as 'healthy'];

function levelText(level: ListedLevel, { accounts, verdict }: SlackContext['words']): string {
  if (level === 'not-watched') return accounts.notWatched;
  return level === 'not-read' ? accounts.notRead : verdict.headline({ kind: 'bare', level });
}

function pageBlocks(
  { accounts, ...page }: ReturnType<typeof accountsPage>,
  known: ReadonlySet<string>,
  context: SlackContext,
): KnownBlock[] {
  const { words } = context;
  if (accounts.length === 0) return sentence(words.accounts.none);
  const rows = accounts.map(({ id, level }) => [accountRow(id, level, known.has(id), context)]);
  return pageOfAccounts(rows, page, ACCOUNTS_VIEW, words);
}

const CHOICES = ['open', 'history', 'watch'] as const;

/** `isKnown`: on the list or watched, and so can be retired. */
function accountRow(id: string, level: ListedLevel, isKnown: boolean, context: SlackContext): SectionBlock {
  const { words } = context;
  const text = `${sign(level)} ${nameOf(id, context)} · ${levelText(level, words)}`;
  const menu = overflow(ACCOUNTS_VIEW.more, isKnown ? [...CHOICES, 'retire'] : CHOICES, words);
  return accountSection(encodeAccountAction(id), text, menu);
}

/** Asks in the window: a confirmation dialog on the menu would open for every choice in it. */
function retireBlocks(id: string, { page }: AccountsShown, context: SlackContext): KnownBlock[] {
  const { accounts } = context.words;
  const retire = button(ACCOUNTS_VIEW.retire, accounts.retire, encodeAccounts([id]));
  return [
    ...sentence(accounts.retireText(nameOf(id, context))),
    ...row({ ...retire, style: 'danger' }, button(ACCOUNTS_VIEW.back, accounts.back, String(page))),
  ];
}

const MAX_PASTED = 3_000;
const MAX_NAMED = 20;

/** The window in which accounts are pasted. */
function formatAddAccounts({ words }: SlackContext): ModalView {
  const { addTitle, pasteLabel, pasteHint } = words.accounts;
  const text = textField(MAX_PASTED, '', { multiline: true });
  const field = input(ADD_ACCOUNTS.field, pasteLabel, text, { hint: pasteHint });
  return modal(words, addTitle, [field], { submit: words.buttons.save, callbackId: ADD_ACCOUNTS.callbackId });
}

type Added = Awaited<ReturnType<ListEditor['add']>>;

function whyNone(kind: Exclude<Added['kind'], 'imported'>, { accounts }: SlackContext['words']): string {
  if (kind === 'unread') return accounts.noneRead;
  return kind === 'unclosed-quote' ? accounts.unclosedQuote : accounts.limit(MAX_LISTED);
}

function addedBlocks(
  { added, renamed, notFound, refused, unread, lines }: Extract<Added, { readonly kind: 'imported' }>,
  { accounts }: SlackContext['words'],
): KnownBlock[] {
  return present([
    accounts.added(added.length, renamed),
    notFound.length > 0 && accounts.notFound(notFound.length, named(notFound)),
    refused.length > 0 && accounts.refused(refused.length, named(refused)),
    unread.length > 0 && accounts.unread(unread.length, named(unread)),
    lines.length > 0 && accounts.notTaken(named(lines.map(String))),
  ]).flatMap((text) => sentence(text));
}

const named = (texts: readonly string[]) =>
  present([texts.slice(0, MAX_NAMED).map(idInList), texts.length > MAX_NAMED && '…']).join(', ');
