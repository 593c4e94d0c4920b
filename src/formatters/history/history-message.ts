import type { ModalView } from '@slack/types';
import { type AccountHistory, isKnown } from '../../domain/history/picture.ts';
import { accountName } from '../account/account-name.ts';
import { CUTS } from '../kit/limits.ts';
import { code, line, plain, richText } from '../kit/rich-text.ts';
import { header, modal } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import { commandFor, type FormatContext, type Message, notice, sentence, toMessage } from '../message.ts';
import { historyBlocks, historySentences } from './history-blocks.ts';

/** The history of an account, or that the database does not answer. */
export interface ShownHistory {
  readonly id: string;
  /** What the account is called for everybody. Absent: nothing. */
  readonly displayName: string | undefined;
  readonly history: AccountHistory | 'unavailable';
}

export function formatHistory({ id, displayName, history }: ShownHistory, context: FormatContext): Message {
  const { words, command } = context;
  if (history === 'unavailable') return sentence(words.history.unavailable);
  const name = accountName(id, context, displayName);
  const typed = commandFor(id, { command: `${command} watch` });
  if (!isKnown(history)) return notice(words.history.notWatched(name), words.history.toWatch, typed);
  const title = words.history.of(name);
  const { noLongerWatched, toWatch } = words.history;
  return toMessage(
    [title, historySentences(history, context), ...(history.isWatched ? [] : [noLongerWatched])],
    [
      header(title),
      ...historyBlocks(id, history, context),
      ...(history.isWatched ? [] : [richText(line(plain(`${noLongerWatched} ${toWatch} `), code(typed)))]),
    ],
  );
}

/** The same in a window, where buttons change its length. */
export function formatHistoryView(shown: ShownHistory, context: FormatContext): ModalView {
  return modal(context.words.history, formatHistory(shown, context).blocks);
}

export function formatHistoryLoading(id: string, context: FormatContext): ModalView {
  return modal(
    context.words.history,
    sentence(context.words.history.loading(accountName(id, context))).blocks,
  );
}

/** No account, or several, were typed after the word. */
export const formatWhichHistory = ({ words, command }: FormatContext): Message =>
  notice(words.history.title, words.history.whichAccount, tidy(`${command} history 1004`, CUTS.typed));
