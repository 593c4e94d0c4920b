import type {
  ActionsBlock,
  ContextBlock,
  HeaderBlock,
  ImageBlock,
  InputBlock,
  KnownBlock,
} from '@slack/types';
import type { Canvas } from './canvas.ts';
import { drawElement } from './draw-element.ts';
import { drawMrkdwn } from './draw-mrkdwn.ts';
import { drawRest } from './draw-note.ts';
import { drawRichText } from './draw-rich-text.ts';
import { drawRowOf, drawSection } from './draw-section.ts';
import { drawTable } from './draw-table.ts';
import { drawPlainText, drawText } from './draw-text.ts';
import { type Line, type Row, rowWidth, span, withLook } from './styled-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** Bold and underlined; a terminal without styles gets a double rule under it. */
function drawHeader({ text }: HeaderBlock, canvas: Canvas): Row[] {
  const { width, color } = canvas;
  const rows = wrapLines([{ spans: [span(drawPlainText(text, canvas), 'bold', 'underline')] }], width);
  return color ? rows : [...rows, [span('═'.repeat(Math.max(...rows.map(rowWidth))))]];
}

/** The elements of a context run on in one dimmed paragraph, with a sign before it in an exact drawing; line breaks stay. */
function drawContext({ elements }: ContextBlock, canvas: Canvas): Row[] {
  const sign = canvas.exact ? '┊ ' : '';
  const lines: Line[] = [];
  for (const element of elements) {
    const [head, ...others] =
      element.type === 'image' ? [{ spans: drawElement(element, canvas) }] : drawText(element, canvas);
    const last = lines.pop();
    if (last && head) lines.push({ ...last, spans: [...last.spans, span('  '), ...head.spans] });
    else if (head) lines.push(head);
    lines.push(...others);
  }
  return wrapLines(
    lines.map((line) => ({
      spans: withLook(line.spans, 'dim'),
      first: `${sign}${line.first ?? ''}`,
      rest: `${sign}${line.rest ?? line.first ?? ''}`,
    })),
    canvas.width,
  );
}

function drawInput({ label, hint, optional, element }: InputBlock, canvas: Canvas): Row[] {
  const { width } = canvas;
  const suffix = optional ? [span(' (optional)', 'dim')] : [];
  return [
    ...wrapLines([{ spans: [span(drawPlainText(label, canvas), 'bold'), ...suffix] }], width),
    ...drawRowOf(drawElement(element, canvas), width),
    ...(hint ? wrapLines([{ spans: [span(drawPlainText(hint, canvas), 'dim')] }], width) : []),
  ];
}

const drawImage = ({ title, alt_text: alt }: ImageBlock, canvas: Canvas): Row[] => [
  ...(title ? wrapLines([{ spans: [span(drawPlainText(title, canvas), 'bold')] }], canvas.width) : []),
  ...wrapLines([{ spans: [span(`[image: ${alt}]`)] }], canvas.width),
];

/** Buttons and menus side by side; each in a row of its own where all is told of it. */
function drawActions({ elements }: ActionsBlock, canvas: Canvas): Row[] {
  const drawn = elements.map((element) => drawElement(element, canvas));
  const rows = canvas.exact ? drawn : [drawn.flat()];
  return rows.flatMap((row) => drawRowOf(row, canvas.width));
}

export const drawDivider = ({ width }: Canvas): Row[] => [[span('─'.repeat(width), 'dim')]];

function drawBlock(block: KnownBlock, canvas: Canvas): Row[] {
  switch (block.type) {
    case 'header':
      return drawHeader(block, canvas);
    case 'section':
      return drawSection(block, canvas);
    case 'context':
      return drawContext(block, canvas);
    case 'divider':
      return drawDivider(canvas);
    case 'actions':
      return drawActions(block, canvas);
    case 'input':
      return drawInput(block, canvas);
    case 'image':
      return drawImage(block, canvas);
    case 'rich_text':
      return wrapLines(drawRichText(block, canvas), canvas.width);
    case 'markdown':
      return wrapLines(
        block.text.split('\n').map((line) => ({ spans: [span(line)] })),
        canvas.width,
      );
    case 'alert':
      return wrapLines(drawText(block.text, canvas), canvas.width);
    case 'table':
      return drawTable(block.rows, canvas);
    default:
      return wrapLines(drawMrkdwn(`[${block.type} block]`, canvas), canvas.width);
  }
}

/** What the drawing of a block tells already; where it stands is all that its key is for. */
const SEEN =
  'type block_id text fields accessory elements element label hint optional title alt_text rows'.split(' ');

/** Blocks one under the other, parted by an empty row except where a rule already parts them. */
export function drawBlocks(blocks: readonly KnownBlock[], canvas: Canvas): Row[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1]?.type;
    const isParted = before === undefined || before === 'divider' || block.type === 'divider';
    const isUnderHeader = before === 'header' && !canvas.color;
    return [
      ...(isParted || isUnderHeader ? [] : [[]]),
      ...drawBlock(block, canvas),
      ...drawRest(block, SEEN, canvas),
    ];
  });
}
