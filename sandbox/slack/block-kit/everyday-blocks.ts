import { z } from 'zod';
import { hasOneSource, imageElement, imageFields, ONE_SOURCE } from './composition.ts';
import { richTextInput, textInputs } from './input-elements.ts';
import { button, datetimepicker, overflow, pickers, workflowButton } from './interactive-elements.ts';
import { LIMITS } from './limits.ts';
import { richText } from './rich-text.ts';
import { selectElements } from './select-elements.ts';
import { anyText, chars, mrkdwn, plainText } from './text-objects.ts';

/** Every block may carry one; unique within its message or view, which check-ids.ts sees to. */
export const blockId = { block_id: chars(LIMITS.blockId).optional() };

const pressable = [button, overflow, workflowButton, ...pickers, ...selectElements] as const;

const section = z
  .strictObject({
    type: z.literal('section'),
    ...blockId,
    text: anyText(LIMITS.sectionText).optional(),
    fields: z.array(anyText(LIMITS.sectionField)).min(1).max(LIMITS.sectionFields).optional(),
    accessory: z.discriminatedUnion('type', [imageElement, ...pressable]).optional(),
    expand: z.boolean().optional(),
  })
  .refine(
    (block) => block.text !== undefined || block.fields !== undefined,
    'must define either `text` or `fields`',
  );

const actions = z.strictObject({
  type: z.literal('actions'),
  ...blockId,
  elements: z
    .array(z.discriminatedUnion('type', [...pressable, datetimepicker, richTextInput]))
    .min(1)
    .max(LIMITS.actionsElements),
});

const input = z.strictObject({
  type: z.literal('input'),
  ...blockId,
  label: plainText(LIMITS.inputLabel),
  hint: plainText(LIMITS.inputHint).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: z.discriminatedUnion('type', [
    ...textInputs,
    richTextInput,
    datetimepicker,
    ...pickers,
    ...selectElements,
  ]),
});

const context = z.strictObject({
  type: z.literal('context'),
  ...blockId,
  elements: z
    .array(
      z.discriminatedUnion('type', [imageElement, plainText(LIMITS.textObject), mrkdwn(LIMITS.textObject)]),
    )
    .min(1)
    .max(LIMITS.contextElements),
});

const image = z
  .strictObject({
    type: z.literal('image'),
    ...blockId,
    ...imageFields,
    title: plainText(LIMITS.imageTitle).optional(),
  })
  .refine(hasOneSource, ONE_SOURCE);

/** The blocks that messages, modals and the Home tab all draw. `level` of a header is in no installed type: refused. */
export const everydayBlocks = [
  section,
  actions,
  input,
  context,
  image,
  richText,
  z.strictObject({ type: z.literal('divider'), ...blockId }),
  z.strictObject({ type: z.literal('header'), ...blockId, text: plainText(LIMITS.headerText) }),
] as const;
