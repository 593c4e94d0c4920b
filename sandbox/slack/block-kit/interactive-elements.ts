import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { choiceOption, colorScheme, confirm, overflowOption } from './composition.ts';
import { LIMITS } from './limits.ts';
import { chars, plainText, url, webUrl } from './text-objects.ts';

const actionId = chars(LIMITS.actionId);
const common = { action_id: actionId.optional(), confirm: confirm.optional() };
const focusable = { ...common, focus_on_load: z.boolean().optional() };
const placeholder = { placeholder: plainText(LIMITS.placeholder).optional() };
const label = {
  text: plainText(LIMITS.buttonText),
  accessibility_label: chars(LIMITS.accessibilityLabel).optional(),
};
const choices = z.array(choiceOption).min(1).max(LIMITS.choiceOptions);
const NOT_OFFERED = 'must exactly match one of the provided options';

/** docs: block-elements/button-element */
export const button = z.strictObject({
  type: z.literal('button'),
  ...common,
  ...label,
  value: chars(LIMITS.buttonValue).optional(),
  url: url.optional(),
  style: colorScheme.optional(),
});

/** docs: block-elements/overflow-menu-element */
export const overflow = z.strictObject({
  type: z.literal('overflow'),
  ...common,
  options: z.array(overflowOption).min(1).max(LIMITS.overflowOptions),
});

/** Checkboxes, radio buttons and the date and time pickers, in the order of @slack/types. */
export const pickers = [
  z
    .strictObject({
      type: z.literal('checkboxes'),
      ...focusable,
      options: choices,
      initial_options: choices.optional(),
    })
    .refine(
      (box) =>
        (box.initial_options ?? []).every((chosen) => box.options.some((o) => isDeepStrictEqual(o, chosen))),
      { error: NOT_OFFERED, path: ['initial_options'] },
    ),
  z
    .strictObject({
      type: z.literal('radio_buttons'),
      ...focusable,
      options: choices,
      initial_option: choiceOption.optional(),
    })
    .refine(
      ({ initial_option: chosen, options }) =>
        chosen === undefined || options.some((option) => isDeepStrictEqual(option, chosen)),
      { error: NOT_OFFERED, path: ['initial_option'] },
    ),
  z.strictObject({
    type: z.literal('datepicker'),
    ...focusable,
    ...placeholder,
    initial_date: z.iso.date().optional(),
  }),
  z.strictObject({
    type: z.literal('timepicker'),
    ...focusable,
    ...placeholder,
    initial_time: z.iso.time({ precision: -1 }).optional(),
    timezone: chars(LIMITS.textObject).optional(),
  }),
] as const;

/** docs: block-elements/datetime-picker-element; the time is a Unix time of ten digits, in seconds. */
export const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...focusable,
  initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
});

/** docs: block-elements/workflow-button-element */
export const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  ...common,
  ...label,
  style: colorScheme.optional(),
  workflow: z.strictObject({
    trigger: z.strictObject({
      url: webUrl,
      customizable_input_parameters: z
        .array(z.strictObject({ name: chars(LIMITS.textObject), value: chars(LIMITS.textObject) }))
        .optional(),
    }),
  }),
});

const feedbackButton = z.strictObject({ ...label, value: chars(LIMITS.buttonValue) });

/** What a context_actions block holds; the only icon there is so far is `trash`. */
export const contextActionsElements = [
  z.strictObject({
    type: z.literal('feedback_buttons'),
    action_id: actionId.optional(),
    positive_button: feedbackButton,
    negative_button: feedbackButton,
  }),
  z.strictObject({
    type: z.literal('icon_button'),
    ...common,
    ...label,
    icon: z.literal('trash'),
    value: chars(LIMITS.buttonValue).optional(),
    visible_to_user_ids: z.array(actionId).optional(),
  }),
] as const;
