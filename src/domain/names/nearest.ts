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

/**
 * How many slips of the thumb one text is from another, two at most: a letter too many, left out, changed, or swapped
 * with the next one. Infinity for more than `atMost`. Takes time in proportion to the length, for nearly all texts a moment.
 */
export function slipsBetween(from: string, to: string, atMost: 0 | 1 | 2): number {
  return slipsAfter(from, to, { atFrom: 0, atTo: 0, left: atMost });
}

function slipsAfter(
  from: string,
  to: string,
  { atFrom, atTo, left }: { readonly atFrom: number; readonly atTo: number; readonly left: number },
): number {
  let [i, j] = [atFrom, atTo];
  while (i < from.length && j < to.length && from[i] === to[j]) {
    i += 1;
    j += 1;
  }
  const [more, others] = [from.length - i, to.length - j];
  if (more === 0 || others === 0) return Math.max(more, others) <= left ? Math.max(more, others) : TOO_MANY;
  if (left === 0 || Math.abs(more - others) > left) return TOO_MANY;
  const isSwap = from[i] === to[j + 1] && from[i + 1] === to[j];
  const after = (skipped: number, skippedTo: number) =>
    slipsAfter(from, to, { atFrom: i + skipped, atTo: j + skippedTo, left: left - 1 });
  return 1 + Math.min(after(1, 1), after(1, 0), after(0, 1), isSwap ? after(2, 2) : TOO_MANY);
}

const TOO_MANY = Number.POSITIVE_INFINITY;
