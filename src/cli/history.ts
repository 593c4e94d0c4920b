import { DAY_MS, dayNumber, MINUTE_MS } from '../account/time.ts';
import { VERDICT_LEVELS } from '../account/verdict.ts';
import { daysZoneId } from '../watch/history/account-days.ts';
import { historyOf } from '../watch/history/history.ts';
import { daysToRead, KEPT_DAYS } from '../watch/history/picture.ts';
import type { AccountRecord } from '../watch/watch-list.ts';
import { CliError, type CliRun, csvCell, FLAG, readArguments, UsageError, withStore } from './run.ts';

/** Prints the days of an account. Resolves with the exit code, 0. */
export async function runHistory(run: CliRun): Promise<number> {
  const { values, words } = readArguments(run.args, { csv: FLAG });
  const [id] = words;
  if (id === undefined) throw new UsageError('The id of an account is missing.');
  if (words.length > 1) throw new UsageError('One account at a time.');
  if (!values.csv) throw new UsageError('Say --csv: there is no other format.');
  const nowMs = run.now?.() ?? Date.now();
  const record = await withStore(run, ({ watches }) => watches.record(id, daysToRead(nowMs, KEPT_DAYS)));
  if (record.days.length === 0)
    throw new CliError(`Nothing is known of the past of ${id}: only watched accounts have a history.`);
  run.write(csvOf(id, record, nowMs));
  return 0;
}

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
