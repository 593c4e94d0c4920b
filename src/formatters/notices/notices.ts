import type { LookupLimit } from '../../words/command-problem.ts';
import { encodeTypedValue } from '../account/account-action.ts';
import { accountInList } from '../account/account-name.ts';
import { ASK_AGAIN } from '../action-ids.ts';
import { button } from '../kit/buttons.ts';
import { plainText } from '../kit/text-objects.ts';
import { commandFor, type FormatContext, type Message, notice, sentence, toMessage } from '../message.ts';

/**
 * Too many look-ups: how many there were, and when to ask again. With what was typed, if anything was, a button asks for it
 * once more.
 */
export function formatLimited(limit: LookupLimit, { words }: FormatContext, typed = ''): Message {
  const { what, next } = words.command.limited(limit);
  const { text, blocks } = notice(what, next);
  const value = encodeTypedValue(typed);
  if (value === undefined) return { text, blocks };
  const again = button(ASK_AGAIN, words.buttons.askAgain, value);
  return { text, blocks: [...blocks, { type: 'actions', elements: [again] }] };
}

/** Answers a request that this app has no room for. */
export const formatOverloaded = ({ words }: FormatContext): Message => sentence(words.command.overloaded);

const IDS_AT_MOST = 3;

/** Says that an answer is on its way, when it takes longer than Slack waits. What waits for it finds the `block_id`. */
export function formatPending(ids: readonly string[], context: FormatContext): Message {
  const shown = ids.slice(0, IDS_AT_MOST).map((id) => accountInList(id, context));
  const { text, blocks } = sentence(context.words.command.pending(shown, ids.length - shown.length));
  return { text, blocks: blocks.map((block) => ({ ...block, block_id: 'pending' })) };
}

/**
 * Answers a press or command that opens nothing: its trigger has expired, or Slack did not open the window. `typed` is what
 * to type in place of it.
 */
export function formatNotOpened(typed: string, { words }: FormatContext, isExpired = false): Message {
  const { expired, notOpened, askAgain } = words.command;
  return notice(isExpired ? expired : notOpened, askAgain, typed);
}

/** Tells the person who pressed Re-check that Slack no longer lets the shared card be changed, and what to do. */
export function formatExpiredCard(id: string, context: FormatContext): Message {
  const { cardSpent, shareAgain } = context.words.recheck;
  return notice(cardSpent, shareAgain, `${commandFor(id, context)} share`);
}

/** The same message, and that a short name was not recognised because names cannot be read at the moment. */
export function withNamesNote({ text, blocks }: Message, { words }: Pick<FormatContext, 'words'>): Message {
  const note = words.pins.namesUnavailable;
  return {
    text: `${text}\n${toMessage([note], []).text}`,
    blocks: [...blocks, { type: 'context', elements: [plainText(note)] }],
  };
}
