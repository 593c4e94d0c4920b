import type { ModalView } from '@slack/types';
import type { PinNameProblem } from '../../words/home-words.ts';
import { idInList } from '../account/id-in-list.ts';
import { PIN_NAME } from '../action-ids.ts';
import { CUTS, LIMITS } from '../kit/limits.ts';
import { plainText } from '../kit/text-objects.ts';
import { cut, tidy } from '../kit/tidy.ts';
import type { FormatContext } from '../message.ts';

/** Asks for the short name of a pinned account. `private_metadata` is the account's id, as it is. */
export function formatPinName(
  { accountId, name }: { readonly accountId: string; readonly name?: string },
  { words }: FormatContext,
): ModalView {
  const { title, save, cancel, label, hint, placeholder } = words.pins.nameView;
  const before = tidy(name ?? '', CUTS.pinName);
  return {
    type: 'modal',
    callback_id: PIN_NAME.callbackId,
    private_metadata: accountId,
    title: plainText(cut(title, LIMITS.viewTitle)),
    submit: plainText(cut(save, LIMITS.viewTitle)),
    close: plainText(cut(cancel, LIMITS.viewTitle)),
    blocks: [
      {
        type: 'input',
        block_id: PIN_NAME.blockId,
        optional: true,
        label: plainText(label(idInList(accountId))),
        hint: plainText(hint),
        element: {
          type: 'plain_text_input',
          action_id: PIN_NAME.actionId,
          max_length: CUTS.pinName,
          focus_on_load: true,
          placeholder: plainText(placeholder),
          ...(before !== '' && { initial_value: before }),
        },
      },
    ],
  };
}

/** Why the name was not taken, as the `errors` of an acknowledged submission. */
export function formatPinNameErrors(
  problem: PinNameProblem,
  { words }: FormatContext,
): Readonly<Record<string, string>> {
  const shown =
    problem.kind === 'name-taken'
      ? { ...problem, name: tidy(problem.name, CUTS.pinName), accountId: idInList(problem.accountId) }
      : problem;
  return { [PIN_NAME.blockId]: words.pins.nameProblem(shown) };
}
