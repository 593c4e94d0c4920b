/** Where requests stand still for as long as somebody wants, whatever the time. */
export interface Gate {
  /** Closed until the function that it returns is called; those that wait go on together then. */
  close(): () => void;
  /** At once while it is open. */
  pass(): Promise<void>;
}

/** Open until it is closed. */
export function createGate(): Gate {
  let opened = Promise.resolve();
  return {
    close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      opened = promise;
      return resolve;
    },
    pass: () => opened,
  };
}
