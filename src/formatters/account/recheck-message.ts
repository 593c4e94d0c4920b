import { type Difference, isNewBackup, type sameNewest, type ToldAge } from '../../domain/compare-answers.ts';
import type { Words } from '../../words/words.ts';
import { escapeMrkdwn, mrkdwn } from '../kit/text-objects.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { isUserId } from './account-action.ts';

/**
 * The line in the thread of a shared card. `differences` is empty for no change, undefined where the card told nothing to
 * compare with; `same` is the newest backup where no new one has run. `by` is the Slack user id of the person who pressed.
 */
export function formatDifference(
  differences: readonly Difference[] | undefined,
  { by, same }: { readonly by: string; readonly same?: ReturnType<typeof sameNewest> },
  { words }: FormatContext,
): Message {
  const noNew =
    same === undefined
      ? []
      : [words.recheck.noNewBackup(ageText(same.before, words), ageText(same.after, words))];
  const changes = differences && [
    ...differences.map((difference) => changeText(difference, words)),
    ...noNew,
  ];
  const person = isUserId(by) ? `<@${by}>` : undefined;
  const drawn = words.recheck.line(person, changes?.map(escapeMrkdwn));
  return toMessage([words.recheck.line(undefined, changes)], [{ type: 'section', text: mrkdwn(drawn) }]);
}

function changeText(difference: Difference, words: Words): string {
  const { recheck } = words;
  switch (difference.kind) {
    case 'level':
      return recheck.level(difference.before, difference.after);
    case 'backup':
      if (isNewBackup(difference.before, difference.after)) {
        return recheck.newBackup(difference.backup, agoText(difference.after, words));
      }
      return recheck.backup(
        difference.backup,
        ageText(difference.before, words),
        ageText(difference.after, words),
      );
    case 'status':
      return recheck.status(difference.before, difference.after);
    case 'package-end':
      return recheck.packageEnd(dayText(difference.before, words), dayText(difference.after, words));
    default:
      return difference satisfies never;
  }
}

/** Of a backup that has a time. */
function agoText(told: ToldAge, words: Words): string {
  return told.kind === 'time' ? words.time.ago(told.ageMs) : ageText(told, words);
}

function ageText(told: ToldAge, { card, recheck, time }: Words): string {
  switch (told.kind) {
    case 'time':
      return time.shortDuration(told.ageMs);
    case 'day':
      return time.daysAgo(told.daysAgo);
    case 'never':
      return card.never;
    case 'ahead':
      return card.clockWrong;
    case 'unreadable':
      return recheck.unreadable;
    case 'not-reported':
      return card.notReported;
    default:
      return told satisfies never;
  }
}

function dayText(isoDate: string | undefined, { card, recheck, time }: Words): string {
  if (isoDate === undefined) return card.notReported;
  return isoDate === 'unreadable' ? recheck.unreadable : time.day(isoDate);
}
