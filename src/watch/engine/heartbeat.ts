import type { Logger } from 'pino';

/** Tells a service that looks for silence that the watches do their part. */
export interface Heartbeat {
  /** A turn of reading or telling has ended well, and with it what it wrote into the database. */
  did(turn: 'read' | 'tell'): void;
  stop(): void;
}

const EVERY_MS = 60_000;
const WITHIN_MS = 10_000;

/** Calls the address, if there is one, after each minute in which both turns ended well. What it answers is not read. */
export function startHeartbeat(
  /** Never logged: anyone who knows it can call it. */
  url: string | undefined,
  log: Logger,
  /** Default: a minute. */
  everyMs = EVERY_MS,
): Heartbeat {
  if (url === undefined) return { did: () => {}, stop: () => {} };
  const done = new Set<'read' | 'tell'>();
  let isUnderWay = false;

  async function beat(address: string): Promise<void> {
    const isWhole = done.size === 2;
    done.clear();
    if (!isWhole || isUnderWay) return;
    isUnderWay = true;
    try {
      // A redirect may lead to a page that always answers.
      const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) });
      await response.body?.cancel();
      if (!response.ok) log.warn({ status: response.status }, 'HEARTBEAT_URL did not take the heartbeat');
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError';
      log.warn({ error: isTimeout ? 'timeout' : 'network' }, 'HEARTBEAT_URL did not take the heartbeat');
    } finally {
      isUnderWay = false;
    }
  }

  const timer = setInterval(() => void beat(url), everyMs).unref();
  return { did: (turn) => void done.add(turn), stop: () => clearInterval(timer) };
}
