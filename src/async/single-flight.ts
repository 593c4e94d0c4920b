/** A result that may have been asked for by somebody else. */
export interface Shared<T> {
  readonly result: Promise<T>;
  /** False for the one who started the work. */
  readonly isJoined: boolean;
}

/** Lets everybody who asks for an id while `work` is under way for it wait for that one result, or that one failure. */
export function createSingleFlight<T>(work: (id: string) => Promise<T>): (id: string) => Shared<T> {
  const inFlight = new Map<string, Promise<T>>();

  return (id) => {
    const running = inFlight.get(id);
    if (running !== undefined) return { result: running, isJoined: true };
    const result = work(id).finally(() => inFlight.delete(id));
    inFlight.set(id, result);
    return { result, isJoined: false };
  };
}
