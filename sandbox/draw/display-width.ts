const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Unicode's East Asian Wide and Fullwidth blocks, coarsely. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|^[#*\d]\uFE0F?\u20E3$/u;
/** Combining marks, joiners and variation selectors on their own. */
const INVISIBLE = /^[\p{M}\p{Cf}]+$/u;

/** What a person takes for one character each. */
export const graphemes = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}

/** Columns the text takes in a terminal; an emoji takes two. */
export const displayWidth = (text: string): number =>
  graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
