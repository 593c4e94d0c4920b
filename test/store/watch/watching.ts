import type { WatchState } from '../../../src/watch/observe-reading.ts';
import { MAX_WATCHES } from '../../../src/watch/patterns.ts';
import type { Told } from '../../../src/watch/told.ts';
import { NOON_MS, openStore } from '../use-databases.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const ADA = { teamId: 'T1', userId: 'U1' };
export const TERMS = { tellOf: 'critical', zone: 'Europe/Istanbul', createdAtMs: NOON_MS - HOUR_MS } as const;
export const HEALTHY: WatchState = { level: 'healthy', startedAtMs: NOON_MS - HOUR_MS, readAtMs: NOON_MS };
export const CRITICAL: WatchState = { ...HEALTHY, level: 'critical', startedAtMs: NOON_MS - MINUTE_MS };
export const TURNED_CRITICAL = {
  state: CRITICAL,
  dueAtMs: NOON_MS + HOUR_MS,
  days: [],
  event: { from: 'healthy', to: 'critical', startedAtMs: NOON_MS - MINUTE_MS },
} as const;
export const INCIDENT_ID = `1004@${NOON_MS}`;
export const ALERT: Told = {
  kind: 'alert',
  accountCount: 2,
  rows: [{ incidentId: INCIDENT_ID, level: 'critical' }],
};
export const RESOLVED: Told = {
  ...ALERT,
  rows: [{ incidentId: INCIDENT_ID, level: 'critical', resolvedAtMs: NOON_MS }],
};
export const TURNED_HEALTHY = {
  state: HEALTHY,
  dueAtMs: NOON_MS + 4 * HOUR_MS,
  days: [],
  event: { from: 'critical', to: 'healthy', startedAtMs: NOON_MS },
} as const;

/** Two accounts watched in #oncall since an hour; more are on the list. */
export async function watching(databaseUrl: string, accountIds = ['1004', '1007'], channelId = 'C1') {
  const store = await openStore(databaseUrl);
  const areFew = accountIds.length <= MAX_WATCHES;
  if (!areFew) await store.accountList.take(accountIds.map((id) => ({ id })));
  const patterns = areFew ? accountIds : ['*'];
  await store.watches.add({ channelId, person: ADA, patterns, terms: TERMS });
  await store.watchStore.makeAllDue(NOON_MS);
  await readFirst(store);
  return store;
}
export type Opened = Awaited<ReturnType<typeof openStore>>;
/** The accounts that are due are read, and due again at once. */
export async function readFirst(
  { watchStore }: Opened,
  stateOf: (accountId: string) => WatchState = () => HEALTHY,
): Promise<void> {
  for (const claim of await watchStore.claimAccounts(NOON_MS, 1_000)) {
    const state = stateOf(claim.accountId);
    const { level, startedAtMs } = state;
    const event =
      level === 'healthy' ? undefined : ({ from: level, to: level, startedAtMs, isFirst: true } as const);
    await watchStore.commitReading(claim, { state, dueAtMs: NOON_MS, days: [], event }, NOON_MS);
  }
}
export const claimOne = async ({ watchStore }: Opened, nowMs = NOON_MS) => {
  const [claim] = await watchStore.claimAccounts(nowMs, 1);
  if (claim === undefined) throw new Error('nothing is due');
  return claim;
};
export const claimChannel = async ({ watchStore }: Opened, nowMs = NOON_MS) => {
  const claim = await watchStore.claimChannel(nowMs);
  if (claim === undefined) throw new Error('no channel is due');
  return claim;
};
/** An alert about 1004 that Slack is about to get. */
export async function posting(store: Opened) {
  await store.watchStore.commitReading(await claimOne(store), TURNED_CRITICAL, NOON_MS);
  const claim = await claimChannel(store);
  const id = await store.watchStore.beginPost(claim, ALERT, NOON_MS);
  if (id === undefined) throw new Error('the claim is lost');
  return { id, claim };
}
/** An alert about 1004, as Slack has it. */
export async function alerted(store: Opened) {
  const { id, claim } = await posting(store);
  const step = { kind: 'posted', id, ts: '1.5', postedIn: 'C1', told: ALERT, dueAtMs: NOON_MS } as const;
  await store.watchStore.finishChannel(claim, step, NOON_MS);
  return { id, claim };
}
