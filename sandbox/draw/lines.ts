// Text for a terminal: the width of characters, and how lines wrap into rows.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Unicode's East Asian Wide and Fullwidth blocks, coarsely. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|^[#*\d]\uFE0F?\u20E3$/u;
/** Combining marks, joiners and variation selectors on their own. */
const INVISIBLE = /^[\p{M}\p{Cf}]+$/u;

const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}

/** The number of terminal columns that the text takes. An emoji takes two. */
export const displayWidth = (text: string): number =>
  graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);

/** Pads the text with spaces to `width` columns. */
export const pad = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** Prevents a line break at the spaces in the text. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0');

/** Cuts a word that is wider than a row into pieces. */
function pieces(word: string, width: number): string[] {
  const truncate = [''];
  for (const grapheme of graphemes(word)) {
    const last = truncate.at(-1) ?? '';
    if (last !== '' && displayWidth(last) + graphemeWidth(grapheme) > width) truncate.push(grapheme);
    else truncate[truncate.length - 1] = last + grapheme;
  }
  return truncate;
}

/** The first row of a list item begins with a bullet. Its other rows and lines are indented. */
export const BULLET = '• ';
export const INDENT = '  ';

function wrapLine(line: string, width: number): string[] {
  const indent = line.startsWith(BULLET) || line.startsWith(INDENT) ? INDENT : '';
  const rows = [''];
  let gap = '';
  for (const part of line.split(/( +)/).filter(Boolean)) {
    if (part.startsWith(' ')) {
      gap = part;
      continue;
    }
    for (const [index, piece] of pieces(part, width - indent.length).entries()) {
      const row = rows.at(-1) ?? '';
      const isFitting = index === 0 && displayWidth(row + gap + piece) <= width;
      if (isFitting) rows.splice(-1, 1, row + gap + piece);
      else if (row === '') rows.splice(-1, 1, piece);
      else rows.push(indent + piece);
    }
    gap = '';
  }
  return rows;
}

/** Wraps lines into rows of at most `width` columns, between words where possible. */
export const wrapLines = (lines: readonly string[], width: number): string[] =>
  lines.flatMap((line) => wrapLine(line, width));

/** Marks that reorder text on screen (UAX #9): with them, a terminal would show another text than the one that was sent. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A copy of a JSON value without the control characters that a terminal would act on. Line breaks stay. */
export function cleanPayload<T>(payload: T): T {
  const clean = (text: string) =>
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll('\t', ' ')
      .replace(/[^\P{Cc}\n]/gu, '')
      .replace(BIDI_CONTROLS, '');
  return JSON.parse(JSON.stringify(payload), (_key, value: unknown) =>
    typeof value === 'string' ? clean(value) : value,
  );
}
