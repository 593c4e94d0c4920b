const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Sanitizes text from outside for one line: any white space becomes one space; control characters, direction marks and
 * zero-width characters are removed, so that nothing reorders or breaks the line; lone surrogates and stacks of accents are
 * repaired. Truncated to `maxLength` UTF-16 units, with a `…`.
 */
export function sanitize(text: string, maxLength: number): string {
  return truncate(IS_CLEAN.test(text) ? text : oneLine(text).replace(INVISIBLE, '').trim(), maxLength);
}

/** As `sanitize`, but invisible characters are spelled out (`[U+202E]`), for somebody who examines what was sent. */
export function sanitizeShowingInvisible(text: string, maxLength: number): string {
  return truncate(oneLine(text).replace(INVISIBLE, spellOut), maxLength);
}

/** As `sanitize`, but truncated in the middle: long ids often differ only at their end. */
export function sanitizeKeepingEnd(text: string, maxLength: number): string {
  const whole = sanitize(text, text.length);
  if (whole.length <= maxLength) return whole;
  const head = truncate(whole, Math.ceil(maxLength / 2));
  const end = [...graphemes.segment(whole.slice(head.length - maxLength - 1))].reverse();
  return `${head}${whole.slice(whole.length - fitting(end, maxLength - head.length))}`;
}

/**
 * Truncates text to `maxLength` UTF-16 units, including a `…` at the end. Never splits a grapheme, which people read as one
 * character.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Segmenting long text is slow, and nothing past the limit is kept anyway.
  const kept = text.slice(0, fitting(graphemes.segment(text.slice(0, maxLength + 1)), maxLength - 1));
  return `${kept.trimEnd()}…`;
}

/** How many UTF-16 units of whole graphemes fit in. */
function fitting(segments: Iterable<Intl.SegmentData>, maxLength: number): number {
  let length = 0;
  for (const { segment } of segments) {
    if (length + segment.length > maxLength) break;
    length += segment.length;
  }
  return length;
}

// Control characters, direction marks, zero-width characters, tags and fillers, except U+FE0F, which colors an emoji.
const INVISIBLE = /(?!\uFE0F)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** ASCII words with single spaces, as in nearly every text. */
const IS_CLEAN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const MAX_ACCENTS = /(\p{M}{4})\p{M}+/gu;

const oneLine = (text: string) => text.toWellFormed().replace(/\s+/gu, ' ').replace(MAX_ACCENTS, '$1');

const spellOut = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
