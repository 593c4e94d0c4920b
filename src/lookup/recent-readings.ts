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
  // Without lru-cache's own `ttl`: finding the entries that ran out takes longer than parsing an account.
  const readings = new LRUCache<string, Reading>(atMost(READINGS_AT_MOST));

  const isFresh = ({ readAtMs }: Reading) => {
    const ageMs = now() - readAtMs;
    return ageMs >= 0 && ageMs < freshForMs;
  };

  return {
    get(id) {
      const reading = readings.peek(id);
      return reading !== undefined && isFresh(reading) ? reading : undefined;
    },
    set(id, reading) {
      readings.set(id, reading);
      // Nothing else changes the order: the first is the oldest.
      for (const oldestId of readings.rkeys()) {
        const oldest = readings.peek(oldestId);
        if (oldest !== undefined && isFresh(oldest)) break;
        readings.delete(oldestId);
      }
    },
    drop: (id) => void readings.delete(id),
  };
}
