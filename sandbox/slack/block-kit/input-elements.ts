import { z } from 'zod';
import { dispatchActionConfig } from './composition.ts';
import { LIMITS } from './limits.ts';
import { richText } from './rich-text.ts';
import { chars, plainText } from './text-objects.ts';

const common = {
  action_id: chars(LIMITS.actionId).optional(),
  dispatch_action_config: dispatchActionConfig.optional(),
  focus_on_load: z.boolean().optional(),
  placeholder: plainText(LIMITS.placeholder).optional(),
};
/** The one kind of string that may be empty: an input that starts with nothing in it. */
const initialText = z.string().max(LIMITS.plainTextInput).optional();
const length = z.int().max(LIMITS.plainTextInput);
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const lines = z.int().min(1).max(LIMITS.richTextInputLines).optional();

/** docs: block-elements/rich-text-input-element */
export const richTextInput = z.strictObject({
  type: z.literal('rich_text_input'),
  ...common,
  initial_value: richText.optional(),
  min_lines: lines,
  max_lines: lines,
});

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    ...common,
    initial_value: initialText,
    multiline: z.boolean().optional(),
    min_length: length.min(0).optional(),
    max_length: length.min(1).optional(),
  })
  .refine(({ min_length = 0, max_length = LIMITS.plainTextInput }) => min_length <= max_length, {
    error: 'must not be greater than max_length',
    path: ['min_length'],
  });

const numberInput = z
  .strictObject({
    type: z.literal('number_input'),
    ...common,
    is_decimal_allowed: z.boolean(),
    initial_value: decimal.optional(),
    min_value: decimal.optional(),
    max_value: decimal.optional(),
  })
  .refine(
    ({ min_value: min, max_value: max }) =>
      min === undefined || max === undefined || Number(min) <= Number(max),
    { error: 'must not be greater than max_value', path: ['min_value'] },
  );

/** The elements that live only in an input block. */
export const textInputs = [
  plainTextInput,
  numberInput,
  z.strictObject({ type: z.literal('email_text_input'), ...common, initial_value: initialText }),
  z.strictObject({ type: z.literal('url_text_input'), ...common, initial_value: initialText }),
  z.strictObject({
    type: z.literal('file_input'),
    action_id: common.action_id,
    filetypes: z.array(chars(LIMITS.textObject)).min(1).optional(),
    max_files: z.int().min(1).max(LIMITS.fileInputFiles).optional(),
  }),
] as const;
