import type { Notification, WatchedIncident } from '../../src/watch/posted.ts';
import type { KnownAccount } from '../../src/watch/summary.ts';
import { account, CRITICAL, HOUR_MS, hoursAgo, NOW_MS, THRESHOLDS } from './samples.ts';

/** 1004 has a name, the others have none. */
export const rulesOf = (accountId: string) => ({
  thresholds: THRESHOLDS,
  exceptions: {},
  ...(accountId === '1004' && { displayName: 'Liman' }),
});
export const ZONE = 'Europe/Istanbul';
export const STALE_SINCE_MS = NOW_MS - 32 * HOUR_MS;

/** An incident that began 32 hours ago, with the account as read a minute ago. */
export function incident(accountId: string, differences: Partial<WatchedIncident> = {}): WatchedIncident {
  const level = differences.level ?? 'critical';
  const late = { id: accountId, database: hoursAgo(30), folders: hoursAgo(30) };
  const read = account(level === 'critical' ? { ...CRITICAL, id: accountId } : late);
  return {
    ...{ id: `incident-${accountId}`, accountId, level },
    startedAtMs: STALE_SINCE_MS,
    detectedAtMs: NOW_MS - HOUR_MS,
    ...(level !== 'unknown' && {
      state: { level, startedAtMs: STALE_SINCE_MS, readAtMs: NOW_MS - 60_000, account: read },
    }),
    ...differences,
  };
}

/** An alert about these incidents in this order, and about this many others that are open. */
export function alertOf(
  incidents: readonly WatchedIncident[],
  {
    newIds = [],
    others = 0,
    fineCount,
  }: { newIds?: readonly string[]; others?: number; fineCount?: number } = {},
): Extract<Notification, { kind: 'alert' }> {
  const counts = { critical: others, attention: 0, unknown: 0 };
  const open = incidents.filter(({ resolvedAtMs }) => resolvedAtMs === undefined);
  for (const { level } of open) counts[level] += 1;
  const shown = incidents.slice(0, 10);
  const rows = shown.map(({ id: incidentId, accountId, level, resolvedAtMs }) => ({
    ...{ incidentId, accountId, level },
    ...(resolvedAtMs !== undefined && { resolvedAtMs }),
  }));
  const fine = fineCount ?? incidents.length - open.length;
  return { kind: 'alert', newIds, incidents: shown, rows, counts, fineCount: fine };
}

/** An account of a summary. Default: stale for two days, and detected then. */
export function bad(
  accountId: string,
  differences: Partial<NonNullable<KnownAccount['incident']>> = {},
): KnownAccount {
  const { level = 'critical', startedAtMs = NOW_MS - 54 * HOUR_MS, ...others } = differences;
  const read = account({ ...CRITICAL, id: accountId });
  return {
    accountId,
    state: { level, startedAtMs, readAtMs: NOW_MS - 600_000, account: read },
    incident: { level, startedAtMs, detectedAtMs: startedAtMs, ...others },
  };
}

export const fine = (accountId: string, ranHoursAgo = 2, readHoursAgo = 1): KnownAccount => ({
  accountId,
  state: {
    level: 'healthy',
    startedAtMs: 0,
    readAtMs: NOW_MS - readHoursAgo * HOUR_MS,
    account: account({ id: accountId, database: hoursAgo(ranHoursAgo), folders: hoursAgo(ranHoursAgo) }),
  },
});
