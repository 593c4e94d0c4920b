import type { ContextBlock, HeaderBlock, ImageBlock, InputBlock, KnownBlock } from '@slack/types';
import type { Canvas } from './canvas.ts';
import { drawElement } from './draw-element.ts';
import { drawMrkdwn } from './draw-mrkdwn.ts';
import { drawRichText } from './draw-rich-text.ts';
import { drawRowOf, drawSection } from './draw-section.ts';
import { drawTable } from './draw-table.ts';
import { drawPlainText, drawText } from './draw-text.ts';
import { type Line, type Row, rowWidth, span, withLook } from './styled-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** Bold and underlined; a terminal without styles gets a double rule under it. */
function drawHeader({ text }: HeaderBlock, { width, color }: Canvas): Row[] {
  const rows = wrapLines([{ spans: [span(drawPlainText(text), 'bold', 'underline')] }], width);
  return color ? rows : [...rows, [span('═'.repeat(Math.max(...rows.map(rowWidth))))]];
}

/** The elements of a context run on in one dimmed paragraph; one with line breaks keeps them. */
function drawContext({ elements }: ContextBlock, canvas: Canvas): Row[] {
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
    lines.map((line) => ({ ...line, spans: withLook(line.spans, 'dim') })),
    canvas.width,
  );
}

function drawInput({ label, hint, optional, element }: InputBlock, canvas: Canvas): Row[] {
  const { width } = canvas;
  const suffix = optional ? [span(' (optional)', 'dim')] : [];
  return [
    ...wrapLines([{ spans: [span(drawPlainText(label), 'bold'), ...suffix] }], width),
    ...drawRowOf(drawElement(element, canvas), width),
    ...(hint ? wrapLines([{ spans: [span(drawPlainText(hint), 'dim')] }], width) : []),
  ];
}

const drawImage = ({ title, alt_text: alt }: ImageBlock, { width }: Canvas): Row[] => [
  ...(title ? wrapLines([{ spans: [span(drawPlainText(title), 'bold')] }], width) : []),
  ...wrapLines([{ spans: [span(`[image: ${alt}]`)] }], width),
];

const drawDivider = ({ width }: Canvas): Row[] => [[span('─'.repeat(width), 'dim')]];

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
      return drawRowOf(
        block.elements.flatMap((element) => drawElement(element, canvas)),
        canvas.width,
      );
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

/** Blocks one under the other, parted by an empty row except where a rule already parts them. */
export function drawBlocks(blocks: readonly KnownBlock[], canvas: Canvas): Row[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1]?.type;
    const isParted = before === undefined || before === 'divider' || block.type === 'divider';
    const isUnderHeader = before === 'header' && !canvas.color;
    return [...(isParted || isUnderHeader ? [] : [[]]), ...drawBlock(block, canvas)];
  });
}
