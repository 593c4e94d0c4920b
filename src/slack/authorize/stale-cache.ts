import { LRUCache } from 'lru-cache';
import { atMost } from '../../async/at-most.ts';
import { createSingleFlight } from '../../async/single-flight.ts';
import { within } from '../../async/within.ts';

export interface StaleCacheOptions<T> {
  /** Resolves with undefined when there is no answer. Must not reject. */
  readonly ask: (key: string) => Promise<T | undefined>;
  /** How long an answer is used without asking again. */
  readonly freshForMs: (answer: T) => number;
  /** How long an answer is used when no newer one is available. */
  readonly keepForMs: number;
  /** How long somebody waits for a newer one; the question goes on, for the next one who asks. */
  readonly waitMs: number;
  /** Those not used for the longest time go once there are more. */
  readonly maxCount: number;
  readonly now: () => number;
}

/** After an answer that did not come in time, how long those from before are given at once. */
const PAUSE_MS = 10_000;

interface Kept<T> {
  readonly answer: T;
  /** Until then nobody asks again. */
  goodUntilMs: number;
}

/**
 * Answers by key: remembered ones, else new ones, else those remembered from before; undefined when there are none. One
 * question a key is under way at a time.
 */
export interface StaleCache<T> {
  /** Never rejects. */
  get(key: string): Promise<T | undefined>;
  /** The remembered answer, however old. Makes no request. */
  peek(key: string): T | undefined;
}

export function createStaleCache<T extends NonNullable<unknown>>(deps: StaleCacheOptions<T>): StaleCache<T> {
  const { freshForMs, keepForMs, waitMs, maxCount, now } = deps;
  const kept = new LRUCache<string, Kept<T>>({
    ...atMost(maxCount),
    ttl: keepForMs,
    // Otherwise it goes by a clock of its own, and looks at that once a millisecond.
    perf: { now },
    ttlResolution: 0,
  });
  const ask = createSingleFlight(async (key) => {
    const askedAtMs = now();
    const answer = await deps.ask(key);
    if (answer !== undefined) kept.set(key, { answer, goodUntilMs: askedAtMs + freshForMs(answer) });
    return answer;
  });

  return {
    async get(key) {
      const known = kept.get(key);
      if (known !== undefined && now() < known.goodUntilMs) return known.answer;
      const answer = (await within(ask(key).result, waitMs))?.value;
      if (answer !== undefined) return answer;
      if (known !== undefined) known.goodUntilMs = now() + PAUSE_MS;
      return known?.answer;
    },
    peek: (key) => kept.get(key)?.answer,
  };
}
