import type { KnownBlock, ModalView } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import type { CommandProblem } from '../../words/command-problem.ts';
import { formatLookup } from '../card/lookup-message.ts';
import { formatList } from '../card/triage-message.ts';
import { STATUS_VIEW } from '../kit/action-ids.ts';
import { input } from '../kit/inputs.ts';
import { LIMITS } from '../kit/limits.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import { modal, plainText } from '../kit/text-objects.ts';
import { problemText } from './invalid-command-message.ts';
import { hintBlocks, type NameHints } from './name-messages.ts';

/** What stands above the field: the answer, that it is on its way, or that there is none yet. */
export type StatusShown =
  | { readonly kind: 'asking' | 'none-found' }
  /** In the order to show. `hints` absent: no names were read. */
  | {
      readonly kind: 'answered';
      readonly outcomes: readonly LookupOutcome[];
      readonly hints?: NameHints;
    };

/**
 * The answer to a message shortcut, and a field to ask for another account. A modal, because what only one person sees
 * cannot be put into a thread: a response_url does that for the whole channel only. `origin` comes back with the field.
 */
export function formatStatusView(shown: StatusShown, origin: string, context: FormatContext): ModalView {
  return {
    ...modal(context.words.shortcut, [...shownBlocks(shown, context), field(shown, context)]),
    callback_id: STATUS_VIEW.callbackId,
    private_metadata: origin,
  };
}

/** Why the typed text gets no answer, as the `errors` of an acknowledged submission. */
export function formatStatusErrors(
  problem: CommandProblem,
  { words }: FormatContext,
): Record<string, string> {
  return { [STATUS_VIEW.blockId]: problemText(problem, words).what };
}

function shownBlocks(shown: StatusShown, context: FormatContext): KnownBlock[] {
  const { asking, noneFound } = context.words.shortcut;
  switch (shown.kind) {
    case 'asking':
      return sentence(asking).blocks;
    case 'none-found':
      return sentence(noneFound).blocks;
    case 'answered': {
      const answer = answerBlocks(shown.outcomes, context);
      const hints = shown.hints ? hintBlocks(shown.hints, 'message', context) : [];
      // Buttons answer beside the message they are on, and a modal has no such place.
      return [...answer, ...hints].filter(({ type }) => type !== 'actions');
    }
    default:
      return shown satisfies never;
  }
}

function answerBlocks(outcomes: readonly LookupOutcome[], context: FormatContext): KnownBlock[] {
  const [only, ...others] = outcomes;
  if (only === undefined) return [];
  return others.length === 0 ? formatLookup(only, context).blocks : formatList(outcomes, context).blocks;
}

function field({ kind }: StatusShown, { words }: FormatContext): KnownBlock {
  const { label, hint, placeholder } = words.shortcut;
  return input(STATUS_VIEW.blockId, label, {
    hint,
    element: {
      type: 'plain_text_input',
      action_id: STATUS_VIEW.actionId,
      max_length: LIMITS.messageText,
      focus_on_load: kind === 'none-found',
      placeholder: plainText(placeholder),
    },
  });
}
