import type { Logger } from 'pino';
import type { Watch } from './engine.ts';

export interface TickerDeps {
  readonly watch: Watch;
  /** Called after each tick that has succeeded as a whole, but not during an outage. */
  readonly onTick: () => unknown;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How often a sleeping ticker checks `now`, a clock that tests and the sandbox move. Default: 250. */
  readonly napMs?: number;
  readonly log: Logger;
}

/** The only timer of the watches: runs a tick when something is due. */
export type Ticker = ReturnType<typeof createTicker>;

const NAP_MS = 250;
/** The longest sleep: a clock that was set back can put the next tick far into the future. */
const MAX_SLEEP_MS = 15_000;
const AFTER_FAILURE_MS = 15_000;

/** Prevents a busy loop while a row is due that cannot be claimed. */
const MIN_INTERVAL_MS = 50;

/** Each tick first reads, then notifies, because a read may find that channels are due. It only starts this work. */
export function createTicker({ watch, onTick, now, napMs = NAP_MS, log }: TickerDeps) {
  let isStopped = false;
  let isWoken = false;
  let look = () => {};
  let running: Promise<void> | undefined;

  /** Resolves with when the half of a tick is due again. Undefined: it failed, which ends neither the other nor the loop. */
  const run = (doing: 'read' | 'notify') =>
    watch[doing]().catch((err) => {
      // Any error but that of an unavailable database is a defect.
      const isDown = err instanceof Error && 'code' in err && err.code === 'unavailable';
      log[isDown ? 'warn' : 'error']({ err, doing }, 'a tick of the watches failed; it is tried again');
    });

  async function runTicks(): Promise<void> {
    while (!isStopped) {
      const readMs = await run('read');
      if (isStopped) return;
      const notifyMs = await run('notify');
      const hasFailed = readMs === undefined || notifyMs === undefined;
      if (!hasFailed && !watch.isSourceOut()) onTick();
      const retryMs = now() + AFTER_FAILURE_MS;
      await sleepUntil(Math.max(Math.min(readMs ?? retryMs, notifyMs ?? retryMs), now() + MIN_INTERVAL_MS));
    }
  }

  /** Sleeps until `atMs`, or until something becomes due, which may have happened since the tick began. */
  async function sleepUntil(atMs: number): Promise<void> {
    const untilMs = performance.now() + MAX_SLEEP_MS;
    await new Promise<void>((resolve) => {
      let nap: NodeJS.Timeout | undefined;
      look = () => {
        clearTimeout(nap);
        const leftMs = isWoken ? 0 : Math.min(atMs - now(), untilMs - performance.now());
        if (leftMs > 0) nap = setTimeout(look, Math.min(napMs, leftMs)).unref();
        else resolve();
      };
      look();
    });
    isWoken = false;
  }

  /** Runs a tick now, because something has just become due. */
  function wake(): void {
    isWoken = true;
    look();
  }

  return {
    start() {
      running = runTicks();
    },
    wake,
    /** Starts nothing new. Resolves when all running work has ended. */
    async stop() {
      isStopped = true;
      wake();
      await running;
      await watch.idle();
    },
  };
}

const BEATS_APART_MS = 60_000;
const BEAT_WITHIN_MS = 10_000;

/**
 * Calls `url`, if there is one, about once a minute while ticks succeed, for a monitoring service that raises an alarm when
 * the calls stop. The body of the answer is ignored. `url` is never logged: anyone who knows it can call it.
 */
export function createHeartbeat(url: string | undefined, now: () => number, log: Logger) {
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Must be called after each successful tick. Never rejects. */
    async beat(): Promise<void> {
      if (url === undefined || Math.abs(now() - lastAtMs) < BEATS_APART_MS) return;
      lastAtMs = now();
      try {
        // A redirect is a failure: it may lead to a page that always answers.
        const signal = AbortSignal.timeout(BEAT_WITHIN_MS);
        const response = await fetch(url, { redirect: 'manual', signal });
        await response.body?.cancel();
        if (!response.ok) log.warn({ status: response.status }, 'HEARTBEAT_URL did not accept the heartbeat');
      } catch (error) {
        const isTimeout = error instanceof Error && error.name === 'TimeoutError';
        log.warn({ error: isTimeout ? 'timeout' : 'network' }, 'HEARTBEAT_URL did not accept the heartbeat');
      }
    },
  };
}
