// How much of src does `npm test` run? Prints a table by folder. Processes that tests start are not counted.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Parts } from './note-coverage.ts';
import { PROJECT } from './precise-coverage.ts';
import type { Ended, Job } from './run-tests.ts';

const notes = mkdtempSync(join(tmpdir(), 'backup-status-coverage-'));
process.once('exit', () => rmSync(notes, { recursive: true }));
const job: Job = { testFiles: [], notesCoverage: true };
const tests = fork(join(import.meta.dirname, 'run-tests.ts'), [JSON.stringify(job)], {
  cwd: PROJECT,
  env: { ...process.env, MEASURES_NOTES: notes },
});
const [ended] = (await once(tests, 'message')) as [readonly Ended[]];
for (const { testFile, hasPassed, failure } of ended) {
  if (!hasPassed) process.stderr.write(`failed: ${testFile}: ${failure}\n`);
}

const ran = new Map(
  globSync('src/**/*.ts', { cwd: PROJECT }).map((file) => [
    file,
    new Uint8Array(readFileSync(join(PROJECT, file), 'utf8').length),
  ]),
);
for (const note of readdirSync(notes)) {
  const parts = JSON.parse(readFileSync(join(notes, note), 'utf8')) as Parts;
  for (const [file, ofFile] of Object.entries(parts)) add(file, ofFile);
}
report();

/** Parts come with those around them first. */
function add(file: string, parts: Parts[string]): void {
  const all = ran.get(file);
  if (!all) return;
  const here = new Uint8Array(all.length);
  for (const [start, end, hasRun] of parts) here.fill(hasRun ? 1 : 0, start, end);
  for (const [place, hasRun] of here.entries()) if (hasRun) all[place] = 1;
}

/** A line has run when all of it has that is not a blank. */
function report(): void {
  const folders = new Map<string, { lines: number; ran: number }>();
  for (const [file, marks] of ran) {
    const [, folder = '', ...rest] = file.split('/');
    let place = 0;
    for (const line of readFileSync(join(PROJECT, file), 'utf8').split('\n')) {
      const isRun = [...line.matchAll(/\S/g)].every(({ index }) => marks[place + index] === 1);
      place += line.length + 1;
      if (line.trim() === '') continue;
      for (const name of ['all', rest.length === 0 ? '(top)' : folder]) {
        const sum = folders.get(name) ?? { lines: 0, ran: 0 };
        folders.set(name, { lines: sum.lines + 1, ran: sum.ran + (isRun ? 1 : 0) });
      }
    }
  }
  const rows = [...folders].map(([folder, sum]) => ({
    folder,
    ...sum,
    '%': Number(((100 * sum.ran) / sum.lines).toFixed(1)),
  }));
  console.table(rows);
}
