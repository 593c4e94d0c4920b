const DOUBLE_QUOTES = /[“”„‟«»〝〞〟]/gu;
const SINGLE_QUOTES = /[‘’‚‛‹›´]/gu;
/** Every dash there is; keyboards make long ones of `-` and `--`. */
const DASHES = /[\u2010-\u2015\u2212\u2E3A\u2E3B\u{10EAD}]/gu;
/** Zero-width characters, direction marks, soft hyphens, variation selectors, fillers; and the blank Braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;
/** `&amp;`, `&lt;`, `&gt;`, escaped any number of times. */
const ENTITY = /&(?:amp;)*(?:(lt|gt);)?/g;
/** An e-mail address or URL that Slack made a link of: the label is what was typed. */
const LABELLED_LINK = /<[a-z][a-z0-9+.-]*:[^<>|]*\|([^<>|]+)>/gi;

/** Plain letters, digits and signs without `&` and `<`, as nearly everybody types them: recognised quickly. */
const NOTHING_TO_UNDO = /^[ -%'-;=-~]*$/;
/** For links in links and entities of entities: two or three rounds undo what people and their tools make. */
const ROUNDS_AT_MOST = 5;
const MARKUP_SIGNS = /[&<>]/g;

/**
 * Typed text with everything undone that keyboards, clipboards and Slack's markup do to it. Folding it again changes
 * nothing; so an id read from it stays the same id when it is typed once more. Takes time in proportion to the length,
 * which the caller bounds; one character may become eighteen.
 */
export function normalize(text: string): string {
  if (NOTHING_TO_UNDO.test(text)) return text.trim();
  // Deeper nesting is not a real link, and each level would cost one more round: its signs are removed.
  return settled(text) ?? settled(text.replace(MARKUP_SIGNS, ' ')) ?? '';
}

function settled(text: string): string | undefined {
  let before = text;
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    const folded = foldOnce(before);
    if (folded === before) return folded;
    before = folded;
  }
  return undefined;
}

function foldOnce(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(DASHES, '-')
    .normalize('NFKC')
    .replace(LABELLED_LINK, '$1')
    .replace(ENTITY, (_entity, name?: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'))
    .replace(/\s/gu, ' ')
    .trim();
}
