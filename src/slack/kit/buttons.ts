import type { ActionsBlock, Button, Overflow } from '@slack/types';
import type { Words } from '../../words/words.ts';
import { MORE } from './action-ids.ts';
import { LIMITS } from './limits.ts';
import { plainText } from './text-objects.ts';
import { cut } from './tidy.ts';

/** A button. `value` travels back with a press. */
export function button(actionId: string, label: string, value?: string): Button {
  return {
    type: 'button',
    action_id: actionId,
    text: plainText(label),
    value,
  };
}

/** The one button of a message that most people press. */
export const primary = (pressed: Button): Button => ({ ...pressed, style: 'primary' });

/** The button, which asks before it does what is on it. */
export function asking(
  pressed: Button,
  { title, text, deny }: { readonly title: string; readonly text: string; readonly deny: string },
): Button {
  const confirm = {
    title: plainText(cut(title, LIMITS.confirmTitle)),
    text: plainText(text),
    confirm: pressed.text,
    deny: plainText(deny),
  };
  return { ...pressed, confirm };
}

/** The ways from a page, counted from 0, to those beside it; no row where there are none. */
export function pageButtons(
  actionIds: { readonly previous: string; readonly next: string },
  { page, isLast }: { readonly page: number; readonly isLast: boolean },
  { buttons }: Words,
): ActionsBlock[] {
  const elements = [
    ...(page > 0 ? [button(actionIds.previous, buttons.previous, String(page - 1))] : []),
    ...(isLast ? [] : [button(actionIds.next, buttons.next, String(page + 1))]),
  ];
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

/** A menu of things to do with the account in the block's `block_id`. Slack allows five. */
export function overflow(
  actionId: string,
  choices: readonly (keyof typeof MORE)[],
  { buttons }: Words,
): Overflow {
  return {
    type: 'overflow',
    action_id: actionId,
    options: choices.map((choice) => ({ text: plainText(buttons[choice]), value: MORE[choice] })),
  };
}
