/**
 * One word of a command. `text` is its content, `typed` the original text. `quoted` ones are ids as they are,
 * `unclosed` ones begin with a quote that never ends.
 */
export interface Token {
  readonly kind: 'bare' | 'quoted' | 'unclosed';
  readonly text: string;
  readonly typed: string;
}

/**
 * A quote closes only at the end of a word, so that `"O"Neil"` and `'O'Neil'` are one id each. An apostrophe that opens
 * nothing is looked at for no more than 256 characters: an id is shorter, and hostile text may hold thousands.
 */
const WORD = /"(.*?)"(?=[\s,;]|$)|'(.{1,256}?)'(?=[\s,;]|$)|(".*)|[^\s,;]+/gu;
const WRAPPED = /^(?:\((.+)\)|\[(.+)\]|\{(.+)\}|<(.+)>|`+([^`]+)`+)$/u;
/** Begins where such signs begin, or after the first character of the word. */
const TRAILING = /(?<=^.|[^.!?:…'"`])[.!?:…'"`]+$/u;
/** Begins and ends as most ids do. */
const NOTHING_AROUND = /^[A-Za-z0-9](?:.*[A-Za-z0-9])?$/;
/** No id is that long, however it is wrapped. */
const LONGEST_WRAPPED = 256;
/** `#1001` is how people write a number. */
const LEADING = /^['`#]+(?=.)/u;

/** Words without quotes or surrounding punctuation, as nearly everybody types them: recognised quickly. */
const PLAIN_WORDS = /^[\w-]+(?: [\w-]+)*$/;

/** Splits folded text at white space, commas and semicolons outside of quotes. Bare words lose the punctuation around them. */
export function tokenize(folded: string): Token[] {
  if (PLAIN_WORDS.test(folded)) {
    return folded.split(' ').map((word) => ({ kind: 'bare', text: word, typed: word }));
  }
  return [...folded.matchAll(WORD)].map(([typed, double, single, unclosed]) => {
    const quoted = double ?? single;
    if (quoted !== undefined) return { kind: 'quoted', text: quoted.trim(), typed };
    return unclosed === undefined
      ? { kind: 'bare', text: unwrap(typed), typed }
      : { kind: 'unclosed', text: unclosed, typed };
  });
}

/** `(1001).` → `1001`; but `A(1)` stays whole, and so does a lone `?`. */
function unwrap(word: string): string {
  if (word.length > LONGEST_WRAPPED || NOTHING_AROUND.test(word)) return word;
  let bare = word;
  let before: string;
  do {
    before = bare;
    bare = before.replace(TRAILING, '').replace(LEADING, '').replace(WRAPPED, '$1$2$3$4$5');
  } while (bare !== before);
  return bare;
}
