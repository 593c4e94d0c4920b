import type { TextObject } from '@slack/types';
import type { Canvas } from './canvas.ts';
import { drawMrkdwn } from './draw-mrkdwn.ts';
import { drawEmojiNames } from './emoji-names.ts';
import { type Line, span } from './styled-text.ts';

/** A text object that is plain, on one line: labels, titles, buttons. */
export const drawPlainText = (object: { text: string; emoji?: boolean }, canvas: Canvas): string =>
  (object.emoji === false ? object.text : drawEmojiNames(object.text, canvas)).replaceAll('\n', ' ');

/** Any text object as lines ready to be wrapped. */
export function drawText(object: TextObject, canvas: Canvas): Line[] {
  if (object.type === 'mrkdwn') {
    const loose = canvas.exact && !object.verbatim ? '(not verbatim) ' : '';
    return drawMrkdwn(`${loose}${object.text}`, canvas);
  }
  const text = object.emoji === false ? object.text : drawEmojiNames(object.text, canvas);
  return text.split('\n').map((line) => ({ spans: [span(line)] }));
}
