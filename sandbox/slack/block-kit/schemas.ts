// Owns Slack's Block Kit rules: what a message or view may contain, and how Slack answers when it is invalid. Must never
// know sockets, Bolt, the bot's own code or its words. Limits are those on which docs.slack.dev/reference/block-kit and the
// installed @slack/types agree, or the stricter one. Characters are UTF-16 units, the strictest count. Only the blocks and
// elements that our app sends are described; all others are refused.

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { dateFaults, markupFaults } from './check-markup.ts';

/** Slack refuses empty strings nearly everywhere. */
const chars = (max: number) => z.string().min(1).max(max);
const id = chars(255);
const flag = z.boolean().optional();

/** A block, element or text of this type, with no other fields than these. */
const typed = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

interface Fault {
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** Instead of the code of the whole payload. */
  readonly code?: string;
}

/** A rule about several fields or list items, for `superRefine`. */
const rule =
  <T>(faultsOf: (value: T) => readonly Fault[]) =>
  (value: T, { addIssue }: z.RefinementCtx) => {
    for (const { code, message, path } of faultsOf(value))
      addIssue({ code: 'custom', message, path: [...path], params: { code } });
  };

const plainText = (max: number) => typed('plain_text', { text: chars(max), emoji: flag });
const mrkdwn = (max: number) =>
  typed('mrkdwn', { text: chars(max), verbatim: flag }).superRefine(
    rule(({ text, verbatim }) =>
      markupFaults(text, verbatim === true).map((fault) => ({ ...fault, path: ['text'] })),
    ),
  );
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
const options = z.array(option).min(1);
const pressable = { action_id: id.optional(), confirm: confirm.optional() };

/** A menu or picker of this type. What it starts with must be among its options. */
const menu = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  typed(type, { ...pressable, placeholder: plainText(150).optional(), ...shape }).superRefine(
    rule((chosen: Readonly<Record<string, unknown>>) =>
      ['initial_option', 'initial_options']
        .filter((key) => [chosen[key] ?? []].flat().some((one) => !includes(chosen.options, one)))
        .map((key) => ({ message: 'must exactly match one of the provided options', path: [key] })),
    ),
  );
const includes = (offered: unknown, chosen: unknown) =>
  Array.isArray(offered) && offered.some((one) => isDeepStrictEqual(one, chosen));

const conversations = z.array(z.enum(['im', 'mpim', 'private', 'public'])).min(1);
const filter = z
  .strictObject({ include: conversations.optional(), exclude_external_shared_channels: flag })
  .refine((given) => Object.keys(given).length > 0, 'must provide at least one filter');

/** Elements of actions blocks, section accessories and input blocks. `responseUrls`: of `response_url_enabled`. */
const menus = (responseUrls: z.ZodType) =>
  [
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
      response_url_enabled: responseUrls,
      filter: filter.optional(),
    }),
    menu('timepicker', { initial_time: z.iso.time({ precision: -1 }).optional() }),
    menu('datepicker', { initial_date: z.iso.date().optional() }),
  ] as const;
/** docs: select-menu-element: "This field only works with menus in input blocks in modals." */
const noResponseUrls = z.never('only in input blocks of a modal').optional();

/** What is used outside of input blocks. */
const acting = z.discriminatedUnion('type', [
  typed('button', {
    ...pressable,
    text: plainText(75),
    value: chars(2000).optional(),
    style: z.enum(['primary', 'danger']).optional(),
  }),
  typed('overflow', { ...pressable, options: options.max(5) }),
  ...menus(noResponseUrls),
]);

const textInput = typed('plain_text_input', {
  action_id: id.optional(),
  focus_on_load: flag,
  placeholder: plainText(150).optional(),
  initial_value: z.string().max(3000).optional(),
  multiline: flag,
  max_length: z.int().min(1).max(3000).optional(),
}).refine(
  ({ initial_value: initial = '', max_length: max = Number.POSITIVE_INFINITY }) => initial.length <= max,
  '`initial_value` is longer than `max_length`: the client would not submit it',
);

