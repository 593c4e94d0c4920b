import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { chars, url } from './text-objects.ts';

/** Rich text names no length of its own; only the total of the message bounds it. */
const text = z.string().min(1);
const flag = z.boolean().optional();
const style = {
  style: z.strictObject({ bold: flag, code: flag, italic: flag, strike: flag, underline: flag }).optional(),
};
const border = { border: z.literal([0, 1]).optional() };
const id = chars(LIMITS.blockId);

const textElement = z.strictObject({ type: z.literal('text'), text, ...style });
const linkElement = z.strictObject({
  type: z.literal('link'),
  url,
  text: text.optional(),
  unsafe: flag,
  ...style,
});

const richTextElement = z.discriminatedUnion('type', [
  textElement,
  linkElement,
  z.strictObject({
    type: z.literal('emoji'),
    name: text,
    unicode: text.optional(),
    url: url.optional(),
    ...style,
  }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: text,
    timezone: text.optional(),
    url: url.optional(),
    fallback: text.optional(),
    ...style,
  }),
  z.strictObject({ type: z.literal('user'), user_id: id, ...style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: id, ...style }),
  z.strictObject({ type: z.literal('channel'), channel_id: id, ...style }),
  z.strictObject({ type: z.literal('team'), team_id: id, ...style }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), ...style }),
  z.strictObject({ type: z.literal('color'), value: z.string().regex(/^#[0-9a-f]{6}$/i), ...style }),
]);

const section = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(richTextElement).min(1),
});

/** docs: blocks/rich-text-block */
export const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: id.optional(),
  elements: z
    .array(
      z.discriminatedUnion('type', [
        section,
        z.strictObject({
          type: z.literal('rich_text_list'),
          style: z.enum(['bullet', 'ordered']),
          indent: z.int().min(0).max(LIMITS.richTextListIndent).optional(),
          ...border,
          elements: z.array(section).min(1),
        }),
        z.strictObject({
          type: z.literal('rich_text_quote'),
          ...border,
          elements: z.array(richTextElement).min(1),
        }),
        z.strictObject({
          type: z.literal('rich_text_preformatted'),
          ...border,
          elements: z.array(z.discriminatedUnion('type', [textElement, linkElement])).min(1),
        }),
      ]),
    )
    .min(1),
});
