import type { InputBlock, KnownBlock } from '@slack/types';
import type { Failure, LookupOutcome } from '../../account/outcome.ts';
import type { CommandProblem } from '../../words/command-problem.ts';
import { accountInList } from '../card/account-name.ts';
import { accountRow, pinChoices } from '../card/card-actions.ts';
import { contactLines, failureText } from '../card/failure-text.ts';
import { worstButtons } from '../card/list-actions.ts';
import { accountBody, cardTitle, failureTitle } from '../card/lookup-message.ts';
import { showableAnswer } from '../card/showable.ts';
import type { ShownAnswer } from '../card/source-context.ts';
import { formatList } from '../card/triage-message.ts';
import { statusLine } from '../card/verdict-lines.ts';
import { HOME_ACTIONS } from '../kit/action-ids.ts';
import { button, overflow } from '../kit/buttons.ts';
import type { FormatContext } from '../kit/message.ts';
import { bold, code, line, plain, richText } from '../kit/rich-text.ts';
import { plainText } from '../kit/text-objects.ts';
import { cut } from '../kit/tidy.ts';
import { problemText } from '../lookup/invalid-command-message.ts';
import { hintBlocks } from '../lookup/name-messages.ts';
import type { LookedUp } from './home-state.ts';

const ASKED_AT_MOST = 3;
/** Far longer than any id; typed text is validated elsewhere. */
const TYPED_AT_MOST = 1000;

/** The field, its buttons, and what it was answered with. `canRefresh` when there is anything to ask about anew. */
export function homeLookUp(
  { lookedUp, canRefresh }: { readonly lookedUp: LookedUp | undefined; readonly canRefresh: boolean },
  context: FormatContext,
): KnownBlock[] {
  const { buttons } = context.words;
  const refresh = button(HOME_ACTIONS.refresh, buttons.refresh);
  return [
    field(lookedUp, context),
    {
      type: 'actions',
      elements: [button(HOME_ACTIONS.lookUp, buttons.lookUp), ...(canRefresh ? [refresh] : [])],
    },
    ...(lookedUp === undefined ? [] : answerBlocks(lookedUp, context)),
  ];
}

/**
 * Slack keeps what stands in a field for as long as its `block_id` stays, so a look-up changes it. Text that could not
 * be read is put back, so that it can be corrected instead of typed again.
 */
function field(lookedUp: LookedUp | undefined, { words }: FormatContext): InputBlock {
  const { lookUpLabel, lookUpPlaceholder } = words.home;
  const typed = lookedUp?.problem === undefined ? '' : typedIn(lookedUp.problem);
  return {
    type: 'input',
    block_id: lookedUp === undefined ? 'home_lookup' : `home_lookup:${lookedUp.askedAtMs}`,
    dispatch_action: true,
    label: plainText(lookUpLabel),
    element: {
      type: 'plain_text_input',
      action_id: HOME_ACTIONS.lookup,
      placeholder: plainText(lookUpPlaceholder),
      initial_value: typed || undefined,
    },
  };
}

const typedIn = (problem: CommandProblem) =>
  'typed' in problem ? cut(problem.typed.toWellFormed(), TYPED_AT_MOST) : '';

function answerBlocks(
  { ids, isAsking, outcomes, hints, problem }: LookedUp,
  context: FormatContext,
): KnownBlock[] {
  const { command, home } = context.words;
  if (problem !== undefined) {
    const { what, example } = problemText(problem, context.words);
    return [richText(line(bold(what), plain(`\n${command.typeThis} `), code(example)))];
  }
  if (isAsking) {
    const shown = ids.slice(0, ASKED_AT_MOST).map((id) => accountInList(id, context));
    return [richText(line(plain(home.asking(shown, ids.length - shown.length))))];
  }
  const [only, ...others] = outcomes;
  const answer =
    only !== undefined && others.length === 0
      ? inFull(only, context)
      : [
          ...(outcomes.length === 0 ? [] : formatList(outcomes, context).blocks),
          ...worstButtons(outcomes, 'home', context),
        ];
  return [...answer, ...(hints === undefined ? [] : hintBlocks(hints, 'home', context))];
}

/** One account in full in Home: the card's body under a bold line, with buttons that act where it stands. */
function inFull(outcome: LookupOutcome, context: FormatContext): KnownBlock[] {
  if (outcome.kind === 'found') return answered(outcome, context);
  if (outcome.kind === 'unavailable' && outcome.lastKnown !== undefined)
    return answered({ id: outcome.id, answer: outcome.lastKnown, failure: outcome }, context);
  return failed(outcome, context);
}

function answered({ id, answer, failure }: ShownAnswer, context: FormatContext): KnownBlock[] {
  const { words } = context;
  const shown = { id, answer: showableAnswer(answer), failure };
  return [
    richText(line(bold(cardTitle(shown, context)))),
    ...accountBody(shown, statusLine(shown.answer, context), context),
    ...accountRow({ id, place: 'looked-up' }, [
      button(HOME_ACTIONS.account, failure ? words.buttons.retry : words.buttons.refresh),
      button(HOME_ACTIONS.share, words.buttons.shareIn),
      overflow(HOME_ACTIONS.more, pinChoices(id, context), words),
    ]),
  ];
}

function failed(failure: Failure, context: FormatContext): KnownBlock[] {
  const { id } = failure;
  const { what, next } = failureText(failure, context.words);
  const retry = button(HOME_ACTIONS.account, context.words.buttons.retry);
  return [
    richText(
      line(bold(failureTitle(failure, context)), plain(`\n${what}\n${next}`)),
      ...contactLines(failure, context),
    ),
    ...(failure.kind === 'unavailable' ? accountRow({ id, place: 'looked-up' }, [retry]) : []),
  ];
}
