/** The value below which the share `p` (0 to 1) of the values lies, by nearest rank. NaN for no values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}

/** With an even number of values the mean of the two in the middle. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** How many times `beside` the values are, in the middle of the rounds: what slows a round down slows down both. */
export const medianRatio = (values: readonly number[], beside: readonly number[]): number =>
  median(values.map((value, round) => value / (beside[round] ?? Number.NaN)));

/** What several rounds of one measurement come to. */
export interface Summary {
  readonly median: number;
  /** Half the way from the lowest round to the highest, as a share of the median: how far to trust it. */
  readonly spread: number;
}

export function summarise(rounds: readonly number[]): Summary {
  const middle = median(rounds);
  return { median: middle, spread: (Math.max(...rounds) - Math.min(...rounds)) / 2 / middle };
}
