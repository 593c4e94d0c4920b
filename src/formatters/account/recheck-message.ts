import type { Difference } from '../../domain/compare-answers.ts';
import type { Words } from '../../words/words.ts';
import { escapeMrkdwn, mrkdwn } from '../kit/text-objects.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { isUserId } from './account-action.ts';

/**
 * The line in the thread of a shared card. `differences` is empty for no change, undefined where the card told nothing to
 * compare with. `by` is the Slack user id of whoever pressed.
 */
export function formatDifference(
  differences: readonly Difference[] | undefined,
  { by }: { readonly by: string },
  { words }: FormatContext,
): Message {
  const changes = differences?.map((difference) => changeText(difference, words));
  const person = isUserId(by) ? `<@${by}>` : undefined;
  const drawn = words.recheck.line(person, changes?.map(escapeMrkdwn));
  return toMessage([words.recheck.line(undefined, changes)], [{ type: 'section', text: mrkdwn(drawn) }]);
}

function changeText(difference: Difference, { recheck }: Words): string {
  switch (difference.kind) {
    case 'level':
      return recheck.level(difference.before, difference.after);
    case 'backup':
      return recheck.backup(difference.backup, difference.before, difference.after);
    case 'status':
      return recheck.status(difference.before, difference.after);
    case 'package-end':
      return recheck.packageEnd(difference.before, difference.after);
    default:
      return difference satisfies never;
  }
}
