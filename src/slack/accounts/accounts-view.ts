import type { InputBlock, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { type AddedAccounts, MAX_LISTED, type WatchedLevels } from '../../account/account-list.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import type { NamedAccount } from '../card/buttons.ts';
import {
  button,
  contextLine,
  input,
  modal,
  option,
  overflow,
  pageButtons,
  plainText,
} from '../kit/blocks.ts';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS, encodeAccountAction, encodeAccounts } from '../kit/ids.ts';
import { accountInList, type FormatContext, idInList, sentence } from '../kit/message.ts';
import { VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { truncate } from '../kit/text.ts';

/** In the place of a level: the person's own pins, whether or not they are on the list. */
export const PINNED = 'pinned';

/** What is shown of the list, and kept in the `private_metadata` of the window. */
export interface AccountsShown {
  readonly level?: ListedLevel | typeof PINNED;
  /** What was searched for; empty for nothing. */
  readonly typed: string;
  readonly page: number;
}

/** How an account of the list is, as its watch has read it. `not-read`: not yet; `not-watched`: nobody watches it. */
const LISTED_LEVELS = [...VERDICT_LEVELS, 'not-read', 'not-watched'] as const;
type ListedLevel = (typeof LISTED_LEVELS)[number];

const ACCOUNTS_ON_PAGE = 15;

/**
 * A page of the accounts, worst first, then by id; of those with this level alone, if there is one. `page` from 0, the nearest
 * that there is; `total` on all pages.
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
  const found = wanted.flatMap((one) => (byLevel.get(one) ?? []).map((id) => ({ id, level: one })));
  const shown = Math.max(0, Math.min(page, Math.ceil(found.length / ACCOUNTS_ON_PAGE) - 1));
  const from = shown * ACCOUNTS_ON_PAGE;
  return { accounts: found.slice(from, from + ACCOUNTS_ON_PAGE), total: found.length, page: shown };
}

/** With the names that the accounts have for everybody. */
type NamedPage = Omit<ReturnType<typeof accountsPage>, 'accounts'> & {
  readonly accounts: readonly (NamedAccount & { readonly level: ListedLevel })[];
};

const ALL = 'all';
const MAX_TYPED = 100;

/** All accounts that are on the list or watched, worst first, a page at a time; or the account to retire. */
export function formatAccounts(
  shown: AccountsShown,
  listed: NamedPage | { readonly retiring: NamedAccount } | 'loading' | 'unavailable',
  context: FormatContext,
): ModalView {
  const { accounts } = context.words;
  const page = typeof listed === 'object' && 'page' in listed ? listed.page : shown.page;
  const blocks =
    typeof listed === 'string'
      ? sentence(accounts[listed]).blocks
      : 'retiring' in listed
        ? retireBlocks(listed.retiring, page, context)
        : pageBlocks(listed, context);
  return {
    ...modal(context.words, accounts.title, [
      search(shown, context),
      { type: 'actions', elements: [filter(shown, context), button(ACCOUNTS_VIEW.add, accounts.add)] },
      ...blocks,
    ]),
    submit: plainText(accounts.find),
    callback_id: ACCOUNTS_VIEW.callbackId,
    private_metadata: JSON.stringify({ ...shown, page }),
  };
}

function search({ typed }: AccountsShown, { words: { accounts } }: FormatContext): InputBlock {
  return input(ACCOUNTS_VIEW.search, accounts.search, {
    optional: true,
    element: {
      type: 'plain_text_input',
      action_id: ACCOUNTS_VIEW.search,
      max_length: MAX_TYPED,
      initial_value: typed !== '' ? truncate(typed, MAX_TYPED) : undefined,
    },
  });
}

function filter({ level }: AccountsShown, { words }: FormatContext) {
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

/** What `ACCOUNTS_VIEW.filter` chose. Undefined: all. */
export const chosenLevel = (value: string | undefined): AccountsShown['level'] =>
  [PINNED, ...LISTED_LEVELS].find((level) => level === value) as AccountsShown['level'];

const sign = (level: ListedLevel) =>
  level.startsWith('not-') ? WAITING_SIGN : VERDICT_SIGN[level as 'healthy'];

function levelText(level: ListedLevel, { accounts, verdict }: FormatContext['words']): string {
  if (level === 'not-watched') return accounts.notWatched;
  return level === 'not-read' ? accounts.notRead : verdict.headline({ kind: 'bare', level });
}

function pageBlocks({ accounts, total, page }: NamedPage, context: FormatContext): KnownBlock[] {
  const { words } = context;
  if (accounts.length === 0) return sentence(words.accounts.none).blocks;
  const from = page * ACCOUNTS_ON_PAGE;
  const to = from + accounts.length;
  return [
    contextLine(words.accounts.range(from + 1, to, total)),
    ...accounts.map((account) => row(account, context)),
    ...pageButtons(ACCOUNTS_VIEW, { page, isLast: to >= total }, words),
  ];
}

const CHOICES = ['open', 'history', 'watch', 'retire'] as const;

function row(
  { id, displayName, level }: NamedPage['accounts'][number],
  context: FormatContext,
): SectionBlock {
  const { words } = context;
  const blockId = encodeAccountAction(id);
  return {
    type: 'section',
    text: plainText(`${sign(level)} ${accountInList(id, context, displayName)} · ${levelText(level, words)}`),
    block_id: blockId,
    accessory: blockId === undefined ? undefined : overflow(ACCOUNTS_VIEW.more, CHOICES, words),
  };
}

/** Asks first, in the window: a menu's own dialog would ask at every choice in it. */
function retireBlocks({ id, displayName }: NamedAccount, page: number, context: FormatContext): KnownBlock[] {
  const { accounts } = context.words;
  const called = accountInList(id, context, displayName);
  const retire = button(ACCOUNTS_VIEW.retire, accounts.retire, encodeAccounts([id]));
  return [
    ...sentence(accounts.retireText(called)).blocks,
    {
      type: 'actions',
      elements: [{ ...retire, style: 'danger' }, button(ACCOUNTS_VIEW.back, accounts.back, String(page))],
    },
  ];
}

const MAX_PASTED = 3_000;
const MAX_NAMED = 20;

/** The modal in which accounts are pasted. */
export function formatAddAccounts({ words }: FormatContext): ModalView {
  const { addTitle, save, pasteLabel, pasteHint } = words.accounts;
  const field = input(ADD_ACCOUNTS.field, pasteLabel, {
    hint: pasteHint,
    element: {
      type: 'plain_text_input',
      action_id: ADD_ACCOUNTS.field,
      multiline: true,
      max_length: MAX_PASTED,
    },
  });
  return { ...modal(words, addTitle, [field], save), callback_id: ADD_ACCOUNTS.callbackId };
}

/** The same while the accounts are read (`undefined`), and what became of them. */
export function formatAdded(result: AddedAccounts | undefined, { words }: FormatContext): ModalView {
  const { accounts } = words;
  const lines = result === undefined ? [accounts.reading] : addedLines(result, accounts);
  const blocks = lines.flatMap((text) => sentence(text).blocks);
  return modal(words, accounts.addTitle, blocks);
}

function addedLines(result: AddedAccounts, accounts: FormatContext['words']['accounts']): string[] {
  if (result.kind !== 'imported') {
    const { busy, stopped, unclosedQuote, notStored } = accounts;
    const limit = accounts.limit(MAX_LISTED);
    const texts = { busy, stopped, 'unclosed-quote': unclosedQuote, unavailable: notStored };
    return [{ ...texts, 'too-many': limit, 'limit-reached': limit }[result.kind]];
  }
  const { added, renamed, notFound, refused, unread, lines } = result;
  return [
    accounts.added(added.length, renamed),
    ...(notFound.length > 0 ? [accounts.notFound(notFound.length, named(notFound))] : []),
    ...(refused.length > 0 ? [accounts.refused(refused.length, named(refused))] : []),
    ...(unread > 0 ? [accounts.unread(unread)] : []),
    ...(lines.length > 0 ? [accounts.notTaken(named(lines.map(String)))] : []),
  ];
}

const named = (texts: readonly string[]) =>
  [...texts.slice(0, MAX_NAMED).map(idInList), ...(texts.length > MAX_NAMED ? ['…'] : [])].join(', ');
