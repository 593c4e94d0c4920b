/** A result that may have been asked for by somebody else. */
export interface Shared<T> {
  readonly result: Promise<T>;
  /** False for the one who started the work. */
  readonly isJoined: boolean;
}

/**
 * Shares one call of `work` among all who ask for the same id while it is under way: they get the same result or
 * failure. Any other argument is that of the caller who started it.
 */
export function createSingleFlight<T, Rest extends readonly unknown[]>(
  work: (id: string, ...rest: Rest) => Promise<T>,
): (id: string, ...rest: Rest) => Shared<T> {
  const inFlight = new Map<string, Promise<T>>();

  return (id, ...rest) => {
    const running = inFlight.get(id);
    if (running !== undefined) return { result: running, isJoined: true };
    const result = work(id, ...rest).finally(() => inFlight.delete(id));
    inFlight.set(id, result);
    return { result, isJoined: false };
  };
}
