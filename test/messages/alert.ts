import { expect } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { type AlertCall, alertMessage } from '../../src/slack/alerts/alert-message.ts';
import type { ToldRow } from '../../src/watch/told.ts';
import type { AlertRecord } from '../../src/watch/watch-list.ts';
import type { WatchedIncident } from '../../src/watch/watch-store.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { account, CRITICAL, HOUR_MS, hoursAgo, NOW_MS, THRESHOLDS } from './samples.ts';

/** Of 1004 a name, of the others none. */
export const termsOf = (accountId: string) => ({
  thresholds: THRESHOLDS,
  exceptions: {},
  ...(accountId === '1004' && { displayName: 'Liman' }),
});
export const WATCH = { tellOf: 'attention', zone: 'Europe/Istanbul', createdAtMs: 0 } as const;
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
    terms: WATCH,
    ...(level !== 'unknown' && {
      state: { level, startedAtMs: STALE_SINCE_MS, readAtMs: NOW_MS - 60_000, account: read },
    }),
    ...differences,
  };
}

/** It as it was told. */
export const rowOf = ({ id: incidentId, level, resolvedAtMs }: WatchedIncident): ToldRow => ({
  incidentId,
  level,
  ...(resolvedAtMs !== undefined && { resolvedAtMs }),
});

/** An alert in a channel that watches so many accounts. */
export const alertOf = (rows: readonly ToldRow[], accountCount = 200): AlertRecord['told'] => ({
  kind: 'alert',
  rows,
  accountCount,
});

/** What Slack is sent, which it has to take: the lines of the notification and of the message. */
export function told(call: Partial<AlertCall> & Pick<AlertCall, 'told'>) {
  const message = alertMessage(
    { kind: 'post', id: 'C1-1@0', incidents: [], nowMs: NOW_MS, ...call },
    { words, termsOf },
  );
  expect(validateMessage(message)).toEqual([]);
  return { text: message.text.split('\n'), lines: drawn(message.blocks), message };
}

/** The same of an alert that was told of these. */
export const situation = (incidents: readonly WatchedIncident[], accountCount?: number) =>
  told({ told: alertOf(incidents.map(rowOf), accountCount), incidents });

/** A moment that every device shows as its own. */
export const dated = (atMs: number, fallback: string) =>
  `<!date^${atMs / 1000}^\u200B{date_short_pretty} {time}|${fallback}>`;
/** When the incidents began. */
export const SINCE = dated(STALE_SINCE_MS, `${words.time.dayAgo('2026-11-19', 0)} 21:40 Europe/Istanbul`);
export const TAKE_OVER = words.buttons.takeOver;

/** For what TypeScript cannot know is there. */
export function never(): never {
  throw new Error('no state');
}