/** Slack documents no limit for rich text; the limit of the whole message applies. */
const text = z.string().min(1);
const style = { style: z.strictObject({ bold: flag, code: flag }).optional() };
const richElement = z.discriminatedUnion('type', [
  typed('text', { text, ...style }),
  typed('link', { url: z.url().max(3000), text, ...style }),
  typed('date', { timestamp: z.int(), format: text, fallback: text, ...style }).superRefine(
    rule(({ timestamp, format }) =>
      dateFaults(String(timestamp), format).map((fault) => ({ ...fault, path: ['format'] })),
    ),
  ),
  typed('user', { user_id: id, ...style }),
  typed('usergroup', { usergroup_id: id, ...style }),
  typed('channel', { channel_id: id, ...style }),
]);
const richSection = typed('rich_text_section', { elements: z.array(richElement).min(1) });
const richList = typed('rich_text_list', {
  style: z.literal('bullet'),
  elements: z.array(richSection).min(1),
});

/** The items of a list must have different ids, as far as they have any. */
const unique = (key: 'action_id' | 'block_id') =>
  rule((items: readonly Readonly<Record<string, unknown>>[]) => {
    const ids = items.map((item) => item[key]);
    return ids.flatMap((one, at) =>
      one === undefined || ids.indexOf(one) === at
        ? []
        : [{ message: `\`${key}\` must be unique: ${one}`, path: [at, key] }],
    );
  });

const oneFocus = rule((blocks: readonly { readonly type: string; readonly element?: object }[]) =>
  blocks
    .flatMap(({ element }, at) =>
      element && 'focus_on_load' in element && element.focus_on_load ? [at] : [],
    )
    .slice(1)
    .map((at) => ({
      message: 'only one element can have the focus',
      path: [at, 'element', 'focus_on_load'],
    })),
);

const block = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  typed(type, { block_id: id.optional(), ...shape });

const blocks = (responseUrls: z.ZodType) =>
  z
    .array(
      z.discriminatedUnion('type', [
        block('section', {
          text: anyText(3000).optional(),
          fields: z.array(anyText(2000)).min(1).max(10).optional(),
          accessory: acting.optional(),
        }).refine((one) => (one.text ?? one.fields) !== undefined, 'must define either `text` or `fields`'),
        block('actions', { elements: z.array(acting).min(1).max(25).superRefine(unique('action_id')) }),
        block('input', {
          label: plainText(2000),
          hint: plainText(2000).optional(),
          optional: flag,
          dispatch_action: flag,
          element: z.discriminatedUnion('type', [textInput, ...menus(responseUrls)]),
        }),
        block('context', { elements: z.array(anyText(3000)).min(1).max(10) }),
        block('divider', {}),
        block('header', { text: plainText(150) }),
        block('rich_text', {
          elements: z.array(z.discriminatedUnion('type', [richSection, richList])).min(1),
        }),
      ]),
    )
    .superRefine(unique('block_id'))
    .superRefine(oneFocus);

/** The `blocks` of a message. */
export const MESSAGE = z.strictObject({ blocks: blocks(noResponseUrls).max(50) });

const view = {
  private_metadata: z.string().max(3000).optional(),
  callback_id: id.optional(),
  external_id: id.optional(),
};
const viewBlocks = (responseUrls: z.ZodType) => blocks(responseUrls).min(1).max(100);

/** The argument of views.open, push, update and publish, inside `{ view }`. */
export const VIEW = z.strictObject({
  view: z.discriminatedUnion('type', [
    typed('home', { ...view, blocks: viewBlocks(noResponseUrls) }),
    typed('modal', {
      ...view,
      blocks: viewBlocks(flag),
      title: plainText(24),
      submit: plainText(24).optional(),
      close: plainText(24).optional(),
    }).refine((modal) => modal.submit !== undefined || modal.blocks.every(({ type }) => type !== 'input'), {
      error: 'missing required field: submit, needed as soon as there is an input block',
    }),
  ]),
});
