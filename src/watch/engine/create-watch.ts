import { DAY_MS, HOUR_MS } from '../../account/time.ts';
import { DOWNTIME_AFTER_MS } from '../watch-store.ts';
import { createChannelNotifier } from './notify-channels.ts';
import type { WatchDeps } from './ports.ts';
import { createAccountReader } from './read-accounts.ts';

/** Reads the accounts and tells the channels that are due. It has no timer: the caller asks for a turn when one is due. */
export type Watch = ReturnType<typeof createWatch>;

/** Without anything due the database is asked as often, for what another process has changed. */
const TURN_AT_LEAST_EVERY_MS = 15_000;
/** As often each process notes that it watches. */
const TICK_EVERY_MS = 60_000;
const FORGET_EVERY_MS = HOUR_MS;
/** A history shows 30 days. */
const HISTORY_KEPT_MS = 35 * DAY_MS;

export function createWatch(deps: WatchDeps) {
  const { store, now, log } = deps;
  let isStopped = false;
  let tickedAtMs = Number.NEGATIVE_INFINITY;
  let forgetAtMs = 0;
  const accounts = createAccountReader(deps);
  const notifyChannels = createChannelNotifier({ ...deps, isStopped: () => isStopped });

  async function tick(): Promise<void> {
    const nowMs = now();
    if (Math.abs(nowMs - tickedAtMs) < TICK_EVERY_MS) return;
    const gapMs = await store.tick(nowMs);
    tickedAtMs = nowMs;
    if (gapMs > DOWNTIME_AFTER_MS) log.warn({ durationMs: gapMs }, 'nobody was watching the accounts');
    if (gapMs >= -DOWNTIME_AFTER_MS) return;
    log.warn({ durationMs: -gapMs }, 'the clock was set back: everything watched is due');
    await store.makeAllDue(nowMs);
  }

  /** Removes what is too old, a part of it with each turn. */
  async function forgetOld(): Promise<void> {
    const nowMs = now();
    if (nowMs < forgetAtMs) return;
    const mayBeMore = await store.forgetOld(nowMs - HISTORY_KEPT_MS, nowMs);
    forgetAtMs = mayBeMore ? nowMs : nowMs + FORGET_EVERY_MS;
  }

  return {
    /** Begins to read what is due. Resolves with the moment of the next turn, epoch milliseconds. */
    async read() {
      if (isStopped) return Number.POSITIVE_INFINITY;
      await tick();
      const nextAtMs = await accounts.begin();
      await forgetOld();
      return Math.min(nextAtMs, now() + TURN_AT_LEAST_EVERY_MS);
    },
    /** Resolves when what is being read has been written down. */
    idle: accounts.idle,
    /** Whether the service could not be asked when it was last. */
    isSourceOut: accounts.isOut,
    /** Tells what is due. The same. */
    async tell() {
      if (isStopped) return Number.POSITIVE_INFINITY;
      return Math.min(await notifyChannels(), now() + TURN_AT_LEAST_EVERY_MS);
    },
    /** Begins nothing new. */
    stop: () => {
      isStopped = true;
    },
  };
}
