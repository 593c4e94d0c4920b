import type { LookupOutcome } from '../account/outcome.ts';
import { unsaidReasons } from '../slack/card/card.ts';
import { triageEntry } from '../slack/card/list.ts';
import { showableAnswer } from '../slack/card/showable.ts';
import type { FormatContext } from '../slack/kit/message.ts';
import { NO_BREAK } from '../words/durations.ts';

/** With spaces that a script can look for: phones need the ones that do not break. */
export const plainSpaces = (text: string) => text.replaceAll(NO_BREAK, ' ');

/** `🚨 Liman (1004) · Act now: no backup for 3 days · Client is up, its job is not running`, on one line. */
export function statusLine(outcome: LookupOutcome, context: FormatContext): string {
  const { sign, title, numbers } = triageEntry(outcome.id, outcome, context);
  const reasons =
    outcome.kind === 'found' ? unsaidReasons(showableAnswer(outcome.answer).verdict, context.words) : [];
  return plainSpaces([`${sign} ${title}`, ...(reasons.length > 0 ? reasons : [numbers])].join(' · '));
}
