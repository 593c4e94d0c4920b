// Loaded into the bot's process before the bot (node --expose-gc --import). Reports what the process holds, and moves its
// clock. Never keeps the process alive.
import '../../sandbox/bot/steady-sockets.ts';
import { LOOKUP_LIMITS } from '../../src/lookup/lookup-backup-status.ts';

/** Measured after a garbage collection. */
export interface MemoryReport {
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** Open handles and requests by kind, as `process.getActiveResourcesInfo()` names them. */
  readonly resources: Readonly<Record<string, number>>;
}

/** Orders of the parent. The clock is set ahead of this machine's. */
export type Order = 'report' | 'longest-stop' | { readonly clockAheadMs: number };

/** A measurement is too long by at most this. */
const TICK_MS = 5;

Object.assign(LOOKUP_LIMITS, JSON.parse(process.env.BOT_LOOKUP_LIMITS ?? '{}'));
const machineNow = Date.now.bind(Date);
let clockAheadMs = Number(process.env.BOT_CLOCK_AHEAD_MS ?? 0);
Date.now = () => machineNow() + clockAheadMs;
const takeLongestStop = watchLoop();

process.on('message', async (order: Order) => {
  if (order === 'report') return void process.send?.(await report());
  if (order === 'longest-stop') return void process.send?.(takeLongestStop());
  clockAheadMs = order.clockAheadMs;
  process.send?.('done');
});
process.channel?.unref();
// The parent is gone, and an interrupted run must leave nothing behind.
process.on('disconnect', () => process.exit(1));

async function report(): Promise<MemoryReport> {
  // Twice, because the second round collects what finalizers release in the first.
  for (let round = 0; round < 2; round += 1) {
    await globalThis.gc?.({ type: 'major', execution: 'async' });
  }
  const { rss: rssBytes, heapUsed: heapBytes } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return { rssBytes, heapBytes, resources };
}

/** Processor time of this thread in milliseconds, so that a busy or suspended machine does not count. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest block of the event loop since the last call: milliseconds of processor time between two ticks. */
function watchLoop(): () => number {
  let [tickedAt, longest] = [threadCpuMs(), 0];
  const tick = () => {
    const now = threadCpuMs();
    longest = Math.max(longest, now - tickedAt);
    tickedAt = now;
  };
  setInterval(tick, TICK_MS).unref();
  return () => {
    tick();
    const taken = longest;
    longest = 0;
    return taken;
  };
}
