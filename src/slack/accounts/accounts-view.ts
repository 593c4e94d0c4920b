import type { InputBlock, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { ACCOUNTS_ON_PAGE, type AccountsPage, type AccountsQuery } from '../../account/account-list.ts';
import { VERDICT_LEVELS } from '../../account/verdict.ts';
import { encodeAccountValue } from '../card/account-action.ts';
import { accountInList } from '../card/account-name.ts';
import { ACCOUNTS_VIEW } from '../kit/action-ids.ts';
import { asking, button, pageButtons } from '../kit/buttons.ts';
import { input, option } from '../kit/inputs.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import { VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { contextLine, modal, plainText } from '../kit/text-objects.ts';
import { cut } from '../kit/tidy.ts';

/** What is shown of the list, and kept in the `private_metadata` of the window. */
export interface AccountsShown {
  readonly level?: NonNullable<AccountsQuery['level']>;
  /** What was searched for; empty for nothing. */
  readonly typed: string;
  readonly page: number;
}

const LEVELS = [...VERDICT_LEVELS, 'not-watched'] as const;
const ALL = 'all';
const TYPED_AT_MOST = 100;

/** All accounts that are known, worst first, a page at a time. */
export function formatAccounts(
  shown: AccountsShown,
  listed: AccountsPage | 'loading' | 'unavailable',
  context: FormatContext,
): ModalView {
  const { accounts } = context.words;
  const page = typeof listed === 'string' ? shown.page : listed.page;
  return {
    ...modal({ title: accounts.title, close: accounts.close, submit: accounts.find }, [
      search(shown, context),
      { type: 'actions', elements: [filter(shown, context), button(ACCOUNTS_VIEW.add, accounts.add)] },
      ...(typeof listed === 'string' ? sentence(accounts[listed]).blocks : pageBlocks(listed, context)),
    ]),
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
      max_length: TYPED_AT_MOST,
      initial_value: typed !== '' ? cut(typed, TYPED_AT_MOST) : undefined,
    },
  });
}

function filter({ level }: AccountsShown, { words }: FormatContext) {
  const all = option(words.accounts.all, ALL);
  const options = LEVELS.map((one) => option(`${sign(one)} ${levelText(one, words)}`, one));
  return {
    type: 'static_select' as const,
    action_id: ACCOUNTS_VIEW.filter,
    placeholder: plainText(words.accounts.filter),
    options: [all, ...options],
    initial_option: options.find(({ value }) => value === level) ?? all,
  };
}

/** What `ACCOUNTS_VIEW.filter` chose. Undefined: all. */
export const chosenLevel = (value: string | undefined): AccountsShown['level'] =>
  LEVELS.find((level) => level === value);

type Level = (typeof LEVELS)[number];
const sign = (level: Level) => (level === 'not-watched' ? WAITING_SIGN : VERDICT_SIGN[level]);
const levelText = (level: Level, { accounts, verdict }: FormatContext['words']) =>
  level === 'not-watched' ? accounts.notWatched : verdict.headline({ kind: 'bare', level });

function pageBlocks({ accounts, total, page }: AccountsPage, context: FormatContext): KnownBlock[] {
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

function row(
  { id, name, level: read }: AccountsPage['accounts'][number],
  context: FormatContext,
): SectionBlock {
  const { words } = context;
  const level: Level = read ?? 'not-watched';
  const called = accountInList(id, context, name);
  const value = encodeAccountValue(id);
  const question = {
    title: words.accounts.retireTitle,
    text: words.accounts.retireText(called),
    deny: words.accounts.cancel,
  };
  return {
    type: 'section',
    text: plainText(`${sign(level)} ${called} · ${levelText(level, words)}`),
    accessory:
      value === undefined
        ? undefined
        : asking(button(ACCOUNTS_VIEW.retire, words.accounts.retire, value), question),
  };
}
