import type { ChannelIncident, Situation, Told, ToldMessage } from '../../src/watch/told.ts';
import { HOUR_MS, MINUTE_MS, NOW_MS } from '../account/accounts.ts';

/** Critical since an hour, noticed two minutes ago, and due to be told since one. */
export const incidentWith = (given: Partial<ChannelIncident> = {}): ChannelIncident => ({
  id: '1',
  accountId: '1004',
  level: 'critical',
  startedAtMs: NOW_MS - HOUR_MS,
  detectedAtMs: NOW_MS - 2 * MINUTE_MS,
  tellFromMs: NOW_MS - MINUTE_MS,
  ...given,
});

export const situationOf = (...incidents: ChannelIncident[]): Situation => ({
  incidents,
  accountCount: 200,
  broken: [],
});

export const messageOf = (told: Told, given: Partial<ToldMessage> = {}): ToldMessage => ({
  id: '1',
  ts: '1.000001',
  postedIn: 'C1',
  postedAtMs: NOW_MS - HOUR_MS,
  told,
  ...given,
});
