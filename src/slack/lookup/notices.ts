import { accountInList } from '../card/account-name.ts';
import { commandFor, type FormatContext, type Message, notice, sentence, toMessage } from '../kit/message.ts';
import { plainText } from '../kit/text-objects.ts';

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
