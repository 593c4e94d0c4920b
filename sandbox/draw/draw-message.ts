import type { KnownBlock } from '@slack/types';
import { type Canvas, type DrawOptions, toCanvas } from './canvas.ts';
import { cleanPayload } from './clean-text.ts';
import { drawBlocks, drawDivider } from './draw-blocks.ts';
import { drawMrkdwn } from './draw-mrkdwn.ts';
import { paintRow, type Row, span } from './styled-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** The part of a message that is seen. Must be one that Slack accepts: see `validateMessage`. */
export interface DrawableMessage {
  /** Shown only when there are no blocks, as in Slack; above them in an exact drawing. */
  readonly text?: unknown;
  readonly blocks?: unknown;
  /** False turns the markup of `text` off. */
  readonly mrkdwn?: unknown;
}

function drawTopText(text: string, isMrkdwn: boolean, canvas: Canvas): Row[] {
  const lines = isMrkdwn
    ? drawMrkdwn(text, canvas)
    : text.split('\n').map((line) => ({ spans: [span(line)] }));
  return wrapLines(lines, canvas.width);
}

/**
 * What a person sees of a message, as text for a terminal, without a line break at its end. Nothing in the message can
 * steer the terminal: control characters are removed. Who may see it is the caller's to say.
 */
export function drawMessage(message: DrawableMessage, options: DrawOptions): string {
  const canvas = toCanvas(options);
  const { text, blocks, mrkdwn } = cleanPayload({ ...message });
  const hasBlocks = Array.isArray(blocks) && blocks.length > 0;
  const isTextDrawn = !hasBlocks || canvas.exact;
  const top = isTextDrawn ? drawTopText(typeof text === 'string' ? text : '', mrkdwn !== false, canvas) : [];
  // Accepted by validateMessage, so they have the shapes of @slack/types.
  const below = hasBlocks ? drawBlocks(blocks as KnownBlock[], canvas) : [];
  const rows = hasBlocks && isTextDrawn ? [...top, ...drawDivider(canvas), ...below] : [...top, ...below];
  return rows.map((row) => paintRow(row, canvas.color)).join('\n');
}
