import type { ConfirmationDialog } from '@slack/types';
import type { PressTarget } from '../slack/client/screen.ts';

/** Something to press, under the words a person reads on it. */
export interface Pressable {
  readonly label: string;
  readonly target: PressTarget;
  /** What is asked before it is done. */
  readonly confirm?: ConfirmationDialog | undefined;
}

interface Element {
  readonly type: string;
  readonly action_id?: string;
  readonly text?: { readonly text: string };
  readonly value?: string;
  readonly confirm?: ConfirmationDialog;
  readonly options?: readonly { readonly text: { readonly text: string }; readonly value?: string }[];
}

/** The buttons and menu options in blocks that the local Slack has accepted, in reading order. */
export function pressablesIn(blocks: readonly object[]): readonly Pressable[] {
  return blocks.flatMap((block) => {
    // Accepted blocks have the shapes of @slack/types.
    const { block_id, elements, accessory } = block as {
      block_id?: string;
      elements?: readonly Element[];
      accessory?: Element;
    };
    const all = [...(elements ?? []), ...(accessory ? [accessory] : [])];
    return all.flatMap((element) => pressablesOf(element, block_id));
  });
}

function pressablesOf(
  { type, action_id, text, value: buttonValue, options, confirm }: Element,
  blockId: string | undefined,
): Pressable[] {
  if (action_id === undefined) return [];
  const target = { actionId: action_id, ...(blockId !== undefined && { blockId }) };
  if (type === 'button') {
    const one = { ...target, ...(buttonValue !== undefined && { value: buttonValue }) };
    return [{ label: text?.text ?? '', target: one, confirm }];
  }
  return (options ?? []).map(({ text: { text: label }, value }) => ({
    label,
    target: { ...target, ...(value !== undefined && { value }) },
    confirm,
  }));
}

/** The inputs in such blocks that take a line: of text, or with the name of a channel. */
export function inputsIn(blocks: readonly object[]): readonly PressTarget[] {
  return blocks.flatMap((block) => {
    const { type, block_id, element } = block as { type: string; block_id?: string; element?: Element };
    if (type !== 'input' || element?.action_id === undefined || !ONE_LINE.includes(element.type)) return [];
    return [{ actionId: element.action_id, ...(block_id !== undefined && { blockId: block_id }) }];
  });
}

const ONE_LINE = ['plain_text_input', 'conversations_select'];
