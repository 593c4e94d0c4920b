/** What one measurement found: a table of its own, and the ratios that it is judged by. */
export interface Finding {
  readonly title: string;
  /** What was measured, and beside what: one or two sentences. */
  readonly about: string;
  readonly columns: readonly string[];
  /** The first cell names what was measured. */
  readonly rows: readonly (readonly string[])[];
  readonly goals: readonly Goal[];
}

/** A ratio, or a figure that means the same on any machine, and what it should be. */
export interface Goal {
  readonly name: string;
  readonly value: number;
  readonly should: 'at least' | 'at most';
  readonly limit: number;
  /** How far the rounds are from `value`, in the same unit. Absent: not known. */
  readonly spread?: number;
  readonly unit: '×' | 'ms' | 'a second';
}

export const isMet = ({ value, should, limit }: Goal): boolean =>
  should === 'at least' ? value >= limit : value <= limit;

/** Where the spread is not known: noise of a loaded machine does not move a figure by such a share. */
const TOLERANCE = 0.25;

/** Missed by more than three spreads. A value that is not a number is off. */
export function isOff({ value, should, limit, spread = (limit * TOLERANCE) / 3 }: Goal): boolean {
  return should === 'at least' ? !(value + 3 * spread >= limit) : !(value - 3 * spread <= limit);
}
