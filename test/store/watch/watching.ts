import type { PlannedChannel } from '../../../src/store/watch/channels.ts';
import type { SlackAnswer } from '../../../src/watch/after-answer.ts';
import { createWatch, type Watch, type WatchDeps } from '../../../src/watch/engine/engine.ts';
import { type Incident, nextIncident } from '../../../src/watch/incident.ts';
import type { FailedRead, WatchState } from '../../../src/watch/observe.ts';
import type { Call } from '../../../src/watch/plan-notification.ts';
import { MAX_WATCHES } from '../../../src/watch/watch-list.ts';
import { THRESHOLDS } from '../../account/accounts.ts';
import { NOON_MS, openStore, SILENT, UNHURRIED } from '../use-databases.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const ADA = { teamId: 'T1', userId: 'U1' };
export const OPTIONS = {
  minLevel: 'critical',
  zone: 'Europe/Istanbul',
  createdAtMs: NOON_MS - HOUR_MS,
} as const;
export const HEALTHY: WatchState = { level: 'healthy', startedAtMs: NOON_MS - HOUR_MS, readAtMs: NOON_MS };
export const CRITICAL: WatchState = { ...HEALTHY, level: 'critical', startedAtMs: NOON_MS - MINUTE_MS };
export const INCIDENT = {
  level: 'critical',
  startedAtMs: NOON_MS - MINUTE_MS,
  detectedAtMs: NOON_MS,
} as const;
export const TURNED_CRITICAL = {
  state: CRITICAL,
  dueAtMs: NOON_MS + HOUR_MS,
  changes: [],
  incident: INCIDENT,
} as const;
export const TURNED_HEALTHY = {
  state: HEALTHY,
  dueAtMs: NOON_MS + 4 * HOUR_MS,
  changes: [],
  incident: { ...INCIDENT, resolvedAtMs: NOON_MS },
} as const;

/** These accounts are watched in C1, and were read an hour after that. */
export async function watching(databaseUrl: string, accountIds = ['1004', '1007'], channelId = 'C1') {
  const store = await openStore(databaseUrl);
  const areFew = accountIds.length <= MAX_WATCHES;
  if (!areFew) await store.accountList.add(accountIds.map((id) => ({ id })));
  const patterns = areFew ? accountIds : ['*'];
  await store.watches.add({ channelId, person: ADA, patterns, options: OPTIONS });
  await store.watchStore.makeAllDue(NOON_MS);
  await readFirst(store);
  return store;
}
export type Opened = Awaited<ReturnType<typeof openStore>>;
/** Reads the accounts that are due, and makes them due again at once. */
export async function readFirst(
  { watchStore }: Opened,
  stateOf: (accountId: string) => WatchState = () => HEALTHY,
): Promise<void> {
  for (const claim of await watchStore.claimAccounts(NOON_MS, 1_000, UNHURRIED)) {
    const state = stateOf(claim.accountId);
    const { level, startedAtMs } = state;
    const incident = level === 'healthy' ? undefined : { level, startedAtMs, detectedAtMs: 0 };
    const step = { state, dueAtMs: NOON_MS, changes: [], incident };
    await watchStore.commitReading(NOON_MS, claim, () => step);
  }
}
/** Reads one account, whatever is due. Without an incident it is healthy. */
export async function read(
  { watchStore }: Opened,
  id: string,
  nowMs: number,
  incidentOf: (open?: Incident) => Incident | undefined,
  failure?: FailedRead,
) {
  await watchStore.makeAllDue(nowMs);
  for (const claim of await watchStore.claimAccounts(nowMs, 50, UNHURRIED)) {
    const stepOf = (_outage: unknown, open?: Incident) => {
      const incident = incidentOf(open);
      const isBad = incident !== undefined && incident.resolvedAtMs === undefined;
      const state = { ...CRITICAL, level: isBad ? incident.level : 'healthy', readAtMs: nowMs } as const;
      return { state: failure ? undefined : state, dueAtMs: nowMs + 9 * DAY_MS, changes: [], incident };
    };
    if (claim.accountId === id) await watchStore.commitReading(nowMs, claim, stepOf, failure);
  }
}
export const heals = (atMs: number) => (open?: Incident) => open && { ...open, resolvedAtMs: atMs };
export const turns = (level: Incident['level'], atMs: number, canWait?: true) => (open?: Incident) =>
  nextIncident(open, { level, startedAtMs: atMs, canWait, news: 'level' }, atMs);
export const claimOne = async ({ watchStore }: Opened, nowMs = NOON_MS) => {
  const [claim] = await watchStore.claimAccounts(nowMs, 1, UNHURRIED);
  if (claim === undefined) throw new Error('nothing is due');
  return claim;
};
/** A claim of a channel that is not among `exceptIds`, with the state that is planned from. Nothing is planned. */
export const claimChannel = async (
  { watchStore }: Opened,
  nowMs = NOON_MS,
  exceptIds: readonly string[] = [],
): Promise<PlannedChannel> => {
  const [claim] = await watchStore.claimChannels(nowMs, 1, exceptIds);
  const planned = claim && (await watchStore.planChannel(nowMs, claim, () => NOTHING));
  if (planned === undefined || typeof planned === 'string') throw new Error('no channel is due');
  return planned;
};
/** A call that changes nothing. */
export const NOTHING: Call = {
  kind: 'edit',
  notification: { kind: 'also', incidents: [], count: 0 },
  done: () => ({}),
};
/** A call, and the channel and message that it is for. */
export interface SlackCall extends Pick<Call, 'kind' | 'notification'> {
  readonly ts?: string;
  readonly channelId: string;
  readonly planned: PlannedChannel;
}

/** Runs ticks of the engine for the channels that are due. Resolves with the calls, which `answerTo` answers. */
export async function notifying(
  { watchStore }: Opened,
  nowMs: number,
  answerTo: (call: SlackCall, at: number) => SlackAnswer | Promise<SlackAnswer> = (
    { ts, channelId },
    at,
  ) => ({
    kind: 'sent',
    ts: ts ?? `${at}.5`,
    channelId,
  }),
): Promise<SlackCall[]> {
  const calls: SlackCall[] = [];
  const notify: WatchDeps['notify'] = async (planned) => {
    const { kind, at = planned, notification } = planned.call;
    const call = { kind, notification, planned, ts: 'ts' in at ? at.ts : undefined, channelId: at.channelId };
    return answerTo(call, calls.push(call));
  };
  const now = () => nowMs;
  // The time between two calls is no downtime.
  const store = { ...watchStore, tick: async () => 0 };
  await notifyAll(createWatch({ ...TELLS_ONLY, store, notify, now, log: SILENT }), now);
  return calls;
}

/** Notifies until nothing is due. */
export async function notifyAll(watch: Watch, now: () => number): Promise<void> {
  while ((await watch.notify()) <= now()) await watch.idle();
}

/** What a watch without reads needs, besides its store, its clock and `notify`. */
export const TELLS_ONLY = {
  readAccount: () => Promise.reject(new Error('nothing is read')),
  rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
  reads: { atOnce: 1, perSecond: 5, withinMs: MINUTE_MS },
  wake: () => {},
  targets: [],
  callTarget: () => Promise.reject(new Error('no target is called')),
  channelsAtOnce: 1,
  chance: () => 0.5,
} as const;

/** 1004 turned critical, and the channel was notified a minute later. */
export async function alerted(store: Opened): Promise<SlackCall[]> {
  await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => TURNED_CRITICAL);
  return notifying(store, NOON_MS + MINUTE_MS);
}
