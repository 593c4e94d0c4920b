export type Changes = ReturnType<typeof createChanges>;

/** Notifies listeners of changes in the local Slack. */
export function createChanges() {
  /** Called after each change, and with a reason at the end. */
  const listeners = new Set<(reason?: Error) => void>();
  return {
    notify() {
      for (const listener of [...listeners]) listener();
    },
    /** Calls `listener` after each change until the returned function is called. */
    listen(listener: () => void): () => void {
      const own = (reason?: Error) => reason === undefined && listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    /**
     * The first result of `look` that is not undefined; it is called now and after each change. Rejects after `timeoutMs`
     * with the text of `describe`, when `look` throws, and when the local Slack closes.
     */
    until<T>(
      look: () => T | undefined,
      { timeoutMs, describe }: { timeoutMs: number; describe: () => string },
    ): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const check = (reason?: Error) => {
        try {
          if (reason) throw reason;
          const found = look();
          if (found === undefined) return;
          resolve(found);
        } catch (error) {
          reject(error);
        }
        clearTimeout(timer);
        listeners.delete(check);
      };
      const timer = setTimeout(
        () => check(new Error(`waited ${timeoutMs} ms in vain; now ${describe()}`)),
        timeoutMs,
      );
      listeners.add(check);
      check();
      return promise;
    },
    close() {
      for (const listener of [...listeners]) listener(new Error('the local Slack was closed'));
    },
  };
}
