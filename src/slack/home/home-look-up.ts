import type { InputBlock, KnownBlock } from '@slack/types';
import { accountInList } from '../card/account-name.ts';
import { worstButtons } from '../card/list-actions.ts';
import { formatList } from '../card/triage-message.ts';
import { HOME_ACTIONS } from '../kit/action-ids.ts';
import { button } from '../kit/buttons.ts';
import type { FormatContext } from '../kit/message.ts';
import { bold, code, line, plain, richText } from '../kit/rich-text.ts';
import { plainText } from '../kit/text-objects.ts';
import { cut } from '../kit/tidy.ts';
import { problemText } from '../lookup/invalid-command-message.ts';
import { hintBlocks, type NameHints } from '../lookup/name-messages.ts';
import { homeAccount } from './home-account.ts';
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
  const typed = lookedUp?.kind === 'problem' ? typedIn(lookedUp.problem) : '';
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

function typedIn(problem: Extract<LookedUp, { kind: 'problem' }>['problem']): string {
  return 'typed' in problem ? cut(problem.typed.toWellFormed(), TYPED_AT_MOST) : '';
}

function answerBlocks(lookedUp: LookedUp, context: FormatContext): KnownBlock[] {
  switch (lookedUp.kind) {
    case 'asking':
      return [richText(line(plain(askingText(lookedUp.ids, context))))];
    case 'outcome':
      return [
        ...homeAccount({ outcome: lookedUp.outcome, place: 'looked-up' }, context),
        ...hints(lookedUp, context),
      ];
    case 'outcomes':
      return [
        ...(lookedUp.outcomes.length === 0 ? [] : formatList(lookedUp.outcomes, context).blocks),
        ...worstButtons(lookedUp.outcomes, 'home', context),
        ...hints(lookedUp, context),
      ];
    case 'problem': {
      const { what, example } = problemText(lookedUp.problem, context.words);
      const { typeThis } = context.words.command;
      return [richText(line(bold(what), plain(`\n${typeThis} `), code(example)))];
    }
    default:
      return lookedUp satisfies never;
  }
}

const hints = ({ hints }: { readonly hints?: NameHints }, context: FormatContext) =>
  hints === undefined ? [] : hintBlocks(hints, 'home', context);

function askingText(ids: readonly string[], context: FormatContext): string {
  const shown = ids.slice(0, ASKED_AT_MOST).map((id) => accountInList(id, context));
  return context.words.home.asking(shown, ids.length - shown.length);
}
