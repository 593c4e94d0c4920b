/** Zero-width characters, direction marks, variation selectors, controls. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Needs no Unicode folding. */
const ASCII = /^[\x20-\x7e]*$/;
/** `i` with its dot made a character of its own, which is what Unicode makes of a small İ. */
const COMBINING_DOT = '\u0307';

/**
 * A name as it is compared. Alike are: large and small letters of any script; İ, I, ı and i, as Turkish and English
 * pair them differently; ß and ss; what only looks different inside the machine (NFKC); runs of white space.
 * Empty for text of which nothing can be seen.
 */
export const foldName = (name: string): string =>
  ASCII.test(name) ? inOneLine(name.toLowerCase()) : foldUnicode(name);

const foldUnicode = (name: string) =>
  inOneLine(
    name
      .normalize('NFKC')
      .replace(INVISIBLE, '')
      .toLowerCase() // ẞ is no upper case of ß to toUpperCase, but ß is the lower case of ẞ
      .toUpperCase()
      .normalize('NFKD')
      .replaceAll(`I${COMBINING_DOT}`, 'I')
      .toLowerCase()
      .normalize('NFKC'),
  );

const inOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();
