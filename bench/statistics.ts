/** The value below which the share `p` (0 to 1) of the values lies, by nearest rank. NaN for no values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}

/** What several rounds come to. */
export interface Middle {
  /** Of the rounds, the one in the middle. */
  readonly value: number;
  /** The median distance of a round from `value`: half of the rounds are nearer. */
  readonly spread: number;
}

export function middleOf(rounds: readonly number[]): Middle {
  const value = percentile(rounds, 0.5);
  const distances = rounds.map((round) => Math.abs(round - value));
  return { value, spread: percentile(distances, 0.5) };
}

/** How many times `beside` the values are, round by round: what slows a round down slows down both. */
export const ratioOf = (values: readonly number[], beside: readonly number[]): Middle =>
  middleOf(values.map((value, round) => value / (beside[round] ?? Number.NaN)));

/**
 * Measures each subject once a round, so that whatever else the machine does meets all of them alike; every other round
 * in the opposite order, so that none is always the first. Results by subject, in the order of the rounds.
 */
export async function inTurn<Name extends string, Result>(
  subjects: Readonly<Record<Name, () => Promise<Result>>>,
  rounds: number,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results[name]?.push(await subjects[name]());
  }
  return results as Record<Name, Result[]>;
}
