import { readOptions } from '../support/read-options.ts';
import type { MemoryReport } from './inside-bot.ts';
import { type BotFigures, runSoak, type SoakReport } from './run-soak.ts';
import { writeSection } from './write-section.ts';

const SEED = 20_261_121;
const MINUTES = 10;
const RATE = 50;
/** The longest that a command may take, with what a busy machine adds to the budget of twenty seconds. */
const LONGEST_MS = 21_500;
const USAGE = `npm run soak -- [options]

  --minutes N   ${MINUTES}; docs/reliability.md is written with that many or more
  --rate N      commands a second; ${RATE}
  --seed N      of the faults; ${SEED}
`;

/** Prints what came of it; exits 1 when a command was met with silence, took too long, or memory or handles grew. */
async function main(): Promise<void> {
  const { minutes, rate, seed } = readOptions(USAGE, {
    minutes: { type: 'string', default: String(MINUTES) },
    rate: { type: 'string', default: String(RATE) },
    seed: { type: 'string', default: String(SEED) },
  });
  const report = await runSoak({
    seconds: Number(minutes) * 60,
    rate: Number(rate),
    seed: Number(seed),
    say: (line) => process.stdout.write(`${line}\n`),
  });
  const text = figures(report, Number(rate));
  process.stdout.write(`${text}\n`);
  for (const bot of report.bots) process.stdout.write(`${bot.transport}: ${JSON.stringify(bot.errors)}\n`);
  const problems = report.bots.flatMap(problemsOf);
  for (const problem of problems) process.stdout.write(`PROBLEM ${problem}\n`);
  if (Number(minutes) >= MINUTES) writeSection('reliability.md', 'soak', text);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

const handles = ({ resources }: MemoryReport) =>
  Object.values(resources).reduce((sum, count) => sum + count, 0);
const growth = ({ memory }: BotFigures) => (memory.at(-1)?.heapBytes ?? 0) / (memory[0]?.heapBytes ?? 1) - 1;

function problemsOf(bot: BotFigures): string[] {
  const { transport, silent, slowest, memory, isAlive } = bot;
  const [first, last] = [memory[0], memory.at(-1)];
  return [
    ...(isAlive ? [] : ['the bot died']),
    ...(silent > 0 ? [`${silent} commands were met with silence`] : []),
    ...(slowest > LONGEST_MS ? [`the slowest took ${slowest} ms`] : []),
    ...(growth(bot) > 0.2 ? [`the heap grew by ${Math.round(growth(bot) * 100)} %`] : []),
    ...(first && last && handles(last) > handles(first) + 10
      ? [`handles grew: ${JSON.stringify(first.resources)} → ${JSON.stringify(last.resources)}`]
      : []),
  ].map((problem) => `${transport}: ${problem}`);
}

function figures({ seconds, bots }: SoakReport, rate: number): string {
  const row = (label: string, value: (bot: BotFigures) => string | number) =>
    `| ${label} | ${bots.map(value).join(' | ')} |`;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const firstAndLast = (memory: readonly MemoryReport[], what: (report: MemoryReport) => string | number) =>
    memory[0] && memory.at(-1) ? `${what(memory[0])} → ${what(memory.at(-1) as MemoryReport)}` : 'none';
  const share = (part: number, whole: number) =>
    `${part} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
  return [
    `${seconds} s at ${rate} commands a second, half of them by each transport; faults changed every 5 s.`,
    '',
    `| Figure | ${bots.map(({ transport }) => (transport === 'socket' ? 'Socket Mode' : 'Signed HTTP')).join(' | ')} |`,
    '| --- | --- | --- |',
    row('Commands', ({ commands }) => commands),
    row('Answered', ({ answered, commands }) => share(answered, commands)),
    row('Answered with an earlier answer', ({ answeredEarlier, commands }) =>
      share(answeredEarlier, commands),
    ),
    row('Clear failure', ({ failures, commands }) => share(failures, commands)),
    row('Slack’s own error', ({ slackSaid, commands }) => share(slackSaid, commands)),
    row('Silence', ({ silent }) => silent),
    row('Median, slowest', ({ median, slowest }) => `${median} ms, ${(slowest / 1000).toFixed(1)} s`),
    row('Heap after garbage collection, warm → end', ({ memory }) =>
      firstAndLast(memory, ({ heapBytes }) => megabytes(heapBytes)),
    ),
    row('Resident memory, warm → end', ({ memory }) =>
      firstAndLast(memory, ({ rssBytes }) => megabytes(rssBytes)),
    ),
    row('Open handles, warm → end', ({ memory }) => firstAndLast(memory, handles)),
  ].join('\n');
}

await main();
