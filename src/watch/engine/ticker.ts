import type { Logger } from 'pino';
import type { Watch } from './engine.ts';

type Tick = 'read' | 'notify';

export interface TickerDeps {
  readonly watch: Watch;
  /** Called after each successful tick, but not after a read during an outage. */
  readonly onTick: (tick: Tick) => unknown;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How often a sleeping ticker checks `now`, a clock that tests and the sandbox move. Default: 250. */
  readonly napMs?: number;
  readonly log: Logger;
}

/** The only timer of the watches: runs each tick when it is due. */
export type Ticker = ReturnType<typeof createTicker>;

const NAP_MS = 250;
/** The longest sleep: a clock that was set back can put the next tick far into the future. */
const MAX_SLEEP_MS = 15_000;
const AFTER_FAILURE_MS = 15_000;

/** Prevents a busy loop while a row is due that cannot be claimed. */
const MIN_INTERVAL_MS = 50;

/** Runs reads and notifications in two loops: neither waits for the other, and a failed tick ends neither. */
export function createTicker({ watch, onTick, now, napMs = NAP_MS, log }: TickerDeps) {
  const [reading, notifying] = [createAlarm(now, napMs), createAlarm(now, napMs)];
  let isStopped = false;
  let loops: readonly Promise<void>[] = [];

  async function runTicks(tick: Tick, alarm: ReturnType<typeof createAlarm>, onEnd: () => void) {
    while (!isStopped) {
      try {
        const nextAtMs = await watch[tick]();
        if (tick === 'notify' || !watch.isSourceOut()) onTick(tick);
        onEnd();
        await alarm.sleepUntil(Math.max(nextAtMs, now() + MIN_INTERVAL_MS));
      } catch (err) {
        // Any error but that of an unavailable database is a defect.
        const isDown = err instanceof Error && 'code' in err && err.code === 'unavailable';
        log[isDown ? 'warn' : 'error'](
          { err, doing: tick },
          'a tick of the watches failed; it is tried again',
        );
        await alarm.sleepUntil(now() + AFTER_FAILURE_MS);
      }
    }
  }

  function wake(): void {
    reading.ring();
    notifying.ring();
  }

  return {
    start() {
      // After a read something may have to be posted.
      loops = [runTicks('read', reading, notifying.ring), runTicks('notify', notifying, () => {})];
    },
    /** Runs both ticks now, because something has just become due. */
    wake,
    /** Starts nothing new. Resolves when all running work has ended. */
    async stop() {
      isStopped = true;
      watch.stop();
      wake();
      await Promise.all(loops);
      await watch.idle();
    },
  };
}

function createAlarm(now: () => number, napMs: number) {
  let isRung = false;
  let look = () => {};
  return {
    /** Sleeps until `atMs`, or until the alarm rings. If it rang before, the sleep ends at once. */
    async sleepUntil(atMs: number) {
      const untilMs = performance.now() + MAX_SLEEP_MS;
      await new Promise<void>((resolve) => {
        let nap: NodeJS.Timeout | undefined;
        look = () => {
          clearTimeout(nap);
          const leftMs = isRung ? 0 : Math.min(atMs - now(), untilMs - performance.now());
          if (leftMs > 0) nap = setTimeout(look, Math.min(napMs, leftMs)).unref();
          else resolve();
        };
        look();
      });
      isRung = false;
    },
    ring() {
      isRung = true;
      look();
    },
  };
}

const BEATS_APART_MS = 60_000;
const BEAT_WITHIN_MS = 10_000;

/**
 * Calls `url`, if there is one, about once a minute while both ticks succeed, for a monitoring service that raises an alarm
 * when the calls stop. The body of the answer is ignored. `url` is never logged: anyone who knows it can call it.
 */
export function createHeartbeat(url: string | undefined, now: () => number, log: Logger) {
  const done = new Set<Tick>();
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Must be called after each successful tick. Never rejects. */
    async did(tick: Tick): Promise<void> {
      done.add(tick);
      if (url === undefined || done.size < 2 || Math.abs(now() - lastAtMs) < BEATS_APART_MS) return;
      done.clear();
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
