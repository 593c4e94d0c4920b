import { DatabaseSync } from 'node:sqlite';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../backup-service/accounts/account.ts';
import { CUSTOMERS } from '../backup-service/accounts/customers.ts';

const DAYS = 56;
const [LATE_MS, STALE_MS] = [26 * HOUR_MS, 48 * HOUR_MS];
/** Of the reference service. */
const ZONE_MS = 3 * HOUR_MS;
const STEP_MS = 15 * MINUTE_MS;
/** One night in so many has no backup. */
const SKIPS_ONE_OF = 24;
/** Nobody was watching so long ago. */
const NOT_SEEN_MS = [20 * DAY_MS, 20 * DAY_MS - 6 * HOUR_MS] as const;
/** How old the older of the last backups is, of accounts that are not fine now or soon; of the others: a few hours. */
const LAST_HOURS_AGO: Readonly<Record<string, number>> = {
  ...{ '1004': 90, '1005': 68, '1006': 34, '1007': 30, '1008': DAYS * 24, '1011': 77 },
  ...{ '2001': 22, '2002': 31, '2009': 53, '2012': 24, '2016': 29, '2029': 76 },
};

type Level = 'critical' | 'attention' | 'healthy';

/** Eight weeks of history for each customer, as if the bot had watched them: the same with each start. */
export function writeHistory(databaseFile: string, nowMs: number): void {
  const database = new DatabaseSync(databaseFile, { timeout: 5_000 });
  const addDay = database.prepare('insert into account_days values (?, ?, ?, ?, 0, ?)');
  const addIncident = database.prepare(
    `insert into incidents (id, account_id, level, started_at_ms, detected_at_ms, can_wait, resolved_at_ms, closed_at_ms)
     values (?, ?, ?, ?, ?, 0, ?, ?)`,
  );
  try {
    database.exec('begin');
    for (const [id] of CUSTOMERS) {
      const ranAtMs = backupsOf(id, nowMs);
      for (const [day, { critical, attention, healthy }] of daysOf(ranAtMs, nowMs))
        addDay.run(day, id, critical, attention, healthy);
      for (const [index, atMs] of ranAtMs.entries()) {
        const [lateAtMs, nextMs] = [atMs + LATE_MS, ranAtMs[index + 1] ?? 0];
        if (nextMs <= lateAtMs) continue;
        const level = nextMs - atMs > STALE_MS ? 'critical' : 'attention';
        addIncident.run(`${id}@${lateAtMs}`, id, level, lateAtMs, lateAtMs, nextMs, nextMs);
      }
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}

/** The bot watched until then: a clock that is moved is no time in which it did not run. */
export function writeWatched(databaseFile: string, untilMs: number): void {
  const database = new DatabaseSync(databaseFile, { timeout: 5_000 });
  try {
    database.prepare('update watch_source set ticked_at_ms = ?1 where ticked_at_ms < ?1').run(untilMs);
  } finally {
    database.close();
  }
}

/** When backups ran, oldest first: once a night, but for some nights. */
function backupsOf(id: string, nowMs: number): number[] {
  const lastMs = nowMs - (LAST_HOURS_AGO[id] ?? 5) * HOUR_MS;
  const midnightMs = Math.floor((nowMs + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;
  const nights = Array.from({ length: DAYS + 2 }, (_, index) => index - DAYS - 1)
    .filter((night) => hashOf(id, night) % SKIPS_ONE_OF !== 0)
    .map((night) => midnightMs + night * DAY_MS + HOUR_MS + (hashOf(id, -night) % 90) * MINUTE_MS);
  return [...nights.filter((atMs) => atMs < lastMs), lastMs];
}

function daysOf(ranAtMs: readonly number[], nowMs: number): Map<number, Record<Level, number>> {
  const days = new Map<number, Record<Level, number>>();
  const [notSeenFromMs, notSeenToMs] = NOT_SEEN_MS.map((agoMs) => nowMs - agoMs) as [number, number];
  let index = 0;
  for (let atMs = nowMs - DAYS * DAY_MS; atMs < nowMs; atMs += STEP_MS) {
    while ((ranAtMs[index + 1] ?? nowMs) <= atMs) index += 1;
    const day = Math.floor((atMs + ZONE_MS) / DAY_MS);
    const times = days.get(day) ?? { critical: 0, attention: 0, healthy: 0 };
    days.set(day, times);
    if (atMs >= notSeenFromMs && atMs < notSeenToMs) continue;
    const ageMs = atMs - (ranAtMs[index] ?? nowMs);
    times[ageMs >= STALE_MS ? 'critical' : ageMs >= LATE_MS ? 'attention' : 'healthy'] += STEP_MS;
  }
  return days;
}

/** The same number for the same customer and night. */
function hashOf(id: string, night: number): number {
  let hash = 0x811c9dc5;
  for (const char of `${id} ${night}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return (hash ^ (hash >>> 13)) >>> 0;
}
