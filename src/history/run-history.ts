// history/ owns `npm run history`: the days of an account on the command line.
// It must never know Slack.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { LIMITS, readDatabaseUrl, settingsToFix } from '../config.ts';
import { csvCell } from '../domain/csv-cell.ts';
import { DAY_MS, MINUTE_MS } from '../domain/duration.ts';
import { daysZoneId } from '../domain/history/account-days.ts';
import { historyOf } from '../domain/history/history.ts';
import { daysToRead } from '../domain/history/picture.ts';
import { VERDICT_LEVELS } from '../domain/verdict.ts';
import type { AccountRecord } from '../domain/watch/watch-list.ts';
import { dayNumber } from '../domain/zoned-time.ts';
import { createStore, type Store } from '../store/create-store.ts';
import { StoreError } from '../store/store-error.ts';

const USAGE = `npm run -s history -- ID --csv      node dist/history.js ID --csv

Prints the days of a watched account as CSV, oldest first, up to its last read: for how many minutes it was critical,
needed attention, could not be told and was healthy, and how long nobody saw it. Days are those of the service's zone.
`;

export interface HistoryRun {
  /** The command line, without the `node script` part. */
  readonly args: readonly string[];
  /** That of the process unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds. Default: this machine's clock. */
  readonly now?: () => number;
  /** Takes what is printed, in whole lines. */
  readonly write: (text: string) => void;
  /** Takes what went wrong. */
  readonly writeError: (text: string) => void;
}

/** Prints what the command line asks for. Resolves with the exit code: 1 when nothing was printed. */
export async function runHistory(run: HistoryRun): Promise<number> {
  const { args, environment, now = Date.now, write, writeError } = run;
  const asked = readArgs(args);
  if (asked.kind === 'help') {
    write(USAGE);
    return 0;
  }
  if (asked.kind === 'invalid') {
    writeError(`${asked.problem}\n\n${USAGE}`);
    return 1;
  }
  const result = readDatabaseUrl(environment);
  if (result.kind === 'invalid') {
    writeError(settingsToFix(result));
    return 1;
  }
  const { databaseUrl } = result;
  let store: Store | undefined;
  try {
    store = await createStore({ databaseUrl, now, log: pino({ level: 'silent' }) });
    const record = await store.watches.record(asked.id, daysToRead(now(), LIMITS.watch.historyDays));
    if (record.days.length === 0) {
      writeError(`Nothing is known of the past of ${asked.id}: only watched accounts have a history.\n`);
      return 1;
    }
    write(csvOf(asked.id, record, now()));
    return 0;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    writeError(`${error.message}\n`);
    return 1;
  } finally {
    await store?.close();
  }
}

type Asked =
  | { readonly kind: 'days'; readonly id: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly problem: string };

function readArgs(args: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { csv: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.help) return { kind: 'help' };
    const [id, ...others] = positionals;
    if (id === undefined) return { kind: 'invalid', problem: 'The id of an account is missing.' };
    if (others.length > 0) return { kind: 'invalid', problem: 'One account at a time.' };
    return values.csv
      ? { kind: 'days', id }
      : { kind: 'invalid', problem: 'Say --csv: there is no other format.' };
  } catch (error) {
    return { kind: 'invalid', problem: error instanceof Error ? error.message : String(error) };
  }
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
