import { expect } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { alertMessage } from '../../src/slack/alerts/alert-message.ts';
import type { Notification } from '../../src/watch/plan-notification.ts';
import type { MessageRef, WatchedIncident } from '../../src/watch/posted.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { account, CRITICAL, HOUR_MS, hoursAgo, NOW_MS, THRESHOLDS } from './samples.ts';

/** Of 1004 a name, of the others none. */
export const termsOf = (accountId: string) => ({
  thresholds: THRESHOLDS,
  exceptions: {},
  ...(accountId === '1004' && { displayName: 'Liman' }),
});
export const ZONE = 'Europe/Istanbul';
export const STALE_SINCE_MS = NOW_MS - 32 * HOUR_MS;

/** One that began 32 hours ago, of the account as it was read a minute ago. */
export function incident(accountId: string, differences: Partial<WatchedIncident> = {}): WatchedIncident {
  const level = differences.level ?? 'critical';
  const read = account(
    level === 'critical'
      ? { ...CRITICAL, id: accountId }
      : { id: accountId, database: hoursAgo(30), folders: hoursAgo(30) },
  );
  return {
    id: `incident-${accountId}`,
    accountId,
    level,
    startedAtMs: STALE_SINCE_MS,
    detectedAtMs: NOW_MS - HOUR_MS,
    ...(level !== 'unknown' && {
      state: { level, startedAtMs: STALE_SINCE_MS, readAtMs: NOW_MS - 60_000, account: read },
    }),
    ...differences,
  };
}

/** What an alert says of these, in this order, and of how many others that are not fine again. */
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
    incidentId,
    accountId,
    level,
    ...(resolvedAtMs !== undefined && { resolvedAtMs }),
  }));
  return {
    kind: 'alert',
    newIds,
    incidents: shown,
    rows,
    counts,
    fineCount: fineCount ?? incidents.length - open.length,
  };
}

/** What Slack is sent, which it has to take: the lines of the notification and of the message. */
export function told(notification: Notification, accountCount = 200) {
  const linkTo = ({ channelId, ts }: MessageRef) =>
    `https://slack.com/archives/${channelId}/p${ts.replace('.', '')}`;
  const context = { words, termsOf, zone: ZONE, nowMs: NOW_MS };
  const message = alertMessage({ notification, accountCount, linkTo }, context);
  expect(validateMessage(message)).toEqual([]);
  return { text: message.text.split('\n'), lines: drawn(message.blocks), message };
}

/** The same of an alert about these. */
export const situation = (incidents: readonly WatchedIncident[], accountCount?: number) =>
  told(alertOf(incidents), accountCount);

/** A moment that every device shows as its own. */
export const dated = (atMs: number, fallback: string) =>
  `<!date^${atMs / 1000}^\u200B{date_short_pretty} {time}|${fallback}>`;
/** When the incidents began. */
export const SINCE = dated(STALE_SINCE_MS, `${words.time.dayAgo('2026-11-19', 0)} 21:40 Europe/Istanbul`);
export const ACKNOWLEDGE = words.buttons.acknowledge;

/** For what TypeScript cannot know is there. */
export function never(): never {
  throw new Error('no state');
}
