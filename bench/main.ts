// bench/ owns the side-by-side measurements. Nothing imports it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../test/support/read-options.ts';
import { type Finding, isOff } from './finding.ts';
import { answerCommand } from './measurements/answer-command.ts';
import { cards } from './measurements/cards.ts';
import { coldLookUp } from './measurements/cold-look-up.ts';
import { commandLine } from './measurements/command-line.ts';
import { growth } from './measurements/growth.ts';
import { home } from './measurements/home.ts';
import { longestStop } from './measurements/longest-stop.ts';
import type { Measure } from './measurements/measure.ts';
import { renewal } from './measurements/renewal.ts';

import { socketMode } from './measurements/socket-mode.ts';
import { start } from './measurements/start.ts';
import { watched } from './measurements/watched.ts';
import { goalText } from './report/goal-text.ts';
import { machineLine } from './report/machine-line.ts';
import { performancePage } from './report/performance-page.ts';
import { terminalTable } from './report/terminal-table.ts';
import { FULL, QUICK } from './sizes.ts';
import { createWorld } from './world.ts';

const MEASUREMENTS: readonly Measure[] = [
  answerCommand,
  socketMode,
  coldLookUp,
  renewal,
  home,
  cards,
  start,
  growth,
  commandLine,
  watched,
  longestStop,
];
/** Nothing here takes as long; a bench that hangs is ended. */
const LONGEST_MS = 15 * 60_000;

const USAGE = `npm run bench -- [options]

  --quick      two minutes; docs/performance.md stays as it is
  --only N     the Nth measurement, from 1 to ${MEASUREMENTS.length}; repeatable; docs/performance.md stays as it is
`;

const { quick, only } = readOptions(USAGE, {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
});

setTimeout(() => {
  throw new Error('the bench took too long');
}, LONGEST_MS).unref();
process.stdout.write(`${machineLine()}\n`);

const findings: Finding[] = [];
const world = await createWorld();
try {
  for (const [index, measure] of MEASUREMENTS.entries()) {
    if (only.length > 0 && !only.includes(String(index + 1))) continue;
    const finding = await measure(world, quick ? QUICK : FULL);
    findings.push(finding);
    process.stdout.write(`${terminalTable(finding)}\n`);
  }
} finally {
  await world.close();
}

if (!quick && only.length === 0) {
  const page = join(import.meta.dirname, '../docs/performance.md');
  writeFileSync(page, performancePage(findings, machineLine()));
  process.stdout.write('\nWritten to docs/performance.md\n');
}
const off = findings.flatMap(({ goals }) => goals.filter(isOff));
if (off.length > 0) {
  process.stdout.write(
    `\nMissed by more than their noise:\n${off.map((goal) => `  ${goalText(goal)}`).join('\n')}\n`,
  );
  if (quick) process.exitCode = 1;
}
