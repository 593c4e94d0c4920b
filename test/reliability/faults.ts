import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { readOptions } from '../support/read-options.ts';
import { type Postgres, startPostgres } from '../support/start-postgres.ts';
import { databaseFaults, NOT_SAVED } from './database-faults.ts';
import { FAILURE, type FaultRow, runRow } from './fault-row.ts';
import { deliveryFaults, processFaults } from './process-faults.ts';
import { watchFaults } from './watch-faults.ts';
import { writeSection } from './write-section.ts';

const GROUPS: Readonly<Record<string, readonly FaultRow[]>> = {
  Slack: deliveryFaults,
  'The database': databaseFaults,
  'The process': processFaults,
  Watches: watchFaults,
};

const USAGE = `npm run faults -- [options]

  --only TEXT      only rows whose fault, circumstance or group contains it; the document stays as it is
  --at-once N      rows at the same time; three a processor
`;

interface Wanted {
  readonly group: string;
  readonly row: FaultRow;
}
type Result = Wanted & Awaited<ReturnType<typeof runRow>>;

/** Runs every row against the real bot and writes the list in docs/reliability.md. Exits with 1 when a row fails. */
async function main(): Promise<void> {
  const { only, 'at-once': atOnce } = readOptions(USAGE, {
    only: { type: 'string' },
    'at-once': { type: 'string' },
  });
  const isWanted = ({ group, row }: Wanted) =>
    `${group} ${row.fault} ${row.given}`.toLowerCase().includes((only ?? '').toLowerCase());
  const wanted = Object.entries(GROUPS)
    .flatMap(([group, rows]) => rows.map((row) => ({ group, row })))
    .filter(isWanted);
  const startedAtMs = Date.now();
  const results = await runAll(wanted, Number(atOnce ?? 3 * availableParallelism()));
  const failed = results.filter(({ problems }) => problems.length > 0);
  const seconds = Math.round((Date.now() - startedAtMs) / 1000);
  process.stdout.write(`${results.length} rows in ${seconds} s, ${failed.length} of them do not hold\n`);
  for (const { row, problems } of failed)
    process.stdout.write(`  ${row.fault} (${row.given}):\n    ${problems.join('\n    ')}\n`);
  if (only === undefined) writeSection('reliability.md', 'faults', faultList(results));
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** In order, several at a time, with the long ones beside them all the time. */
async function runAll(wanted: readonly Wanted[], atOnce: number): Promise<Result[]> {
  let starting: Promise<Postgres> | undefined;
  const sharedPostgres = () => {
    starting ??= startPostgres();
    return starting;
  };
  const run = async (one: Wanted): Promise<Result> => {
    const result = { ...one, ...(await runRow(one.row, sharedPostgres)) };
    process.stdout.write(`${lineOf(result)}\n`);
    return result;
  };
  const queue = new PQueue({ concurrency: atOnce });
  const results = await Promise.all(
    wanted.map((one) => (one.row.isLong ? run(one) : queue.add(() => run(one)))),
  );
  await (await starting)?.remove();
  return results;
}

const LONGEST_TEXT = 150;

/** A line for the terminal, with the first lines that the person read. */
function lineOf({ row, seen, problems }: Result): string {
  const mark = problems.length === 0 ? 'ok  ' : 'FAIL';
  const lines = seen.text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.slice(0, 3).join(' ⏎ ').slice(0, LONGEST_TEXT) || 'SILENCE';
  return `${mark} ${row.fault} (${row.given}): ${Math.round(seen.afterMs)} ms, ${read}`;
}

/** What a person got in the end, by what they read. The first match counts. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/^Slack: [^\n]*$/, 'Slack’s own error'],
  [/^Still working/, 'the pending note alone'],
  [FAILURE, 'a clear failure'],
  [NOT_SAVED, 'a clear failure'],
  [/./s, 'what they asked for'],
];

const endingOf = (text: string) => ENDINGS.find(([pattern]) => pattern.test(text))?.[1] ?? '**silence**';

/** The list of all faults, by group and by what people got in the end. */
function faultList(results: readonly Result[]): string {
  const groups = [...Map.groupBy(results, ({ group }) => group)].map(([group, own]) => {
    const endings = Map.groupBy(own, ({ seen }) => endingOf(seen.text));
    const losses = Map.groupBy(
      own.filter(({ seen }) => seen.lost !== undefined),
      ({ seen }) => `Lost: ${seen.lost}`,
    );
    const lines = [...endings, ...losses].map(([ending, found]) => `- ${bold(ending)}: ${namesOf(found)}.`);
    return `### ${group}\n\n${lines.join('\n')}`;
  });
  const held = results.filter(({ problems }) => problems.length === 0).length;
  const count = `${results.length} faults, ${held === results.length ? 'all' : held} of them as they should be.`;
  return [count, ...groups].join('\n\n');
}

const bold = (text: string) => `**${text.replaceAll('*', '')}**`;

const namesOf = (results: readonly Result[]) =>
  [...new Set(results.map(({ row }) => row.fault))].map((name) => name.replaceAll('<', '&lt;')).join('; ');

// PostgreSQL ends with this process only if the process exits by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
await main();
