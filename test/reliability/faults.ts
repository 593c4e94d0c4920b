import { availableParallelism } from 'node:os';
import { readOptions } from '../support/read-options.ts';
import { type Postgres, startPostgres } from '../support/start-postgres.ts';
import { databaseFaults } from './database-faults.ts';
import { deliveryFaults } from './delivery-faults.ts';
import type { FaultRow } from './fault-row.ts';
import { type FaultResult, faultList, lineOf } from './fault-table.ts';
import { processFaults } from './process-faults.ts';
import { runRow } from './run-row.ts';
import { surroundingsFaults } from './surroundings-faults.ts';
import { watchFaults } from './watch-faults.ts';
import { writeSection } from './write-section.ts';

const GROUPS: Readonly<Record<string, readonly FaultRow[]>> = {
  Slack: deliveryFaults,
  'The database': databaseFaults,
  'The process': [...processFaults, ...surroundingsFaults],
  Watches: watchFaults,
};

const USAGE = `npm run faults -- [options]

  --only TEXT      only rows whose fault, circumstance or group contains it; the document stays as it is
  --at-once N      rows at the same time; three a processor
`;

/** Runs every row against the real bot and writes the list in docs/reliability.md. Exits with 1 when a row fails. */
async function main(): Promise<void> {
  const { only, 'at-once': atOnce } = readOptions(USAGE, {
    only: { type: 'string' },
    'at-once': { type: 'string' },
  });
  const wanted = Object.entries(GROUPS).flatMap(([group, rows]) =>
    rows
      .filter((row) =>
        `${group} ${row.fault} ${row.given}`.toLowerCase().includes((only ?? '').toLowerCase()),
      )
      .map((row) => ({ group, row })),
  );
  const startedAtMs = Date.now();
  const results = await runAll(wanted, Number(atOnce ?? 3 * availableParallelism()));
  const failed = results.filter(({ problems }) => problems.length > 0);
  const seconds = Math.round((Date.now() - startedAtMs) / 1000);
  process.stdout.write(`${results.length} rows in ${seconds} s, ${failed.length} of them do not hold\n`);
  for (const { row, problems } of failed)
    process.stdout.write(`  ${row.fault} (${row.given ?? '-'}):\n    ${problems.join('\n    ')}\n`);
  if (only === undefined) writeSection('reliability.md', 'faults', faultList(results));
  process.exitCode = failed.length > 0 ? 1 : 0;
}

interface Wanted {
  readonly group: string;
  readonly row: FaultRow;
}

/** In order, several at a time, with the long ones beside them all the time. */
async function runAll(wanted: readonly Wanted[], atOnce: number): Promise<FaultResult[]> {
  let starting: Promise<Postgres> | undefined;
  const sharedPostgres = () => {
    starting ??= startPostgres();
    return starting;
  };
  const results: FaultResult[] = [];
  const run = async ([index, one]: [number, Wanted]) => {
    const result = { ...one, ...(await runRow(one.row, sharedPostgres)) };
    results[index] = result;
    process.stdout.write(`${lineOf(result)}\n`);
  };
  const queue = [...wanted.entries()];
  const long = queue.filter(([, { row }]) => row.isLong);
  const short = queue.filter(([, { row }]) => !row.isLong);
  const work = async () => {
    for (let next = short.shift(); next !== undefined; next = short.shift()) await run(next);
  };
  await Promise.all([...long.map(run), ...Array.from({ length: atOnce }, work)]);
  await (await starting)?.remove();
  return results;
}

// PostgreSQL ends with this process only if the process exits by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
await main();
