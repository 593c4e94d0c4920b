import { z } from 'zod';
import { imageElement } from './composition.ts';
import { blockId, everydayBlocks } from './everyday-blocks.ts';
import { button, contextActionsElements } from './interactive-elements.ts';
import { LIMITS } from './limits.ts';
import { richText } from './rich-text.ts';
import { dataTable, table } from './table-blocks.ts';
import { anyText, chars, mrkdwn, plainText, url, webUrl } from './text-objects.ts';

const card = z
  .strictObject({
    type: z.literal('card'),
    ...blockId,
    hero_image: imageElement.optional(),
    icon: imageElement.optional(),
    title: mrkdwn(LIMITS.cardTitle).optional(),
    subtitle: mrkdwn(LIMITS.cardSubtitle).optional(),
    body: mrkdwn(LIMITS.cardBody).optional(),
    actions: z.array(button).min(1).max(LIMITS.cardActions).optional(),
  })
  .refine(
    ({ hero_image, title, actions, body }) =>
      [hero_image, title, actions, body].some((part) => part !== undefined),
    'must provide one of: hero_image, title, actions, body',
  );

const video = z.strictObject({
  type: z.literal('video'),
  ...blockId,
  video_url: webUrl,
  thumbnail_url: webUrl,
  alt_text: chars(LIMITS.imageAlt),
  title: plainText(LIMITS.videoTitle),
  title_url: webUrl.optional(),
  author_name: chars(LIMITS.videoAuthor).optional(),
  provider_name: chars(LIMITS.textObject).optional(),
  provider_icon_url: webUrl.optional(),
  description: plainText(LIMITS.textObject).optional(),
});

const container = z
  .strictObject({
    type: z.literal('container'),
    ...blockId,
    title: plainText(LIMITS.containerTitle).optional(),
    rich_text_title: richText.optional(),
    subtitle: anyText(LIMITS.containerSubtitle).optional(),
    child_blocks: z
      .array(z.discriminatedUnion('type', [...everydayBlocks, table, video]))
      .min(1)
      .max(LIMITS.containerBlocks),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: imageElement.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .refine(
    ({ title, rich_text_title }) => (title === undefined) !== (rich_text_title === undefined),
    'must provide one of: title, rich_text_title',
  )
  .refine(
    (box) => !(box.has_header_divider && box.is_collapsible),
    'has_header_divider and is_collapsible exclude each other',
  );

const taskCard = z.strictObject({
  type: z.literal('task_card'),
  ...blockId,
  task_id: chars(LIMITS.blockId),
  title: chars(LIMITS.textObject),
  details: richText.optional(),
  output: richText.optional(),
  sources: z
    .array(z.strictObject({ type: z.literal('url'), url, text: chars(LIMITS.textObject) }))
    .optional(),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
});

/** The blocks that only some surfaces draw; which ones, check-surface.ts knows. */
export const newerBlocks = [
  card,
  video,
  container,
  taskCard,
  table,
  dataTable,
  z.strictObject({ type: z.literal('markdown'), ...blockId, text: chars(LIMITS.markdownText) }),
  z.strictObject({
    type: z.literal('carousel'),
    ...blockId,
    elements: z.array(card).min(1).max(LIMITS.carouselCards),
  }),
  z.strictObject({
    type: z.literal('alert'),
    ...blockId,
    text: anyText(LIMITS.alertText),
    level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
  }),
  z.strictObject({
    type: z.literal('plan'),
    ...blockId,
    title: chars(LIMITS.textObject),
    tasks: z.array(taskCard).optional(),
  }),
  z.strictObject({
    type: z.literal('context_actions'),
    ...blockId,
    elements: z
      .array(z.discriminatedUnion('type', contextActionsElements))
      .min(1)
      .max(LIMITS.contextActionsElements),
  }),
  z.strictObject({
    type: z.literal('file'),
    ...blockId,
    source: z.literal('remote'),
    external_id: chars(LIMITS.externalId),
  }),
  // Described by no installed type, so only its place is checked, not its shape.
  z.looseObject({ type: z.literal('data_visualization'), ...blockId }),
] as const;
