import { LRUCache } from 'lru-cache';
import { atMost } from '../../async.ts';
import type { Observe } from '../../domain/events.ts';
import type { Person } from '../../domain/pins.ts';

/**
 * How much a person may ask for, over all entry points. What they ask for counts, also when it is answered from memory: one an
 * account, and one for all the pins of a Home that is opened or refreshed.
 */
export type RateLimit = ReturnType<typeof createRateLimit>;

const MINUTE_MS = 60_000;
/** People who were remembered longest ago are forgotten once there are more. */
const MAX_PEOPLE = 10_000;

/** Of this process: each replica counts for itself. */
export function createRateLimit(
  /** 0: no limit. */
  limit: number,
  now: () => number,
  observe: Observe = () => {},
) {
  /** When each look-up of the last minute was, oldest first. */
  const taken = new LRUCache<string, readonly number[]>({
    ...atMost(MAX_PEOPLE),
    ttl: MINUTE_MS,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    /** Undefined: granted, and counted. Otherwise nothing is counted. */
    take({ teamId, userId }: Person, asked: number) {
      if (limit === 0) return undefined;
      const nowMs = now();
      const key = `${teamId}:${userId}`;
      const recent = (taken.get(key) ?? []).filter((atMs) => Math.abs(nowMs - atMs) < MINUTE_MS);
      // More than the limit at once needs a minute without any; it is never impossible.
      const count = Math.min(asked, limit);
      const tooMany = recent.length + count - limit;
      if (tooMany <= 0) {
        taken.set(key, [...recent, ...Array.from({ length: count }, () => nowMs)]);
        return undefined;
      }
      observe({ kind: 'rate-limited' });
      const freedAtMs = (recent[tooMany - 1] ?? nowMs) + MINUTE_MS;
      return { asked, left: limit - recent.length, perMinute: limit, retryAfterMs: freedAtMs - nowMs };
    },
  };
}
