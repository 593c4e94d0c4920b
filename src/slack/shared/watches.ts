import type { Logger } from 'pino';
import type { SeenLevel } from '../../domain/watch/observe-reading.ts';
import type { Overview } from '../../domain/watch/summary.ts';
import type { BrokenChannel } from '../../domain/watch/told.ts';
import type {
  AccountRecord,
  AddResult,
  AlertRecord,
  NewWatch,
  TakeResult,
  Watched,
  WatchedHere,
  WatchList,
} from '../../domain/watch/watch-list.ts';
import { createAttempt, FAILED, type StoreFailed } from './store-attempt.ts';

/** The watches as the edge uses them: as in `WatchList`, and nothing rejects. */
export interface Watches {
  add(watch: NewWatch): Promise<AddResult | StoreFailed>;
  remove(...args: Parameters<WatchList['remove']>): Promise<readonly string[] | 'unavailable'>;
  stopSummary(...args: Parameters<WatchList['stopSummary']>): Promise<boolean | 'unavailable'>;
  overview(of: Watched): Promise<Overview | 'unavailable'>;
  removePattern(...args: Parameters<WatchList['removePattern']>): Promise<number | undefined | 'unavailable'>;
  list(...args: Parameters<WatchList['list']>): Promise<readonly WatchedHere[] | 'unavailable'>;
  broken(userId: string): Promise<readonly BrokenChannel[] | 'unavailable'>;
  /** None when they are not known in time. */
  seenLevels(accountIds: readonly string[]): ReturnType<WatchList['seenLevels']>;
  record(...args: Parameters<WatchList['record']>): Promise<AccountRecord | 'unavailable'>;
  /** Undefined also when the store failed: the next press tells again. */
  adopt(...args: Parameters<WatchList['adopt']>): Promise<string | undefined>;
  alert(...args: Parameters<WatchList['alert']>): Promise<AlertRecord | undefined | 'unavailable'>;
  take(...args: Parameters<WatchList['take']>): Promise<TakeResult | StoreFailed>;
}

export function createWatches({
  watches,
  log,
}: {
  readonly watches: WatchList;
  readonly log: Logger;
}): Watches {
  const attempt = createAttempt(log);
  return {
    add: (watch) => attempt('add watches', FAILED, () => watches.add(watch), withinMsOf(watch.patterns)),
    remove: (...args) => attempt('remove watches', 'unavailable', () => watches.remove(...args)),
    stopSummary: (...args) => attempt('stop a summary', 'unavailable', () => watches.stopSummary(...args)),
    overview: (of) => attempt('read what is watched', 'unavailable', () => watches.overview(of)),
    removePattern: (...args) =>
      attempt('remove a pattern', 'unavailable', () => watches.removePattern(...args), THOUSANDS_WITHIN_MS),
    list: (...args) => attempt('list watches', 'unavailable', () => watches.list(...args)),
    broken: (userId) => attempt('list broken channels', 'unavailable', () => watches.broken(userId)),
    seenLevels: (ids) =>
      attempt('read since when accounts are bad', NONE, () => watches.seenLevels(ids), SEEN_WITHIN_MS),
    record: (accountId, days) =>
      attempt('read a history', 'unavailable', () => watches.record(accountId, days)),
    adopt: (pressed, userId) =>
      attempt('adopt a message', undefined, () => watches.adopt(pressed, userId), ADOPT_WITHIN_MS),
    alert: (pressed) => attempt('read an alert', 'unavailable', () => watches.alert(pressed)),
    take: (alert, userId) =>
      attempt('take over', FAILED, () => watches.take(alert, userId), THOUSANDS_WITHIN_MS),
  };
}

/** What was pressed waits for it, and may have to open a window before Slack's three seconds are over. */
const ADOPT_WITHIN_MS = 1_000;
/** An answer is worth more than the day since when it is so. */
const SEEN_WITHIN_MS = 300;
const NONE: ReadonlyMap<string, SeenLevel> = new Map();

/** Thousands of accounts take a few seconds, in pieces. */
const THOUSANDS_WITHIN_MS = 30_000;
const withinMsOf = (patterns: NewWatch['patterns']) =>
  patterns === undefined ? undefined : THOUSANDS_WITHIN_MS;

/** Whether watches of this place tell a person, not a channel. */
export const isUserPlace = (channelId: string): boolean => /^[UW]/.test(channelId);
