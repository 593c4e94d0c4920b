/**
 * How many turns of the event loop others get while `work` is done. Work on thousands of things is done in pieces with a
 * turn in between; on any machine there are as many turns as pieces, however long each takes.
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
