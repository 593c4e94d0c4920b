import { DatabaseSync } from 'node:sqlite';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../backup-service/accounts/account.ts';
import { CUSTOMERS } from '../backup-service/accounts/accounts.ts';

/** The app keeps 35 days. */
const DAYS = 34;
const [LATE_MS, STALE_MS] = [26 * HOUR_MS, 48 * HOUR_MS];
/** The UTC offset of the reference service. */
const ZONE_MS = 3 * HOUR_MS;
/** One night in this many has no backup: not the same one for each customer. */
const SKIPS_ONE_OF = 24;
/** A gap in the history, in which the bot was not watching. */
const NOT_SEEN_MS = [20 * DAY_MS, 20 * DAY_MS - 6 * HOUR_MS] as const;
/** Hours since the older of the two last backups, for accounts that are not fine or soon will not be; a few for others. */
const LAST_HOURS_AGO: Readonly<Record<string, number>> = {
  ...{ '1004': 90, '1005': 68, '1006': 34, '1007': 30, '1008': DAYS * 24, '1011': 77 },
  ...{ '2001': 22, '2002': 31, '2009': 53, '2012': 24, '2016': 29, '2029': 76 },
};

/** Puts every customer on the list, as `npm run accounts -- import` does. */
export const writeList = (databaseFile: string): void =>
  write(databaseFile, (database) => {
    const add = database.prepare(`insert into accounts (id, name, source) values (?, ?, 'person')`);
    for (const { id, name } of CUSTOMERS) add.run(id, name);
    database.exec('update account_list set revision = revision + 1');
  });

/** Writes weeks of history for each customer, as if the bot had watched them. Every start writes the same. */
export const writeHistory = (databaseFile: string, nowMs: number): void =>
  write(databaseFile, (database) => {
    const addChange = database.prepare(`insert into changes values (?, ?, ?, ?, ?)`);
    const [gapFromMs, gapToMs] = NOT_SEEN_MS.map((agoMs) => nowMs - agoMs) as [number, number];
    database.prepare('insert into gaps values (?, ?)').run(gapFromMs, gapToMs);
    for (const [place, { id }] of CUSTOMERS.entries()) {
      const changes = changesOf(backupsOf(id, place, nowMs), nowMs);
      const first = changes.findLastIndex(([atMs]) => atMs <= nowMs - DAYS * DAY_MS);
      for (const [index, [atMs, level]] of changes.slice(first).entries())
        addChange.run(id, index + 1, atMs, Math.max(atMs, nowMs - DAYS * DAY_MS), level);
    }
  });

function write(databaseFile: string, work: (database: DatabaseSync) => void): void {
  using database = new DatabaseSync(databaseFile, { timeout: 5_000 });
  database.exec('begin');
  work(database);
  database.exec('commit');
}

/** When backups ran, oldest first: once a night, except for some nights. */
function backupsOf(id: string, place: number, nowMs: number): number[] {
  const lastMs = nowMs - (LAST_HOURS_AGO[id] ?? 5) * HOUR_MS;
  const midnightMs = Math.floor((nowMs + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;
  const nights = Array.from({ length: DAYS + 2 }, (_, index) => index - DAYS - 1)
    .filter((night) => (place * 7 - night) % SKIPS_ONE_OF !== 0)
    .map((night) => midnightMs + night * DAY_MS + HOUR_MS + ((place * 7) % 90) * MINUTE_MS);
  return [...nights.filter((atMs) => atMs < lastMs), lastMs];
}

function changesOf(ranAtMs: readonly number[], nowMs: number) {
  return ranAtMs.flatMap((atMs, index) => {
    const levels = [
      [atMs, 'healthy'],
      [atMs + LATE_MS, 'attention'],
      [atMs + STALE_MS, 'critical'],
    ] as const;
    const isOld = (ranAtMs[index - 1] ?? atMs) + LATE_MS < atMs || index === 0;
    return levels.filter(
      ([fromMs, level]) => fromMs < (ranAtMs[index + 1] ?? nowMs) && (level !== 'healthy' || isOld),
    );
  });
}
