/** Milliseconds of processor time of this thread: a machine that is busy with other things, or stands still itself, does not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Code that runs for the first time and the collection of garbage stop a loop too; work of ours does so every time. */
const TRIES = 3;

/** How long the event loop stands still at most while `work` is done, in the best of three tries: milliseconds of processor time. */
export async function longestStopMs(work: () => Promise<unknown>): Promise<number> {
  const stops: number[] = [];
  while (stops.length < TRIES) stops.push(await longestTurnMs(work));
  return Math.min(...stops);
}

/** The longest turn of the event loop. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let [tookMs, lastMs, isDone] = [0, threadCpuMs(), false];
  const look = () => {
    const nowMs = threadCpuMs();
    tookMs = Math.max(tookMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isDone = true;
  }
  look();
  return tookMs;
}
