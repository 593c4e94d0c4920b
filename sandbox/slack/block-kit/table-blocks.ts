import { z } from 'zod';
import { blockId } from './everyday-blocks.ts';
import { LIMITS } from './limits.ts';
import { richText } from './rich-text.ts';
import { chars } from './text-objects.ts';

const cell = z.discriminatedUnion('type', [
  richText,
  z.strictObject({ type: z.literal('raw_text'), text: chars(LIMITS.tableText) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: chars(LIMITS.tableText) }),
]);
const row = z.array(cell).min(1).max(LIMITS.tableCells);

/** docs: blocks/table-block. One a message and 10,000 characters in all: check-totals.ts. */
export const table = z.strictObject({
  type: z.literal('table'),
  ...blockId,
  rows: z.array(row).min(1).max(LIMITS.tableRows),
  column_settings: z
    .array(
      z.strictObject({
        align: z.enum(['left', 'center', 'right']).optional(),
        is_wrapped: z.boolean().optional(),
      }),
    )
    .max(LIMITS.tableColumnSettings)
    .optional(),
});

/** docs: blocks/data-table-block: a header row and up to 100 more, all of one width. */
export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    ...blockId,
    caption: chars(LIMITS.textObject),
    rows: z.array(row).min(2).max(LIMITS.dataTableRows),
    page_size: z.int().min(1).max(LIMITS.dataTablePageSize).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .refine(({ rows }) => rows.every((cells) => cells.length === rows[0]?.length), {
    error: 'every row must have the same number of columns',
    path: ['rows'],
  });
