import type { InputBlock, KnownBlock } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import type { CommandProblem } from '../../words/en/failures.ts';
import { accountRow, cardChoices, worstButtons } from '../card/buttons.ts';
import { accountBody, cardTitle, shownIn } from '../card/card.ts';
import { contactLines, failureText, failureTitle } from '../card/failure.ts';
import { listBlocks } from '../card/list.ts';
import { button, overflow, plainText } from '../kit/blocks.ts';
import { HOME_ACTIONS } from '../kit/ids.ts';
import { accountInList, type FormatContext } from '../kit/message.ts';
import { bold, code, line, plain, richText } from '../kit/rich-text.ts';
import { truncate } from '../kit/text.ts';
import { hintBlocks, type NameHints } from '../lookup/names.ts';
import { problemText } from '../lookup/notices.ts';

/** What the look-up field was answered with. The field empties when `askedAtMs` changes, and keeps its text otherwise. */
export interface LookedUp {
  readonly askedAtMs: number;
  readonly ids: readonly string[];
  readonly isAsking: boolean;
  /** Sorted by the caller; empty when a name could mean any of several. */
  readonly outcomes: readonly LookupOutcome[];
  readonly hints?: NameHints;
  /** In place of all these. */
  readonly problem?: CommandProblem;
}

const MAX_ASKED = 3;
/** Far longer than any id; typed text is validated elsewhere. */
const MAX_TYPED = 1000;

/** The field, its buttons, and what it was answered with. `canRefresh` when there is anything to ask about again. */
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
 * Slack keeps what is in a field for as long as its `block_id` stays, so a look-up changes it. Text that could not
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
  'typed' in problem ? truncate(problem.typed.toWellFormed(), MAX_TYPED) : '';

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
    const shown = ids.slice(0, MAX_ASKED).map((id) => accountInList(id, context));
    return [richText(line(plain(home.asking(shown, ids.length - shown.length))))];
  }
  const [only, ...others] = outcomes;
  const answer =
    only !== undefined && others.length === 0
      ? inFull(only, context)
      : [
          ...(outcomes.length === 0 ? [] : listBlocks(outcomes, context)),
          ...worstButtons(outcomes, 'home', context),
        ];
  return [...answer, ...(hints === undefined ? [] : hintBlocks(hints, 'home', context))];
}

/** One account in full in Home: the card's body under a bold line, with buttons that act where it is. */
function inFull(outcome: LookupOutcome, context: FormatContext): KnownBlock[] {
  const { words } = context;
  const { id } = outcome;
  const { refresh, retry, share } = words.buttons;
  const shown = shownIn(outcome);
  if (shown !== undefined)
    return [
      richText(line(bold(cardTitle(shown, context)))),
      ...accountBody(shown, context),
      ...accountRow(
        id,
        [
          button(HOME_ACTIONS.account, shown.failure ? retry : refresh),
          button(HOME_ACTIONS.share, share),
          overflow(HOME_ACTIONS.more, cardChoices(id, context), words),
        ],
        'looked-up',
      ),
    ];
  if (outcome.kind === 'found') return [];
  const { what, next } = failureText(outcome, words);
  const again = accountRow(id, [button(HOME_ACTIONS.account, retry)], 'looked-up');
  return [
    richText(
      line(bold(failureTitle(outcome, context)), plain(`\n${what}\n${next}`)),
      ...contactLines(outcome, context),
    ),
    ...(outcome.kind === 'unavailable' ? again : []),
  ];
}
