/** Tells those who wait that something in the local Slack has changed. */
export interface Changes {
  notify(): void;
  /** Calls `listener` after each change until the result is called. */
  listen(listener: () => void): () => void;
  /**
   * The first answer of `look` that is not undefined; it is asked at once and again after each change.
   * Rejects after `timeoutMs` with what `describe` says, when `look` throws, and when the local Slack closes.
   */
  until<T>(look: () => T | undefined, limits: { timeoutMs: number; describe: () => string }): Promise<T>;
  close(): void;
}

export function createChanges(): Changes {
  const waiting = new Set<{ check: () => void; giveUp: (reason: Error) => void }>();
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const waiter of [...waiting]) waiter.check();
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    until(look, { timeoutMs, describe }) {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(waiter);
          settle();
        };
        const waiter = {
          check() {
            try {
              const found = look();
              if (found !== undefined) end(() => resolve(found));
            } catch (error) {
              end(() => reject(error));
            }
          },
          giveUp: (reason: Error) => end(() => reject(reason)),
        };
        const timer = setTimeout(() => {
          waiter.giveUp(new Error(`waited ${timeoutMs} ms in vain; now ${describe()}`));
        }, timeoutMs);
        waiting.add(waiter);
        waiter.check();
      });
    },
    close() {
      for (const waiter of [...waiting]) waiter.giveUp(new Error('the local Slack was closed'));
    },
  };
}
