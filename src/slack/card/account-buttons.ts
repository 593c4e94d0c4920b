import type { ActionsBlock } from '@slack/types';
import type { OPEN_ACTIONS } from '../kit/action-ids.ts';
import { button } from '../kit/buttons.ts';
import type { FormatContext } from '../kit/message.ts';
import { encodeAccountValue } from './account-action.ts';
import { accountInList } from './account-name.ts';

const PREFIX = { message: 'account_open', home: 'home_open' } as const satisfies Record<
  keyof typeof OPEN_ACTIONS,
  string
>;

/** An account and what it is called for everybody; absent: nothing. */
export interface NamedAccount {
  readonly id: string;
  readonly displayName?: string;
}

/**
 * Accounts as a row of buttons that open them, each under the name the reader knows it by. Those whose id cannot come
 * back with a press are left out; empty when none is left.
 */
export function accountButtons(
  {
    accounts,
    surface,
  }: { readonly accounts: readonly NamedAccount[]; readonly surface: keyof typeof OPEN_ACTIONS },
  context: FormatContext,
): ActionsBlock[] {
  const elements = accounts.flatMap(({ id, displayName }, at) => {
    const value = encodeAccountValue(id);
    const label = accountInList(id, context, displayName);
    return value === undefined || label === '' ? [] : [button(`${PREFIX[surface]}_${at}`, label, value)];
  });
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}
