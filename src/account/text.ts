const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Text from outside, made fit for one line: white space of every kind becomes one space; control characters,
 * direction marks and zero-width characters go, so that nothing reorders or breaks the line; broken surrogates and
 * heaps of accents are repaired. Cut visibly at `maxLength` UTF-16 units.
 */
export function sanitize(text: string, maxLength: number): string {
  return truncate(IS_CLEAN.test(text) ? text : oneLine(text).replace(INVISIBLE, '').trim(), maxLength);
}

/** As `sanitize`, but invisible characters are spelt out (`[U+202E]`), for somebody who looks into what was sent. */
export function sanitizeShowingInvisible(text: string, maxLength: number): string {
  return truncate(oneLine(text).replace(INVISIBLE, spellOut), maxLength);
}

/** As `sanitize`, but truncated in the middle: long ids often differ only at their end. */
export function sanitizeKeepingEnd(text: string, maxLength: number): string {
  const whole = sanitize(text, text.length);
  if (whole.length <= maxLength) return whole;
  const head = truncate(whole, Math.ceil(maxLength / 2));
  return `${head}${lastGraphemes(whole, maxLength - head.length)}`;
}

/**
 * At most `maxLength` UTF-16 units, the last of them `…` when something had to go. Never splits what reads as one
 * character.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Segmenting is slow on long text and nothing past the limit can stay.
  let kept = '';
  for (const { segment } of graphemes.segment(text.slice(0, maxLength + 1))) {
    if (kept.length + segment.length > maxLength - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

// Control characters, direction marks, zero-width ones, tags, fillers: all but U+FE0F, which makes an emoji colourful.
const INVISIBLE = /(?!\uFE0F)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Words of ASCII characters with one space between them: what nearly every text is. */
const IS_CLEAN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const MAX_ACCENTS = /(\p{M}{4})\p{M}+/gu;

const oneLine = (text: string) => text.toWellFormed().replace(/\s+/gu, ' ').replace(MAX_ACCENTS, '$1');

const spellOut = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

function lastGraphemes(text: string, maxLength: number): string {
  let kept = '';
  for (const { segment } of [...graphemes.segment(text.slice(-maxLength - 1))].reverse()) {
    if (kept.length + segment.length > maxLength) break;
    kept = segment + kept;
  }
  return kept;
}
