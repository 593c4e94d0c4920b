// Owns Slack's Block Kit rules: what a message or view may contain, and how Slack answers when it is invalid. Must never
// know sockets, Bolt, the bot's own code or its words. Limits are those on which docs.slack.dev/reference/block-kit and the
// installed @slack/types agree, or the stricter one. Characters are UTF-16 units, the strictest count. Only the blocks and
// elements that our app sends are described; all others are refused.

import { z } from 'zod';

/** Slack refuses empty strings nearly everywhere. */
const chars = (max: number) => z.string().min(1).max(max);
const id = chars(255);
const flag = z.boolean().optional();

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: chars(max), emoji: flag });
const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: chars(max), verbatim: flag });
const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);

/** Slack has default texts, which our app does not use. */
const confirm = z.strictObject({
  title: plainText(100),
  text: anyText(300),
  confirm: plainText(30),
  deny: plainText(30),
});

/** `value`: 75 in @slack/types, 150 in the docs. */
const option = z.strictObject({ text: plainText(75), value: chars(75) });

const pressable = { action_id: id.optional(), confirm: confirm.optional() };
/** A menu or picker of this type. */
const menu = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({
    type: z.literal(type),
    ...pressable,
    focus_on_load: flag,
    placeholder: plainText(150).optional(),
    ...shape,
  });

const options = z.array(option).min(1);

/** Elements of actions blocks, section accessories and input blocks. validate.ts compares initial options with the options. */
const choosable = [
  menu('static_select', { options: options.max(100), initial_option: option.optional() }),
  menu('radio_buttons', { options: options.max(10), initial_option: option.optional() }),
  menu('multi_static_select', { options: options.max(100), initial_options: options.optional() }),
  menu('users_select', { initial_user: id.optional() }),
  menu('multi_users_select', {
    initial_users: z.array(id).min(1).optional(),
    max_selected_items: z.int().min(1).optional(),
  }),
  menu('conversations_select', {
    initial_conversation: id.optional(),
    default_to_current_conversation: flag,
    response_url_enabled: flag,
    filter: z
      .strictObject({
        include: z
          .array(z.enum(['im', 'mpim', 'private', 'public']))
          .min(1)
          .optional(),
        exclude_external_shared_channels: flag,
      })
      .refine((filter) => Object.keys(filter).length > 0, 'must provide at least one filter')
      .optional(),
  }),
  menu('timepicker', { initial_time: z.iso.time({ precision: -1 }).optional() }),
  menu('datepicker', { initial_date: z.iso.date().optional() }),
] as const;

const button = z.strictObject({
  type: z.literal('button'),
  ...pressable,
  text: plainText(75),
  value: chars(2000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

const overflow = z.strictObject({ type: z.literal('overflow'), ...pressable, options: options.max(5) });

/** What is used outside of input blocks. */
const acting = z.discriminatedUnion('type', [button, overflow, ...choosable]);

const textInput = z.strictObject({
  type: z.literal('plain_text_input'),
  action_id: id.optional(),
  focus_on_load: flag,
  placeholder: plainText(150).optional(),
  initial_value: z.string().max(3000).optional(),
  multiline: flag,
  max_length: z.int().min(1).max(3000).optional(),
});

/** Slack documents no limit for rich text; the limit of the whole message applies. */
const text = z.string().min(1);
const style = {
  style: z.strictObject({ bold: flag, code: flag }).optional(),
};
const richElement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text, ...style }),
  z.strictObject({ type: z.literal('link'), url: z.url().max(3000), text, ...style }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: text,
    fallback: text,
    ...style,
  }),
  z.strictObject({ type: z.literal('user'), user_id: id, ...style }),
  z.strictObject({ type: z.literal('channel'), channel_id: id, ...style }),
]);
const richSection = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(richElement).min(1),
});
const richList = z.strictObject({
  type: z.literal('rich_text_list'),
  style: z.literal('bullet'),
  elements: z.array(richSection).min(1),
});

/** Unique within its message or view; validate.ts checks that. */
const blockId = { block_id: id.optional() };

const block = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('section'),
      ...blockId,
      text: anyText(3000).optional(),
      fields: z.array(anyText(2000)).min(1).max(10).optional(),
      accessory: acting.optional(),
    })
    .refine((one) => (one.text ?? one.fields) !== undefined, 'must define either `text` or `fields`'),
  z.strictObject({
    type: z.literal('actions'),
    ...blockId,
    elements: z.array(acting).min(1).max(25),
  }),
  z.strictObject({
    type: z.literal('input'),
    ...blockId,
    label: plainText(2000),
    hint: plainText(2000).optional(),
    optional: flag,
    dispatch_action: flag,
    element: z.discriminatedUnion('type', [textInput, ...choosable]),
  }),
  z.strictObject({
    type: z.literal('context'),
    ...blockId,
    elements: z.array(anyText(3000)).min(1).max(10),
  }),
  z.strictObject({ type: z.literal('divider'), ...blockId }),
  z.strictObject({ type: z.literal('header'), ...blockId, text: plainText(150) }),
  z.strictObject({
    type: z.literal('rich_text'),
    ...blockId,
    elements: z.array(z.discriminatedUnion('type', [richSection, richList])).min(1),
  }),
]);

/** The `blocks` of a message. */
export const MESSAGE = z.strictObject({ blocks: z.array(block).max(50) });

const view = {
  blocks: z.array(block).min(1).max(100),
  private_metadata: z.string().max(3000).optional(),
  callback_id: id.optional(),
  external_id: id.optional(),
};

/** The argument of views.open, push, update and publish, inside `{ view }`. */
export const VIEW = z.strictObject({
  view: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('home'), ...view }),
    z
      .strictObject({
        type: z.literal('modal'),
        ...view,
        title: plainText(24),
        submit: plainText(24).optional(),
        close: plainText(24).optional(),
      })
      .refine(({ blocks, submit }) => submit !== undefined || blocks.every(({ type }) => type !== 'input'), {
        error: 'missing required field: submit, needed as soon as there is an input block',
      }),
  ]),
});
