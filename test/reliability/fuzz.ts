import { readOptions } from '../support/read-options.ts';
import { type FuzzReport, runFuzz } from './run-fuzz.ts';
import { writeSection } from './write-section.ts';

const SEED = 20_261_121;
const RUNS = 10_000;
const USAGE = `npm run fuzz -- [options]

  --seed N    ${SEED}
  --runs N    of each kind; ${RUNS}. docs/reliability.md is written with that many or more
`;

/** Prints the result. Exits with 1 when a violation was found. */
async function main(): Promise<void> {
  const { seed = SEED, runs = RUNS } = readOptions(USAGE, {
    seed: { type: 'string' },
    runs: { type: 'string' },
  });
  const options = { seed: Number(seed), runs: Number(runs) };
  const report = await runFuzz({ ...options, allowedStopMs: 50 });
  const text = figures(report, options);
  process.stdout.write(`${text}\n\n${JSON.stringify(report.errors)}\n`);
  for (const violation of report.violations) process.stdout.write(`VIOLATION ${violation}\n`);
  if (options.runs >= RUNS) writeSection('reliability.md', 'fuzz', text);
  process.exitCode = report.violations.length > 0 || grown(report).some((growth) => growth > 0.2) ? 1 : 0;
}

const grown = ({ heapBytes }: FuzzReport) => heapBytes.map(([warm, end]) => end / warm - 1);
const percent = (share: number) => `${share > 0 ? '+' : ''}${Math.round(share * 100)} %`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function figures(report: FuzzReport, { seed, runs }: Parameters<typeof runFuzz>[0]): string {
  const { kinds, longestStopMs, violationCount, heapBytes, seconds } = report;
  const heaps = heapBytes.map(
    ([warm, end]) => `${megabytes(warm)} → ${megabytes(end)} (${percent(end / warm - 1)})`,
  );
  return [
    '| Figure | Value |',
    '| --- | --- |',
    `| Seed | ${seed} |`,
    ...kinds.map((kind) => `| Hostile ${kind}, half over sockets, half over HTTP | ${runs} |`),
    `| Longest stop of the event loop by one input, of processor time | ${Math.ceil(longestStopMs)} ms |`,
    `| Crashes, silences, refused messages and other violations | ${violationCount} |`,
    `| Heap after garbage collection, warm → end, Socket Mode | ${heaps[0]} |`,
    `| The same, signed HTTP | ${heaps[1]} |`,
    `| Duration | ${Math.round(seconds / 60)} min |`,
  ].join('\n');
}

await main();
