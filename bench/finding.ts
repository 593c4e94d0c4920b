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
  /** What is held in its place where it is out of reach for now: docs/decisions/0007. It is shown as missed all the same. */
  readonly held?: number;
  readonly unit: '×' | 'ms' | 'a second';
}

export const isMet = ({ value, should, limit }: Goal): boolean =>
  should === 'at least' ? value >= limit : value <= limit;

/** Noise of a loaded machine does not move a ratio this far. */
const TOLERANCE = 0.25;

/** Off by more than a quarter. A value that is no number is off. */
export function isOff({ value, should, limit, held = limit }: Goal): boolean {
  return should === 'at least' ? !(value >= held * (1 - TOLERANCE)) : !(value <= held * (1 + TOLERANCE));
}
