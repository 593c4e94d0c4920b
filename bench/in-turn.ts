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
