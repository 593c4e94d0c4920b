import { AsyncResource } from 'node:async_hooks';

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const SHORTEST_TIMER_MS = 10;

/** One timer, set to a moment of the clock given. Keeps no process alive. */
export interface Alarm {
  /** Replaces what was set before. */
  setFor(atMs: number): void;
  clear(): void;
}

/**
 * Calls `ring` at the moment set, not before by that clock, however far off: Node's own timers overflow after 24 days.
 * If the clock was set back behind the moment of setting, it rings when the time is up all the same.
 */
export function createAlarm(now: () => number, ring: () => void): Alarm {
  // A timer belongs to whoever sets it, a request perhaps; what it does hours later is not done for that one.
  const ringForNobody = AsyncResource.bind(ring);
  let timer: NodeJS.Timeout | undefined;
  const setFor = (atMs: number) => {
    clearTimeout(timer);
    const setAtMs = now();
    const delayMs = Math.min(Math.max(atMs - setAtMs, SHORTEST_TIMER_MS), LONGEST_TIMER_MS);
    const isAhead = () => now() >= setAtMs && now() < atMs;
    timer = setTimeout(() => (isAhead() ? setFor(atMs) : ringForNobody()), delayMs);
    timer.unref();
  };
  return { setFor, clear: () => clearTimeout(timer) };
}
