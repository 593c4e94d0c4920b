import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Watch } from './engine.ts';

type Turn = 'read' | 'tell';

export interface TickerDeps {
  readonly watch: Watch;
  /** Told of each turn that ended well; of no turn of reading while the service cannot be asked. */
  readonly onTurn: (turn: Turn) => unknown;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** So soon a clock that was moved is noticed, as tests and the sandbox move theirs. Default 250. */
  readonly napMs?: number;
  readonly log: Logger;
}

/** The only timer of the watches: gives them a turn when one is due. */
export type Ticker = ReturnType<typeof createTicker>;

const NAP_MS = 250;
/** However far away the next turn is by a clock that was set back. */
const SLEEP_AT_MOST_MS = 15_000;
const AFTER_FAILURE_MS = 15_000;

/** A row that is due and cannot be claimed does not make the turns a busy loop. */
const TURNS_APART_MS = 50;

/** Reading and telling take their turns side by side: neither waits for the other, and a failed turn stops neither. */
export function createTicker({ watch, onTurn, now, napMs = NAP_MS, log }: TickerDeps) {
  const [reading, telling] = [createAlarm(now, napMs), createAlarm(now, napMs)];
  let isStopped = false;
  let loops: readonly Promise<void>[] = [];

  async function takeTurns(turn: Turn, alarm: Alarm, onEnd: () => void): Promise<void> {
    while (!isStopped) {
      try {
        const nextAtMs = await watch[turn]();
        if (turn === 'tell' || !watch.isSourceOut()) onTurn(turn);
        onEnd();
        await alarm.sleepUntil(Math.max(nextAtMs, now() + TURNS_APART_MS));
      } catch (err) {
        // Otherwise a defect: a database that is down is none.
        const isDown = err instanceof Error && 'code' in err && err.code === 'unavailable';
        log[isDown ? 'warn' : 'error'](
          { err, doing: turn },
          'a turn of the watches failed; it is tried again',
        );
        await alarm.sleepUntil(now() + AFTER_FAILURE_MS);
      }
    }
  }

  function wake(): void {
    reading.ring();
    telling.ring();
  }

  return {
    start() {
      // What was read may have to be posted.
      loops = [takeTurns('read', reading, telling.ring), takeTurns('tell', telling, () => {})];
    },
    /** Something has become due just now: nobody has to wait for the next turn. */
    wake,
    /** Begins nothing new. Resolves when what was under way has ended. */
    async stop() {
      isStopped = true;
      watch.stop();
      wake();
      await Promise.all(loops);
      await watch.idle();
    },
  };
}

type Alarm = ReturnType<typeof createAlarm>;

function createAlarm(now: () => number, napMs: number) {
  let rung = new AbortController();
  return {
    /** Until then, or until it rings; one that rang before ends the next sleep at once. */
    async sleepUntil(atMs: number) {
      const { signal } = rung;
      const untilMs = performance.now() + SLEEP_AT_MOST_MS;
      while (!signal.aborted && now() < atMs && performance.now() < untilMs) {
        const ms = Math.min(napMs, atMs - now(), untilMs - performance.now());
        await sleep(Math.max(0, ms), undefined, { signal, ref: false }).catch(() => {});
      }
      if (signal.aborted) rung = new AbortController();
    },
    ring: () => rung.abort(),
  };
}

const BEATS_APART_MS = 60_000;
const BEAT_WITHIN_MS = 10_000;

/**
 * Tells a service that looks for silence that the watches do their part: calls the address, if there is one, about once a
 * minute, as long as both turns end well in between. What it answers is not read.
 */
export function createHeartbeat(
  /** Never logged: anyone who knows it can call it. */
  url: string | undefined,
  now: () => number,
  log: Logger,
) {
  const done = new Set<Turn>();
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** A turn of reading or telling has ended well, and with it what it wrote into the database. Never rejects. */
    async did(turn: Turn): Promise<void> {
      done.add(turn);
      if (url === undefined || done.size < 2 || Math.abs(now() - lastAtMs) < BEATS_APART_MS) return;
      done.clear();
      lastAtMs = now();
      try {
        // A redirect may lead to a page that always answers.
        const signal = AbortSignal.timeout(BEAT_WITHIN_MS);
        const response = await fetch(url, { redirect: 'manual', signal });
        await response.body?.cancel();
        if (!response.ok) log.warn({ status: response.status }, 'HEARTBEAT_URL did not take the heartbeat');
      } catch (error) {
        const isTimeout = error instanceof Error && error.name === 'TimeoutError';
        log.warn({ error: isTimeout ? 'timeout' : 'network' }, 'HEARTBEAT_URL did not take the heartbeat');
      }
    },
  };
}
