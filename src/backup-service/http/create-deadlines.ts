import { ClosedError } from './abort.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The end of the time that one look-up or one login has. */
export interface Deadline {
  /** Aborts with a DOMException named TimeoutError, or with `ClosedError`. */
  readonly signal: AbortSignal;
  remainingMs(): number;
}

/** Own controllers, for `AbortSignal.any` over a signal that lives as long as the process keeps a little of each call. */
export function createDeadlines() {
  const open = new Map<AbortController, { readonly working: Promise<unknown>; remainingMs(): number }>();
  let isAborted = false;

  async function within<T>(budgetMs: number, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const spanMs = Math.min(Math.max(0, budgetMs), LONGEST_TIMER_MS);
    const endsAt = performance.now() + spanMs;
    const controller = new AbortController();
    const { signal } = controller;
    const expire = () => controller.abort(new DOMException('the time is up', 'TimeoutError'));
    const timer = setTimeout(expire, spanMs).unref();
    if (isAborted) controller.abort(new ClosedError());
    const remainingMs = () => Math.max(0, endsAt - performance.now());
    const working = work({ signal, remainingMs });
    open.set(controller, { working, remainingMs });
    try {
      return await working;
    } finally {
      clearTimeout(timer);
      open.delete(controller);
    }
  }

  return {
    /** Runs `work`, which must heed the signal. The span is monotonic: wall clocks jump. */
    within,
    /** How much is under way. */
    count: () => open.size,
    /** After how long one thing less is under way at the latest; 0 when nothing is. */
    roomAfterMs() {
      const [oldest] = open.values();
      return oldest?.remainingMs() ?? 0;
    },
    /** Ends all that is under way and all that comes after. */
    abort() {
      isAborted = true;
      for (const controller of open.keys()) controller.abort(new ClosedError());
    },
    /** Resolves when all that is under way by now has ended, one way or the other. */
    ended: () => Promise.allSettled([...open.values()].map(({ working }) => working)),
  };
}
