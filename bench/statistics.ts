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

/** A ratio of two subjects that were measured round by round. */
export interface Ratio {
  /** The middle of the ratios of the rounds: what slows a round down slows down both. */
  readonly value: number;
  /** The median distance of a round's ratio from `value`: half of the rounds are nearer. */
  readonly spread: number;
}

/** How many times `beside` the values are. */
export function ratioOf(values: readonly number[], beside: readonly number[]): Ratio {
  const ratios = values.map((value, round) => value / (beside[round] ?? Number.NaN));
  const value = median(ratios);
  return { value, spread: median(ratios.map((one) => Math.abs(one - value))) };
}

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
