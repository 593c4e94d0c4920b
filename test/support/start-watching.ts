import { expect } from 'vitest';
import type { LocalSlackOptions } from '../../sandbox/slack/start-local-slack.ts';
import type { Store } from '../../src/store/create-store.ts';
import type { Target } from '../../src/watch/watch-list.ts';
import { callsOf, ownerOf } from './people.ts';
import { startBot } from './start-bot.ts';

/** How soon a moved clock is noticed. */
const NAP_MS = 10;
const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

interface WatchingSetup extends LocalSlackOptions {
  /** Instead of the channel `oncall`. */
  readonly toldTo?: 'ada';
  readonly settings?: Readonly<Record<string, string>>;
  /** What is called besides Slack. */
  readonly targets?: readonly Target[];
  /** Default: a new one. */
  readonly databaseUrl?: string;
}

/** A bot and a service whose accounts age. 1001 is watched in `oncall` and healthy. */
export async function startWatching({
  toldTo,
  settings,
  targets,
  databaseUrl,
  ...slackOptions
}: WatchingSetup = {}) {
  let isIdleSince = (_atMs: number) => true;
  const bot = await startBot({
    ...{ transport: 'socket', ages: true, operations: true, napMs: NAP_MS },
    ...{ settings, databaseUrl, slackOptions },
    changeStore({ watchStore }, now) {
      const noted = overheard(watchStore, now);
      isIdleSince = noted.isIdleSince;
      return noted;
    },
  });
  const { ada, slack, store, clock, ran, oncall } = bot;
  const { now } = clock;
  const channelId = toldTo === undefined ? oncall : slack.person(toldTo).id;
  await store.watches.add({
    channelId,
    person: ownerOf(ada),
    patterns: ['1001'],
    options: { minLevel: 'critical', zone: 'UTC', createdAtMs: now(), targets },
  });
  const watched = async () => (await store.watches.list([channelId]))[0];
  /** Resolves when the account was read once more. */
  async function read(): Promise<void> {
    const readAtMs = async () => (await watched())?.watches[0]?.state?.readAtMs;
    const before = await readAtMs();
    await expect.poll(readAtMs).not.toBe(before);
  }
  /** Moves the clock by a minute, and waits until everything due was read and posted. */
  async function oneMinute(): Promise<void> {
    const idle = (sinceMs: number) =>
      expect.poll(() => isIdleSince(sinceMs), { interval: NAP_MS }).toBe(true);
    // A tick under way would not notice the move.
    await idle(0);
    clock.advance(MINUTE_MS);
    await idle(now());
  }
  // The bot may have looked before that, and looks again after 15 s.
  clock.advance(15_000);
  await expect.poll(async () => (await watched())?.watches[0]?.state).toBeDefined();
  return {
    ...bot,
    watched,
    read,
    alerts: () => ada.messages(toldTo === undefined ? 'oncall' : 'direct'),
    /** Passes time without a backup until the alert is due. */
    async becomeStale() {
      const isRead = read();
      clock.advance(50 * HOUR_MS);
      await isRead;
      clock.advance(MINUTE_MS);
    },
    /** Passes minutes until this is true. */
    async timePasses(isSo: () => boolean) {
      for (let minute = 0; !isSo(); minute += 1) {
        if (minute > HOUR_MS / MINUTE_MS) throw new Error('an hour has passed, and it is not so');
        await oneMinute();
      }
    },
    /** Passes this many minutes. */
    async passes(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) await oneMinute();
    },
    /** The next read finds a new backup. Earlier posts are complete by then. */
    async recover() {
      await oneMinute();
      ran.atMs = now();
      clock.advance(11 * MINUTE_MS);
    },
    callsOf: (method: string) => callsOf(slack, method),
  };
}

/** The same store, and whether the engine sleeps because nothing is due. */
function overheard(store: Store['watchStore'], now: () => number) {
  let underWay = 0;
  /** When the engine asked for more and there was none. */
  const idleAtMs = { watched_accounts: 0, channels: 0 };
  const noting =
    <Args extends readonly unknown[]>(what: keyof typeof idleAtMs, ask: (...args: Args) => Promise<number>) =>
    async (...args: Args) => {
      const askedAtMs = now();
      const dueAtMs = await ask(...args);
      if (dueAtMs > askedAtMs) idleAtMs[what] = askedAtMs;
      return dueAtMs;
    };
  const counted =
    (call: (...args: unknown[]) => Promise<unknown>) =>
    (...args: unknown[]) => {
      underWay += 1;
      return call(...args).finally(() => {
        underWay -= 1;
      });
    };
  const claimed = new Set<string>();
  const fenced: Pick<
    Store['watchStore'],
    'claimChannels' | 'planChannel' | 'finishChannel' | 'claimCalls' | 'finishCall'
  > = {
    async claimChannels(...args) {
      const claims = await store.claimChannels(...args);
      for (const { channelId } of claims) claimed.add(channelId);
      return claims;
    },
    async planChannel(nowMs, claim, planOf) {
      const planned = await store.planChannel(nowMs, claim, planOf);
      if (typeof planned === 'string') claimed.delete(claim.channelId);
      return planned;
    },
    finishChannel: (nowMs, planned, end) =>
      store.finishChannel(nowMs, planned, end).finally(() => claimed.delete(planned.channelId)),
    async claimCalls(...args) {
      const claims = await store.claimCalls(...args);
      for (const { target } of claims) claimed.add(target);
      return claims;
    },
    finishCall: (nowMs, claim, kind) =>
      store.finishCall(nowMs, claim, kind).finally(() => claimed.delete(claim.target)),
  };
  const nextDueAtMs = noting('channels', store.nextDueAtMs);
  const nextReadAtMs = noting('watched_accounts', store.nextReadAtMs);
  const calls = Object.entries({ ...store, ...fenced, nextDueAtMs, nextReadAtMs }).map(([name, call]) => [
    name,
    counted(call as never),
  ]);
  return {
    watchStore: Object.fromEntries(calls) as Store['watchStore'],
    // A read may cause a post.
    isIdleSince: (atMs: number) =>
      underWay + claimed.size === 0 &&
      idleAtMs.watched_accounts >= atMs &&
      idleAtMs.channels >= idleAtMs.watched_accounts,
  };
}
