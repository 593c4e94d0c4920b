import { csvCell } from '../domain/csv-cell.ts';
import { DAY_MS, MINUTE_MS } from '../domain/duration.ts';
import { daysZoneId } from '../domain/history/account-days.ts';
import { historyOf } from '../domain/history/history.ts';
import { daysToRead, KEPT_DAYS } from '../domain/history/picture.ts';
import { VERDICT_LEVELS } from '../domain/verdict.ts';
import type { AccountRecord } from '../domain/watch/watch-list.ts';
import { dayNumber } from '../domain/zoned-time.ts';
import { type CliRun, withStore } from './run.ts';

/** Prints the days of an account. Resolves with the exit code: 1 when nothing was printed. */
export const printHistory = (id: string, run: CliRun): Promise<number> =>
  withStore(run, async (store) => {
    const nowMs = run.now?.() ?? Date.now();
    const record = await store.watches.record(id, daysToRead(nowMs, KEPT_DAYS));
    if (record.days.length > 0) {
      run.write(csvOf(id, record, nowMs));
      return 0;
    }
    run.writeError(`Nothing is known of the past of ${id}: only watched accounts have a history.\n`);
    return 1;
  });

/** Minutes, rounded: together they are the day, but for what was cut off. */
function csvOf(id: string, { state, days }: AccountRecord, nowMs: number): string {
  const zoneId = daysZoneId(state);
  const untilMs = state?.readAtMs ?? nowMs;
  const length = dayNumber(untilMs, zoneId) - (days[0]?.day ?? 0) + 1;
  const history = historyOf(days, { zoneId, nowMs: untilMs, length });
  const minutes = (ms: number) => String(Math.round(ms / MINUTE_MS));
  const rows = history.days.map(({ day, times, notSeenMs }) => [
    csvCell(id),
    new Date(day * DAY_MS).toISOString().slice(0, 10),
    ...VERDICT_LEVELS.map((level) => minutes(times[level])),
    minutes(notSeenMs),
  ]);
  const head = ['account', 'day', ...VERDICT_LEVELS.map((level) => `${level}_minutes`), 'not_seen_minutes'];
  return [head, ...rows].map((row) => `${row.join(',')}\n`).join('');
}
