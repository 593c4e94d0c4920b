// How much of src do the tests run? Prints a table by folder. Arguments are those of `vitest run`, such as a folder of test/.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = join(import.meta.dirname, '../..');
const reports = mkdtempSync(join(tmpdir(), 'backup-status-coverage-'));
process.once('exit', () => rmSync(reports, { recursive: true }));
spawnSync(
  'vitest',
  ['run', '--config', join(import.meta.dirname, 'coverage.config.ts'), ...process.argv.slice(2)],
  {
    cwd: PROJECT,
    env: { ...process.env, NODE_V8_COVERAGE: reports },
    stdio: 'inherit',
  },
);

const ran = new Map(
  globSync('src/**/*.ts', { cwd: PROJECT }).map((file) => [
    join(PROJECT, file),
    new Uint8Array(readFileSync(join(PROJECT, file), 'utf8').length),
  ]),
);
// Each process of a run leaves a file, including those that tests start. Offsets refer to our own text.
for (const name of globSync('*.json', { cwd: reports })) {
  const { result }: Profiler.TakePreciseCoverageReturnType = JSON.parse(
    readFileSync(join(reports, name), 'utf8'),
  );
  for (const { url, functions } of result) {
    if (url.startsWith('file:')) add(fileURLToPath(url.split('?')[0] ?? url), functions);
  }
}
report();

/** Outer functions and blocks come before inner ones. */
function add(file: string, functions: readonly Profiler.FunctionCoverage[]): void {
  const all = ran.get(file);
  if (!all) return;
  const here = new Uint8Array(all.length);
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges)
      here.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  for (const [place, hasRun] of here.entries()) if (hasRun) all[place] = 1;
}

/** A line has run if everything in it except blanks has run. */
function report(): void {
  const folders = new Map<string, { lines: number; ran: number }>();
  for (const [file, marks] of ran) {
    const [folder = '', ...rest] = file.slice(join(PROJECT, 'src/').length).split('/');
    let place = 0;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
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
