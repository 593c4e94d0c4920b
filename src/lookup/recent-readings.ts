import { LRUCache } from 'lru-cache';
import type { Reading } from './reading.ts';

/** Readings of the last moments, in this process only. */
export interface RecentReadings {
  /** `undefined` once it is `freshForMs` old, or when the clock was set back behind it. */
  get(id: string): Reading | undefined;
  set(id: string, reading: Reading): void;
  drop(id: string): void;
}

export interface RecentReadingsDeps {
  readonly freshForMs: number;
  /** The oldest readings go once there are more than this. */
  readonly maxCount?: number;
  readonly now: () => number;
}

/** Holds readings for `freshForMs`. Those that ran out are removed at the next `set`. */
export function createRecentReadings(deps: RecentReadingsDeps): RecentReadings {
  const { freshForMs, maxCount: max = 1_000, now } = deps;
  // What is as old as its `ttl` is not stale yet for lru-cache, and one of 0 is none.
  const ttl = Math.max(1, freshForMs - 1);
  const readings = new LRUCache<string, Reading>({ max, ttl, ttlResolution: 0, perf: { now } });

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
