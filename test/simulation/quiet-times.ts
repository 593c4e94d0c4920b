import { MAX_SKEW_MS, MINUTE_MS } from './scenario.ts';
import type { World } from './world.ts';

/** How long processes, service and Slack may need after a fault until everything is as without it. */
export const SETTLED_AFTER_MS = 30 * MINUTE_MS;
export const TOLD_WITHIN_MS = 10 * MINUTE_MS;

/** The account of an incident. */
export const accountOf = (incidentId: string) => incidentId.slice(0, incidentId.lastIndexOf('@'));

/** When a post or a call was begun, by its key. It may be repeated later, because nobody knows whether it arrived. */
export const begunAtMs = (key: string) => Number(key.split('@').at(-1));

/** How many messages may be doubled, or be left as they are, after lost answers and interruptions. */
export const excusedIn = ({ slack, interruptions }: World) => slack.lostAnswers + interruptions;

/** The quiet times of an account in a channel. */
export const quietOf = ({ quiet }: World, accountId: string, channelId: string) =>
  quiet.filter((one) => one.accountId === accountId && (one.channelId ?? channelId) === channelId);

/** Whether a channel watches an account until this time. */
export const isWatched = ({ endedAtMs }: World, channelId: string, accountId: string, untilMs: number) =>
  untilMs < (endedAtMs.get(`${channelId} ${accountId}`) ?? Number.POSITIVE_INFINITY);

/** Those in which something was begun and called, by any of the clocks. */
export const quietWhen = (
  world: World,
  accountId: string,
  channelId: string,
  { key, clockMs }: { readonly key: string; readonly clockMs: number },
) =>
  quietOf(world, accountId, channelId).filter(
    ({ fromMs, untilMs }) => fromMs + MAX_SKEW_MS < begunAtMs(key) && clockMs < untilMs - MAX_SKEW_MS,
  );

/** Whether a time in which an account is stale must be reported in a channel that watches it, despite its quiet times. */
export function isOwed(
  world: World,
  accountId: string,
  channelId: string,
  fromMs: number,
  untilMs: number,
): boolean {
  if (!isWatched(world, channelId, accountId, untilMs)) return false;
  const quiet = quietOf(world, accountId, channelId).filter(
    (one) => one.fromMs < untilMs && one.untilMs + TOLD_WITHIN_MS > fromMs,
  );
  if (quiet.length === 0) return true;
  // An account that was already as bad when it became quiet is not reported at the end.
  const isNewsAfterwards = quiet.every((one) => one.fromMs < fromMs - MINUTE_MS);
  return isNewsAfterwards && untilMs - Math.max(...quiet.map((one) => one.untilMs)) > SETTLED_AFTER_MS;
}

/** How much of the end of a time is far enough from every fault. */
export function quietTime({ faults }: World, fromMs: number, untilMs: number): number {
  const overlapping = faults.filter(
    (fault) => fault.fromMs < untilMs && fault.untilMs + SETTLED_AFTER_MS > fromMs,
  );
  const quietFromMs = Math.max(fromMs, ...overlapping.map((fault) => fault.untilMs + SETTLED_AFTER_MS));
  return untilMs - quietFromMs;
}
