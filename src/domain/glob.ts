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
