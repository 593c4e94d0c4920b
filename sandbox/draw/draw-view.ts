import type { HomeView, KnownBlock, ModalView } from '@slack/types';
import { type Canvas, type DrawOptions, toCanvas } from './canvas.ts';
import { cleanPayload } from './clean-text.ts';
import { drawBlocks } from './draw-blocks.ts';
import { drawButton } from './draw-element.ts';
import { drawRest } from './draw-note.ts';
import { drawPlainText } from './draw-text.ts';
import { padRow, paintRow, type Row, rowWidth, span } from './styled-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** Columns that the frame of a modal takes: a line and a space on each side. */
const FRAME_WIDTH = 4;

/** The buttons under a modal. Slack calls the left one Close when there is nothing to submit. */
function drawFooter({ submit, close }: ModalView, canvas: Canvas): Row {
  const leave = close ? drawPlainText(close, canvas) : submit ? 'Cancel' : 'Close';
  const buttons = [drawButton(leave)];
  if (submit) buttons.push(span(' '), drawButton(drawPlainText(submit, canvas), 'primary'));
  return [span(' '.repeat(Math.max(0, canvas.width - rowWidth(buttons)))), ...buttons];
}

const rule = (left: string, right: string, width: number): Row => [
  span(`${left}${'─'.repeat(width - 2)}${right}`, 'dim'),
];

/** What a view says of itself besides what is drawn, and besides what is new with each window or only Slack's. */
const SEEN = 'type title submit close blocks id external_id hash state errors'.split(' ');

function drawModal(view: ModalView, canvas: Canvas): Row[] {
  const inner = { ...canvas, width: canvas.width - FRAME_WIDTH };
  const { width } = inner;
  const framed = (row: Row): Row => [span('│ ', 'dim'), ...padRow(row, width), span(' │', 'dim')];
  const title = wrapLines([{ spans: [span(drawPlainText(view.title, canvas), 'bold')] }], width);
  const body = drawBlocks(view.blocks as KnownBlock[], inner);
  return [
    rule('┌', '┐', canvas.width),
    ...[...title, ...drawRest(view, SEEN, inner)].map(framed),
    rule('├', '┤', canvas.width),
    ...body.map(framed),
    rule('├', '┤', canvas.width),
    framed(drawFooter(view, inner)),
    rule('└', '┘', canvas.width),
  ];
}

/**
 * What a person sees of a Home tab or a modal, as text for a terminal, without a line break at its end. The view must be
 * one that Slack accepts: see `validateView`.
 */
export function drawView(view: unknown, options: DrawOptions): string {
  const canvas = toCanvas(options);
  // Accepted by validateView, so it has the shape of @slack/types.
  const clean = cleanPayload(view) as HomeView | ModalView;
  const rows =
    clean.type === 'modal'
      ? drawModal(clean, canvas)
      : [...drawRest(clean, SEEN, canvas), ...drawBlocks(clean.blocks as KnownBlock[], canvas)];
  return rows.map((row) => paintRow(row, canvas.color)).join('\n');
}
