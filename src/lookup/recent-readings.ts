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

/** Holds readings for `freshForMs`. Those that ran out go at the next `set`, so that it cannot grow without limit. */
export function createRecentReadings({
  freshForMs,
  maxCount = 1_000,
  now,
}: RecentReadingsDeps): RecentReadings {
  const readings = new Map<string, Reading>();

  const isFresh = ({ readAtMs }: Reading) => {
    const ageMs = now() - readAtMs;
    return ageMs >= 0 && ageMs < freshForMs;
  };

  return {
    get(id) {
      const reading = readings.get(id);
      return reading !== undefined && isFresh(reading) ? reading : undefined;
    },

    set(id, reading) {
      // A Map lists in the order of insertion: put in anew, the first is always the oldest.
      readings.delete(id);
      readings.set(id, reading);
      for (const [oldestId, oldest] of readings) {
        if (isFresh(oldest) && readings.size <= maxCount) break;
        readings.delete(oldestId);
      }
    },

    drop(id) {
      readings.delete(id);
    },
  };
}
