import type { ModalView } from '@slack/types';
import type { Pin, PinChange, PinNameProblem } from '../../account/pins.ts';
import type { Words } from '../../words/words.ts';
import { PIN_NAME } from '../kit/action-ids.ts';
import { input } from '../kit/inputs.ts';
import { CUTS } from '../kit/limits.ts';
import { type FormatContext, type Message, sentence } from '../kit/message.ts';
import { modal, plainText } from '../kit/text-objects.ts';
import { tidy } from '../kit/tidy.ts';
import { idInList } from './account-name.ts';

/** Answers a press that was to change a pin. `name` is the one it was to have, absent for none. */
export function formatPinned(
  change: PinChange,
  pin: Omit<Pin, 'pinnedAtMs'>,
  { words }: FormatContext,
): Message {
  return sentence(pinChangeText({ change, ...pin }, words));
}

/** What became of a change to a pin, as a sentence: everything in it that somebody typed is made fit to be shown. */
export function pinChangeText(
  { change, accountId, name = '' }: Omit<Pin, 'pinnedAtMs'> & { readonly change: PinChange },
  words: Words,
): string {
  return words.pins.change(showable(change), idInList(accountId), tidy(name, CUTS.pinName) || undefined);
}

/** Asks for the short name of a pinned account. `origin` comes back with what is submitted. */
export function formatPinName(
  { accountId, name = '' }: Omit<Pin, 'pinnedAtMs'>,
  origin: string,
  { words }: FormatContext,
): ModalView {
  const { title, save, cancel, label, hint, placeholder } = words.pins.nameView;
  const before = tidy(name, CUTS.pinName);
  const field = input(PIN_NAME.blockId, label(idInList(accountId)), {
    hint,
    optional: true,
    element: {
      type: 'plain_text_input',
      action_id: PIN_NAME.actionId,
      max_length: CUTS.pinName,
      focus_on_load: true,
      placeholder: plainText(placeholder),
      initial_value: before || undefined,
    },
  });
  return {
    ...modal({ title, close: cancel, submit: save }, [field]),
    callback_id: PIN_NAME.callbackId,
    private_metadata: origin,
  };
}

/** Why the name was not taken, as the `errors` of an acknowledged submission. */
export function formatPinNameErrors(
  problem: PinNameProblem,
  { words }: FormatContext,
): Record<string, string> {
  return { [PIN_NAME.blockId]: words.pins.nameProblem(showable(problem)) };
}

/** With the name and the id that are typed in it fit to be shown. */
function showable<Told extends PinChange | PinNameProblem>(told: Told): Told {
  if (told.kind !== 'name-taken') return told;
  return { ...told, name: tidy(told.name, CUTS.pinName), accountId: idInList(told.accountId) };
}
