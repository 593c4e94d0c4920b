/** Of the known words the one that `word` was most likely meant to be; undefined when none resembles it. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  // Longer than any word it could be: the effort grows with the length of both.
  if (word.length > 64) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/** How many characters to add, leave out or change (Levenshtein). Takes the length of both, multiplied. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
