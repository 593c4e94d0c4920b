export type Changes = ReturnType<typeof createChanges>;

/** Notifies listeners of changes in the local Slack. */
export function createChanges() {
  const listeners = new Set<() => void>();
  let isClosed = false;
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  /** Calls `listener` after each change until the returned function is called. */
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    notify,
    listen,
    /**
     * The first result of `look` that is not undefined; it is called now and after each change. Rejects after `timeoutMs`,
     * a minute by default, with the text of `describe`, when `look` throws, and when the local Slack closes.
     */
    until<T>(look: () => T | undefined, describe: () => string, { timeoutMs = 60_000 } = {}): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const check = () => {
        try {
          if (isClosed) throw new Error('the local Slack was closed');
          const found = look();
          if (found !== undefined) resolve(found);
        } catch (error) {
          reject(error);
        }
      };
      const giveUp = () => reject(new Error(`waited ${timeoutMs} ms in vain; now ${describe()}`));
      const timer = setTimeout(giveUp, timeoutMs);
      const stop = listen(check);
      check();
      return promise.finally(() => {
        clearTimeout(timer);
        stop();
      });
    },
    close() {
      isClosed = true;
      notify();
    },
  };
}
