import type { KnownBlock } from '@slack/types';
import type { Failure, LookupOutcome } from '../../account/outcome.ts';
import type { HomePlace } from '../card/account-action.ts';
import { accountRow, pinChoices } from '../card/card-actions.ts';
import { contactLines, failureText } from '../card/failure-text.ts';
import { accountBody, cardTitle, failureTitle } from '../card/lookup-message.ts';
import { showableAnswer } from '../card/showable.ts';
import type { ShownAnswer } from '../card/source-context.ts';
import { statusLine } from '../card/verdict-lines.ts';
import { HOME_ACTIONS } from '../kit/action-ids.ts';
import { button, overflow } from '../kit/buttons.ts';
import type { FormatContext } from '../kit/message.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';

/** One account in full in Home: the card's body under a bold line, with buttons that act where it stands. */
export function homeAccount(
  { outcome, place }: { readonly outcome: LookupOutcome; readonly place: HomePlace },
  context: FormatContext,
): KnownBlock[] {
  if (outcome.kind === 'found') return answered(outcome, place, context);
  if (outcome.kind === 'unavailable' && outcome.lastKnown !== undefined) {
    return answered({ id: outcome.id, answer: outcome.lastKnown, failure: outcome }, place, context);
  }
  return failed(outcome, place, context);
}

function answered(
  { id, answer, failure }: ShownAnswer,
  place: HomePlace,
  context: FormatContext,
): KnownBlock[] {
  const { words } = context;
  const shown = { id, answer: showableAnswer(answer), failure };
  return [
    richText(line(bold(cardTitle(shown, context)))),
    ...accountBody(shown, statusLine(shown.answer, context), context),
    ...accountRow({ id, place }, [
      button(HOME_ACTIONS.account, failure ? words.buttons.retry : words.buttons.refresh),
      button(HOME_ACTIONS.share, words.buttons.shareIn),
      overflow(HOME_ACTIONS.more, pinChoices(id, context), words),
    ]),
  ];
}

function failed(failure: Failure, place: HomePlace, context: FormatContext): KnownBlock[] {
  const { id } = failure;
  const { what, next } = failureText(failure, context.words);
  const retry = button(HOME_ACTIONS.account, context.words.buttons.retry);
  return [
    richText(
      line(bold(failureTitle(failure, context)), plain(`\n${what}\n${next}`)),
      ...contactLines(failure, context),
    ),
    ...(failure.kind === 'unavailable' ? accountRow({ id, place }, [retry]) : []),
  ];
}
