import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { anyText, chars, plainText, webUrl } from './text-objects.ts';

/** Button colours. */
export const colorScheme = z.enum(['primary', 'danger']);

/** docs: composition-objects/confirmation-dialog-object */
export const confirm = z.strictObject({
  title: plainText(LIMITS.confirmTitle).optional(),
  text: anyText(LIMITS.confirmText),
  confirm: plainText(LIMITS.confirmButton).optional(),
  deny: plainText(LIMITS.confirmButton).optional(),
  style: colorScheme.optional(),
});

/** An option of a select menu. */
export const menuOption = z.strictObject({
  text: plainText(LIMITS.optionText),
  value: chars(LIMITS.optionValue),
  description: plainText(LIMITS.optionDescription).optional(),
});

/** An option of an overflow menu, the only one that takes a `url`. */
export const overflowOption = menuOption.extend({ url: webUrl.optional() });

/** An option of checkboxes or radio buttons, the only ones that take mrkdwn. */
export const choiceOption = z.strictObject({
  text: anyText(LIMITS.optionText),
  value: chars(LIMITS.optionValue),
  description: anyText(LIMITS.optionDescription).optional(),
});

/** docs: composition-objects/option-group-object */
export const optionGroup = z.strictObject({
  label: plainText(LIMITS.optionGroupLabel),
  options: z.array(menuOption).min(1).max(LIMITS.groupOptions),
});

/** docs: composition-objects/conversation-filter-object */
export const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine((filter) => Object.keys(filter).length > 0, 'must provide at least one filter');

/** docs: composition-objects/dispatch-action-configuration-object */
export const dispatchActionConfig = z.strictObject({
  trigger_actions_on: z
    .array(z.enum(['on_enter_pressed', 'on_character_entered']))
    .min(1)
    .max(2)
    .optional(),
});

/** docs: composition-objects/slack-file-object: by address or by id, never both. */
const slackFile = z
  .strictObject({ url: webUrl.optional(), id: chars(LIMITS.blockId).optional() })
  .refine((file) => (file.url === undefined) !== (file.id === undefined), 'must provide one of: url, id');

/** The fields by which an image block, image element or icon names its picture. */
export const imageFields = {
  image_url: webUrl.optional(),
  slack_file: slackFile.optional(),
  alt_text: chars(LIMITS.imageAlt),
};

/** True when exactly one picture is named. */
export const hasOneSource = (image: { image_url?: unknown; slack_file?: unknown }): boolean =>
  (image.image_url === undefined) !== (image.slack_file === undefined);

/** What Slack misses when `hasOneSource` is false. */
export const ONE_SOURCE = 'must provide one of: image_url, slack_file';

/** docs: block-elements/image-element */
export const imageElement = z
  .strictObject({ type: z.literal('image'), ...imageFields })
  .refine(hasOneSource, ONE_SOURCE);
