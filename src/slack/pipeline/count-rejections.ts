import type { Logger } from 'pino';
import type { Observe, RequestRefusal } from '../../domain/events.ts';

/** Why a request is not taken for Slack's. */
export type RejectionReason = Exclude<RequestRefusal, 'busy'>;

export interface RejectionsDeps {
  readonly observe?: Observe | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}

/** How often each reason is logged, however many requests are refused. */
const LOG_EVERY_MS = 1_000;

/** Counts what is refused, and says so in the log: never anything that came with the request. */
export function countRejections({ observe, now, log }: RejectionsDeps): (reason: RejectionReason) => void {
  const quiet = new Map<RejectionReason, { untilMs: number; unsaid: number }>();
  return (reason) => {
    observe?.({ kind: 'request-refused', reason });
    const before = quiet.get(reason);
    // A clock that was set back must not suppress the log.
    const isQuiet = before !== undefined && Math.abs(before.untilMs - now()) <= LOG_EVERY_MS;
    if (isQuiet && now() < before.untilMs) {
      before.unsaid += 1;
      return;
    }
    quiet.set(reason, { untilMs: now() + LOG_EVERY_MS, unsaid: 0 });
    log.warn({ reason, ...(before?.unsaid && { unsaidBefore: before.unsaid }) }, 'refused a request');
  };
}
