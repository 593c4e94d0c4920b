import { AsyncResource } from 'node:async_hooks';

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const SHORTEST_TIMER_MS = 10;

/** One timer, set to a moment of the clock given. Keeps no process alive. */
export interface Scheduler {
  /** Replaces what was set before. */
  set(atMs: number): void;
  clear(): void;
}

/**
 * Calls `onDue` at the moment set, not before by that clock, however far off: Node's own timers overflow after 24 days.
 * If the clock was set back behind the moment of setting, it is called when the time is up all the same.
 */
export function createScheduler(now: () => number, onDue: () => void): Scheduler {
  // A request may set the timer: what the timer does hours later must not be logged as part of that request.
  const callOnDue = AsyncResource.bind(onDue);
  let timer: NodeJS.Timeout | undefined;
  const set = (atMs: number) => {
    clearTimeout(timer);
    const setAtMs = now();
    const delayMs = Math.min(Math.max(atMs - setAtMs, SHORTEST_TIMER_MS), LONGEST_TIMER_MS);
    const isAhead = () => now() >= setAtMs && now() < atMs;
    timer = setTimeout(() => (isAhead() ? set(atMs) : callOnDue()), delayMs);
    timer.unref();
  };
  return { set, clear: () => clearTimeout(timer) };
}
