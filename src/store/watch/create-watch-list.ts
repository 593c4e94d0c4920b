import type { WatchList } from '../../domain/watch/watch-list.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import { beginWatch } from './begin-watch.ts';
import { readBroken } from './channel-rows.ts';
import { endWatches, removeAccounts, stopSummary } from './end-watch.ts';
import { followPatterns, removePattern } from './pattern-rows.ts';
import { adoptMessage, readAlert, takeAlert } from './pressed-message.ts';
import { readRecord, readSeenLevels, readWatches } from './read-watched.ts';
import { readOverview } from './summary-rows.ts';

export interface WatchListDeps {
  readonly database: GuardedDatabase;
  readonly now: () => number;
}

/** What people ask for and see. */
export function createWatchList({ database, now }: WatchListDeps): WatchList {
  const { read, transact } = database;
  return {
    add: (watch) => transact((db) => beginWatch(db, watch, now())),
    remove: (channelId, accountIds, userId) =>
      transact((db) => {
        const stop = { channelId, userId, nowMs: now() };
        return endWatches(db, stop, () => removeAccounts(db, stop, accountIds));
      }),
    removePattern: (channelId, pattern, userId) =>
      transact((db) => {
        const stop = { channelId, userId, nowMs: now() };
        return endWatches(db, stop, () => removePattern(db, stop, pattern));
      }),
    followPatterns: () => followPatterns(database, now),
    stopSummary: (channelId, userId) =>
      transact((db) => stopSummary(db, { channelId, userId, nowMs: now() })),
    overview: (of) => read((db) => readOverview(db, of, now())),
    list: (channelIds, begunBy) => read((db) => readWatches(db, channelIds, begunBy, now())),
    broken: (userId) => read((db) => readBroken(db, userId)),
    seenLevels: (accountIds) => read((db) => readSeenLevels(db, accountIds)),
    record: (accountId, days) => read((db) => readRecord(db, accountId, days)),
    adopt: (pressed, userId) => transact((db) => adoptMessage(db, pressed, userId, now())),
    alert: (pressed) => read((db) => readAlert(db, pressed)),
    take: (pressed, userId) => transact((db) => takeAlert(db, pressed, userId, now())),
  };
}
