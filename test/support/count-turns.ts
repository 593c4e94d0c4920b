/**
 * How many turns of the event loop others get during `work`. Work in batches yields between two batches, so on any machine
 * there are as many turns as batches.
 */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const look = () => {
    turns += 1;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isDone = true;
  }
  return turns;
}
