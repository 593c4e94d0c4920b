import type { WebClientOptions } from '@slack/web-api';
import { TIME_LIMITS } from '../time-limits.ts';

/**
 * For calls made on behalf of somebody who waits, and for the check of the token at start. The client's own defaults are
 * no timeout and ten retries in half an hour. A new object each time: clients write into theirs.
 */
export function webClientOptions(apiUrl: string, timeoutMs = TIME_LIMITS.call): WebClientOptions {
  return {
    slackApiUrl: apiUrl,
    timeout: timeoutMs,
    // The number of requests under way bounds what waits here.
    maxRequestConcurrency: 50,
    retryConfig: { retries: 1, minTimeout: 200 },
    // Otherwise one rate-limited call pauses all others.
    rejectRateLimitedCalls: true,
  };
}

/** For what channels are told without being asked: of a reply its root first, then one attempt, and one more as plain text. All within `CALL_WITHIN_MS`. */
export const webClientOptionsForAlerts = (apiUrl: string): WebClientOptions => ({
  ...webClientOptions(apiUrl),
  timeout: 6_000,
  retryConfig: { retries: 0 },
});
