import type { ModalView } from '@slack/types';
import { type AddedAccounts, LISTED_AT_MOST } from '../../account/account-list.ts';
import { idInList } from '../card/account-name.ts';
import { ADD_ACCOUNTS } from '../kit/action-ids.ts';
import { input } from '../kit/inputs.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import { modal } from '../kit/text-objects.ts';

const PASTED_AT_MOST = 3_000;
const NAMED_AT_MOST = 20;

/** The modal in which accounts are pasted. */
export function formatAddAccounts({ words: { accounts } }: FormatContext): ModalView {
  return {
    ...modal({ title: accounts.addTitle, close: accounts.cancel, submit: accounts.save }, [
      input(ADD_ACCOUNTS.field, accounts.pasteLabel, {
        hint: accounts.pasteHint,
        element: {
          type: 'plain_text_input',
          action_id: ADD_ACCOUNTS.field,
          multiline: true,
          max_length: PASTED_AT_MOST,
        },
      }),
    ]),
    callback_id: ADD_ACCOUNTS.callbackId,
  };
}

/** The same while the accounts are read (`undefined`), and what became of them. */
export function formatAdded(result: AddedAccounts | undefined, { words }: FormatContext): ModalView {
  const { accounts } = words;
  const lines = result === undefined ? [accounts.reading] : addedLines(result, accounts);
  const blocks = lines.flatMap((text) => sentence(text).blocks);
  return modal({ title: accounts.addTitle, close: accounts.close }, blocks);
}

function addedLines(result: AddedAccounts, accounts: FormatContext['words']['accounts']): string[] {
  if (result.kind !== 'imported') {
    const { busy, stopped, unclosedQuote, notStored } = accounts;
    const limit = accounts.limit(LISTED_AT_MOST);
    const said = { busy, stopped, 'unclosed-quote': unclosedQuote, unavailable: notStored };
    return [{ ...said, 'too-many': limit, 'limit-reached': limit }[result.kind]];
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
  [...texts.slice(0, NAMED_AT_MOST).map(idInList), ...(texts.length > NAMED_AT_MOST ? ['…'] : [])].join(', ');
