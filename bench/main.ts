// bench/ owns the side-by-side measurements. Nothing imports it.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../test/support/read-options.ts';
import { coldAnswers, warmAnswers } from './answers.ts';
import { type Finding, goalText, isMissed, performancePage, terminalTable } from './finding.ts';
import { longestStop } from './longest-stop.ts';
import { start } from './start.ts';
import { watches } from './watches.ts';
import { createWorld } from './world.ts';

const MEASUREMENTS = [warmAnswers, coldAnswers, start, watches, longestStop];
const LONGEST_MS = 15 * 60_000;

const USAGE = `npm run bench -- [options]

  --quick      less than two minutes, without the last one; docs/performance.md stays as it is
  --only N     the Nth measurement, from 1 to ${MEASUREMENTS.length}; repeatable; docs/performance.md stays as it is
`;

const { quick: isQuick, only } = readOptions(USAGE, {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
});
setTimeout(() => {
  throw new Error('the bench took too long');
}, LONGEST_MS).unref();

const memory = Math.round(totalmem() / 1024 ** 3);
const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
process.stdout.write(`${machine}\n`);

const findings: Finding[] = [];
{
  await using world = await createWorld();
  for (const [index, measure] of MEASUREMENTS.entries()) {
    const isWanted =
      only.length > 0 ? only.includes(String(index + 1)) : !(isQuick && measure === longestStop);
    if (!isWanted) continue;
    const finding = await measure(world, { isQuick, rounds: 9, loadMs: isQuick ? 300 : 1_000 });
    findings.push(finding);
    process.stdout.write(`${terminalTable(finding)}\n`);
  }
}

if (!isQuick && only.length === 0) {
  writeFileSync(join(import.meta.dirname, '../docs/performance.md'), performancePage(findings, machine));
  process.stdout.write('\nWritten to docs/performance.md\n');
}
const missed = findings.flatMap(({ goals }) => goals.filter(isMissed));
if (missed.length > 0) {
  process.stdout.write(`\nMissed:\n${missed.map((goal) => `  ${goalText(goal)}`).join('\n')}\n`);
  if (isQuick) process.exitCode = 1;
}
