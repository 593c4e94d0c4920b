import { accountInList } from '../account/account-name.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

const IDS_AT_MOST = 3;
/** Marks a message that will give way to another; what waits for the answer can tell by it. */
const PENDING_BLOCK_ID = 'pending';

/** Says that an answer is on its way, when it takes longer than Slack waits. */
export function formatPending(ids: readonly string[], context: FormatContext): Message {
  const shown = ids.slice(0, IDS_AT_MOST).map((id) => accountInList(id, context));
  const text = context.words.command.pending(shown, ids.length - shown.length);
  return toMessage([text], [{ ...richText(line(plain(text))), block_id: PENDING_BLOCK_ID }]);
}
