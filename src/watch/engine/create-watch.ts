import { DAY_MS, dayNumber, HOUR_MS } from '../../account/time.ts';
import { KEPT_DAYS } from '../history/picture.ts';
import type { SourceRecord } from '../watch-store.ts';
import type { WatchDeps } from './ports.ts';
import { createAccountReader } from './read-accounts.ts';
import { createChannelTeller } from './tell-channels.ts';

/** Reads the accounts and tells the channels that are due. It has no timer: the caller asks for a turn when one is due. */
export type Watch = ReturnType<typeof createWatch>;

/** Without anything due the database is asked as often, for what another process has changed. */
const TURN_AT_LEAST_EVERY_MS = 15_000;
/** Written by each turn of reading, but not more often. */
const ALIVE_EVERY_MS = 60_000;
const ABSENT_AFTER_MS = 15 * 60_000;
const FORGET_EVERY_MS = HOUR_MS;
const INCIDENTS_KEPT_MS = 400 * DAY_MS;
/** Once everything that an alert names is over, a press on it does nothing any more but say so. */
const MESSAGES_KEPT_MS = 30 * DAY_MS;

export function createWatch(deps: WatchDeps) {
  const { store, now } = deps;
  let isStopped = false;
  /** Whether the last turn of reading ended well: if a long time has passed since, a clock was moved. */
  let isWatching = false;
  let forgetAtMs = 0;
  const readAccounts = createAccountReader({ ...deps, isStopped: () => isStopped });
  const tellChannels = createChannelTeller({ ...deps, isStopped: () => isStopped });

  /** Removes what is too old, a part of it with each turn. */
  async function forgetOld(): Promise<void> {
    const nowMs = now();
    if (nowMs < forgetAtMs) return;
    // A zone may still have yesterday; and before the first day of a picture there is one more.
    const day = dayNumber(nowMs, 'UTC') - KEPT_DAYS - 1;
    const mayBeMore = await store.forgetOld({
      day,
      closedBeforeMs: nowMs - INCIDENTS_KEPT_MS,
      postedBeforeMs: nowMs - MESSAGES_KEPT_MS,
    });
    forgetAtMs = mayBeMore ? nowMs : nowMs + FORGET_EVERY_MS;
  }

  return {
    /** Reads what is due. Resolves with the moment of the next turn, epoch milliseconds. */
    async read() {
      if (isStopped) return Number.POSITIVE_INFINITY;
      const hasWatched = isWatching;
      isWatching = false;
      let nextAtMs = await store.nextDueAtMs('watched_accounts');
      // While nothing is watched one small question is all.
      const source = nextAtMs === Number.POSITIVE_INFINITY ? undefined : await noteAlive(hasWatched, deps);
      if (source !== undefined && nextAtMs <= now()) nextAtMs = await readAccounts(source);
      isWatching = true;
      await forgetOld();
      return Math.min(nextAtMs, now() + TURN_AT_LEAST_EVERY_MS);
    },
    /** Tells what is due. The same. */
    async tell() {
      if (isStopped) return Number.POSITIVE_INFINITY;
      return Math.min(await tellChannels(), now() + TURN_AT_LEAST_EVERY_MS);
    },
    /** Begins nothing new. */
    stop: () => {
      isStopped = true;
    },
  };
}

/** Notes that somebody watches; after a long time in which nobody did, that too. */
async function noteAlive(hasWatched: boolean, { store, now, log }: WatchDeps): Promise<SourceRecord> {
  const [record, nowMs] = [await store.readSource(), now()];
  const sinceMs = nowMs - (record.aliveAtMs ?? nowMs);
  if (record.aliveAtMs !== undefined && sinceMs >= -ABSENT_AFTER_MS && sinceMs < ALIVE_EVERY_MS)
    return record;
  if (sinceMs < -ABSENT_AFTER_MS) {
    log.warn({ durationMs: -sinceMs }, 'the clock was set back: everything watched is due');
    await store.makeAllDue(nowMs);
  }
  return await store.noteSource((latest) => {
    const fromMs = latest.aliveAtMs ?? nowMs;
    if (hasWatched || nowMs - fromMs <= ABSENT_AFTER_MS) return { ...latest, aliveAtMs: nowMs };
    log.warn({ durationMs: nowMs - fromMs }, 'nobody was watching the accounts');
    return { ...latest, aliveAtMs: nowMs, absence: { fromMs, toMs: nowMs } };
  }, nowMs);
}
