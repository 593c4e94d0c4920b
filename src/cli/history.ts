import { DAY_MS, MINUTE_MS } from '../account/time.ts';
import { VERDICT_LEVELS } from '../account/verdict.ts';
import { accountHistory, type History } from '../watch/history.ts';
import { CliError, type CliRun, csvCell, FLAG, readArguments, UsageError, withStore } from './run.ts';

/** Prints the days of an account. Resolves with the exit code, 0. */
export async function runHistory(run: CliRun): Promise<number> {
  const { values, words } = readArguments(run.args, { csv: FLAG });
  const [id] = words;
  if (id === undefined) throw new UsageError('The id of an account is missing.');
  if (words.length > 1) throw new UsageError('One account at a time.');
  if (!values.csv) throw new UsageError('Say --csv: there is no other format.');
  const record = await withStore(run, ({ watches }) => watches.record(id));
  if (record.changes.length === 0)
    throw new CliError(`Nothing is known of the past of ${id}: only watched accounts have a history.`);
  run.write(csvOf(id, accountHistory(record, run.now?.() ?? Date.now())));
  return 0;
}

/** Minutes, rounded: together they are the day, but for what was cut off. */
function csvOf(id: string, { days }: History): string {
  const levels = [...VERDICT_LEVELS, 'unseen'] as const;
  const rows = days
    .filter(({ sign }) => sign !== 'not-counted')
    .map(({ day, times }) => [
      csvCell(id),
      new Date(day * DAY_MS).toISOString().slice(0, 10),
      ...levels.map((level) => String(Math.round(times[level] / MINUTE_MS))),
    ]);
  const head = ['account', 'day', ...VERDICT_LEVELS.map((level) => `${level}_minutes`), 'not_seen_minutes'];
  return [head, ...rows].map((row) => `${row.join(',')}\n`).join('');
}
