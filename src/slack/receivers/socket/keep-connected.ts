import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { within } from '../../../async.ts';
import type { Observe } from '../../../domain/events.ts';
import { toSlackFailure } from '../../web.ts';
import type { SocketConnection } from './socket-connection.ts';

export interface KeepConnectedOptions {
  readonly first: SocketConnection;
  /** Opens one more connection; may reject. */
  readonly connect: () => Promise<SocketConnection>;
  readonly stopping: AbortSignal;
  /** Resolves when `stopping` is aborted. */
  readonly stopped: Promise<unknown>;
  readonly observe?: Observe;
  readonly log: Logger;
}

/** Slack gives about ten seconds' notice and decides when nothing more will come. */
const LINGER_MS = 15_000;
/** A connection that lasts less counts as a failure, so that no fault makes us open one after the other. */
const STABLE_AFTER_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Replaces a connection as soon as Slack says that it will end; the old one stays until Slack ends it, so that a planned
 * refresh loses nothing. One that breaks is replaced at once, then with growing pauses for as long as it takes.
 * Resolves when stopping; the connections then open are the caller's to close.
 */
export async function keepConnected(options: KeepConnectedOptions): Promise<void> {
  let failures = 0;
  for (let current = options.first; ; ) {
    const openedAtMs = performance.now();
    await Promise.race([current.leaving, options.stopped]);
    failures = performance.now() - openedAtMs < STABLE_AFTER_MS ? failures + 1 : 0;
    const next = await replace(options, failures);
    if (next === undefined) return;
    void linger(current, options.stopped);
    current = next;
  }
}

/** Undefined when stopping. */
async function replace({ connect, stopping, observe, log }: KeepConnectedOptions, earlierFailures: number) {
  let atLeastMs = 0;
  for (let failures = earlierFailures; ; failures += 1) {
    // Rejects only because of the signal, which is looked at next.
    await sleep(Math.max(pauseMs(failures), atLeastMs), undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return undefined;
    try {
      return await connect();
    } catch (error) {
      const { error: word, retryAfterMs = 0 } = toSlackFailure(error instanceof Error ? error.cause : error);
      observe?.({ kind: 'slack-error', method: 'apps.connections.open', error: word });
      log.error({ error: word, failures: failures + 1 }, 'no connection to Slack; trying again');
      atLeastMs = Math.min(retryAfterMs, LONGEST_PAUSE_MS);
    }
  }
}

function pauseMs(failures: number): number {
  if (failures < 2) return 0;
  return Math.min(1_000 * 2 ** (failures - 2), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

async function linger(connection: SocketConnection, stopped: Promise<unknown>): Promise<void> {
  await within(Promise.race([connection.ended, stopped]), LINGER_MS);
  await connection.close();
}
