import type { CallSlack } from './create-call-slack.ts';

/** However long Slack says: nobody should be refused for longer on the word of one answer. */
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Keeps the pause that Slack asks for, for all calls at once: its limits are on the app, not on who is asked about. */
export function withPause(callSlack: CallSlack, now: () => number): CallSlack {
  let [fromMs, lengthMs] = [0, 0];
  return async (method, call, expected) => {
    const passedMs = now() - fromMs;
    // Below zero the clock was set back.
    if (passedMs >= 0 && passedMs < lengthMs) return { kind: 'passing', error: 'ratelimited' };
    const called = await callSlack(method, call, expected);
    if (called.kind !== 'done' && called.retryAfterMs !== undefined) {
      [fromMs, lengthMs] = [now(), Math.min(called.retryAfterMs, LONGEST_PAUSE_MS)];
    }
    return called;
  };
}
