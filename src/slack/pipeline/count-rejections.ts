import type { Logger } from 'pino';
import { createDedupe } from '../../async.ts';
import type { Observe } from '../../domain/events.ts';

/** Counts a request that is not taken for Slack's. The reason, a short word of ours, is for the log. */
export type Reject = (reason: string) => void;

/** How often each reason is logged, however many requests are refused. */
const LOG_EVERY_MS = 1_000;

/** Counts what is refused, and says so in the log: never anything that came with the request. */
export function countRejections(
  /** Epoch milliseconds. */
  now: () => number,
  log: Logger,
  observe?: Observe,
): Reject {
  const isDue = createDedupe(LOG_EVERY_MS, now);
  return (reason) => {
    observe?.({ kind: 'request-refused' });
    if (isDue(reason)) log.warn({ reason }, 'refused a request');
  };
}
