export interface LatestWinsOptions<T> {
  /** Shows the newest state, read when it begins. One at a time. */
  readonly work: () => Promise<T>;
  /** After how long it is tried again by itself, given how often it has failed in a row before; undefined: not again. */
  readonly retryInMs?: (result: T, failures: number) => number | undefined;
  /** Called with the rejection of a retry, since nobody waits for one. */
  readonly onRetryError?: (error: unknown) => void;
}

export interface LatestWins<T> {
  /**
   * Runs the work. A call during a run waits for one more run, which all who called meanwhile share.
   * Resolves with the result of the last run; rejects when a run does, and the next call starts anew.
   */
  run(): Promise<T>;
  isRunning(): boolean;
}

/** A single writer for something of which only the newest state matters, such as a Home tab. */
export function createLatestWins<T>(options: LatestWinsOptions<T>): LatestWins<T> {
  const { work, retryInMs = () => undefined, onRetryError = () => {} } = options;
  let running: Promise<T> | undefined;
  let isWantedAgain = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  async function runWhileWanted(): Promise<T> {
    try {
      let result: T;
      do {
        isWantedAgain = false;
        clearTimeout(retry);
        result = await work();
        retryLater(result);
      } while (isWantedAgain);
      return result;
    } finally {
      running = undefined;
    }
  }

  function retryLater(result: T): void {
    const delayMs = retryInMs(result, failures);
    failures = delayMs === undefined ? 0 : failures + 1;
    if (delayMs === undefined) return;
    retry = setTimeout(() => run().catch(onRetryError), delayMs).unref();
  }

  function run(): Promise<T> {
    isWantedAgain = true;
    running ??= runWhileWanted();
    return running;
  }

  return { run, isRunning: () => running !== undefined };
}
