/** A pattern for ids, one character an entry: `*` is any characters, `?` is one. */
export type Glob = readonly string[];

export const toGlob = (pattern: string): Glob => [...pattern];

export const hasWildcard = (pattern: string): boolean => /[*?]/.test(pattern);

/**
 * Whether the whole text fits. The steps are at most the length of the text times that of the pattern: only the last `*` is
 * tried again, because an earlier one could take nothing that the last cannot.
 */
export function fitsGlob(glob: Glob, text: readonly string[]): boolean {
  let [atGlob, atText] = [0, 0];
  let [afterStar, retryAt] = [-1, 0];
  while (atText < text.length) {
    const part = glob[atGlob];
    if (part === '*') {
      atGlob += 1;
      [afterStar, retryAt] = [atGlob, atText];
    } else if (part === '?' || part === text[atText]) {
      atGlob += 1;
      atText += 1;
    } else if (afterStar >= 0) {
      retryAt += 1;
      [atGlob, atText] = [afterStar, retryAt];
    } else {
      return false;
    }
  }
  return glob.slice(atGlob).every((part) => part === '*');
}

/** A character for each wildcard that no pattern has, so that only wildcards fit it. */
const ANY = '\u{10FFFD}';

/** An id that fits both, with as much in place of each wildcard as shows that it is one; undefined when none does. */
export function commonId(a: Glob, b: Glob): string | undefined {
  const seen = new Set<number>();
  const found = (atA: number, atB: number): string | undefined => {
    const place = atA * (b.length + 1) + atB;
    if (seen.has(place)) return undefined;
    seen.add(place);
    const [mine, theirs] = [a[atA], b[atB]];
    if (mine === undefined && theirs === undefined) return '';
    if (mine === '*' && theirs === '*') return after(ANY, found(atA + 1, atB) ?? found(atA, atB + 1));
    if (mine === '*') return besideStar(theirs, () => found(atA, atB + 1)) ?? found(atA + 1, atB);
    if (theirs === '*') return besideStar(mine, () => found(atA + 1, atB)) ?? found(atA, atB + 1);
    if (mine === undefined || theirs === undefined) return undefined;
    if (mine !== theirs && mine !== '?' && theirs !== '?') return undefined;
    return after(mine === '?' ? letter(theirs) : mine, found(atA + 1, atB + 1));
  };
  return found(0, 0);
}

const letter = (part: string) => (part === '?' ? ANY : part);
const after = (first: string, rest: string | undefined) => (rest === undefined ? undefined : first + rest);
const besideStar = (part: string | undefined, rest: () => string | undefined) =>
  part === undefined ? undefined : after(letter(part), rest());
