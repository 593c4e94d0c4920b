import { LRUCache } from 'lru-cache';
import { atMost } from '../async.ts';
import type { Reading } from './reading.ts';

/** The oldest readings go once there are more. */
const READINGS_AT_MOST = 1_000;

/** Readings of the last moments, in this process only, for `freshForMs`. Those that ran out are removed at the next `set`. */
export function createRecentReadings(freshForMs: number, now: () => number) {
  // Without lru-cache's own `ttl`: finding the entries that ran out takes longer than parsing an account.
  const readings = new LRUCache<string, Reading>(atMost(READINGS_AT_MOST));

  const isFresh = ({ readAtMs }: Reading) => {
    const ageMs = now() - readAtMs;
    return ageMs >= 0 && ageMs < freshForMs;
  };

  return {
    /** `undefined` once it is `freshForMs` old, or when the clock was set back behind it. */
    get(id: string): Reading | undefined {
      const reading = readings.peek(id);
      return reading !== undefined && isFresh(reading) ? reading : undefined;
    },
    set(id: string, reading: Reading): void {
      readings.set(id, reading);
      // Nothing else changes the order: the first is the oldest.
      for (const oldestId of readings.rkeys()) {
        const oldest = readings.peek(oldestId);
        if (oldest !== undefined && isFresh(oldest)) break;
        readings.delete(oldestId);
      }
    },
    drop: (id: string) => void readings.delete(id),
  };
}
