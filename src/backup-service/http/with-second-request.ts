import { SupersededError, withSignal } from './abort.ts';
import { isRepeatable } from './with-retries.ts';

/** What a request is sent with. */
export interface RequestPart {
  readonly signal: AbortSignal;
  /** Sends the second request. Absent: this is the second. */
  readonly whenSlow?: () => void;
}

/**
 * Lets a slow request go on and sends a second one beside it. Settles with the first answer, good or bad, and aborts the
 * other request with a `SupersededError`. A failure worth repeating counts only once neither is left; the earlier one is thrown.
 */
export function withSecondRequest<T>(
  parent: AbortSignal,
  send: (part: RequestPart) => Promise<T>,
): Promise<T> {
  return withSignal(parent, async (controller) => {
    const { signal } = controller;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let running = 0;
    let earlierFailure: unknown;
    const start = (part: RequestPart) => {
      running += 1;
      const answered = (answer: T) => {
        running -= 1;
        resolve(answer);
      };
      send(part).then(answered, (error: unknown) => {
        running -= 1;
        earlierFailure ??= error;
        if (!isRepeatable(error)) reject(error);
        else if (running === 0) reject(earlierFailure);
      });
    };
    start({ signal, whenSlow: () => start({ signal }) });
    try {
      return await promise;
    } finally {
      // Mostly there is no other, and an error with its stack takes longer than to parse the answer.
      if (running > 0) controller.abort(new SupersededError());
    }
  });
}
