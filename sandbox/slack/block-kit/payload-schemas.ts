import { z } from 'zod';
import { everydayBlocks } from './everyday-blocks.ts';
import { LIMITS } from './limits.ts';
import { newerBlocks } from './newer-blocks.ts';
import { chars, plainText } from './text-objects.ts';

const block = z.discriminatedUnion('type', [...everydayBlocks, ...newerBlocks]);

/** The `blocks` of a message. */
export const messageBlocks = z.strictObject({ blocks: z.array(block).max(LIMITS.messageBlocks) });

const view = {
  blocks: z.array(block).min(1).max(LIMITS.viewBlocks),
  private_metadata: z.string().max(LIMITS.privateMetadata).optional(),
  callback_id: chars(LIMITS.callbackId).optional(),
  external_id: chars(LIMITS.externalId).optional(),
};

const home = z.strictObject({ type: z.literal('home'), ...view });

const modal = z
  .strictObject({
    type: z.literal('modal'),
    ...view,
    title: plainText(LIMITS.viewTitle),
    submit: plainText(LIMITS.viewSubmit).optional(),
    close: plainText(LIMITS.viewClose).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
  })
  .refine(({ blocks, submit }) => submit !== undefined || blocks.every(({ type }) => type !== 'input'), {
    error: 'missing required field: submit, needed as soon as there is an input block',
  });

/** The argument of views.open, push, update and publish, inside `{ view }`. */
export const viewPayload = z.strictObject({ view: z.discriminatedUnion('type', [home, modal]) });
