import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import type { Reading } from './reading.ts';

/** Readings of the last moments, in this process only. */
export interface RecentReadings {
  /** `undefined` once it is `freshForMs` old, or when the clock was set back behind it. */
  get(id: string): Reading | undefined;
  set(id: string, reading: Reading): void;
  drop(id: string): void;
}

/** The oldest readings go once there are more. */
const READINGS_AT_MOST = 1_000;

/** Holds readings for `freshForMs`. Those that ran out are removed at the next `set`. */
export function createRecentReadings(freshForMs: number, now: () => number): RecentReadings {
  // What is as old as its `ttl` is not stale yet for lru-cache, and one of 0 is none.
  const ttl = Math.max(1, freshForMs - 1);
  const readings = new LRUCache<string, Reading>({
    ...atMost(READINGS_AT_MOST),
    ttl,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    get(id) {
      const reading = readings.peek(id);
      if (reading === undefined) return undefined;
      const ageMs = now() - reading.readAtMs;
      return ageMs >= 0 && ageMs < freshForMs ? reading : undefined;
    },
    set(id, reading) {
      readings.set(id, reading);
      readings.purgeStale();
    },
    drop: (id) => void readings.delete(id),
  };
}
