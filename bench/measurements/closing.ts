/** Things to stop when a measurement ends, whichever way: the last one first. */
export interface Closing {
  add<T extends { stop(): Promise<void> }>(thing: T): T;
}

/** Runs `work` and then stops everything that it has added. */
export async function closing<T>(work: (closing: Closing) => Promise<T>): Promise<T> {
  const things: { stop(): Promise<void> }[] = [];
  try {
    return await work({
      add(thing) {
        things.push(thing);
        return thing;
      },
    });
  } finally {
    for (const thing of things.toReversed()) await thing.stop();
  }
}
