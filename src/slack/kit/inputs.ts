import type { InputBlock, PlainTextOption } from '@slack/types';
import { plainText } from './text-objects.ts';

/** A field of a form. `id` is its `block_id`, and most often the `action_id` of its element too. */
export const input = (
  id: string,
  label: string,
  { hint, ...rest }: Pick<InputBlock, 'element'> & { readonly hint?: string; readonly optional?: boolean },
): InputBlock => ({
  type: 'input',
  block_id: id,
  label: plainText(label),
  hint: hint === undefined ? undefined : plainText(hint),
  ...rest,
});

export const option = (text: string, value: string): PlainTextOption => ({ text: plainText(text), value });
