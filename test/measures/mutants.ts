// Which small mistakes in src would no test notice? Makes them one at a time, in a copy of the project.
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutation, mutationsOf } from './mutations.ts';
import type { Parts } from './note-coverage.ts';
import { PROJECT } from './precise-coverage.ts';
import type { Ended, Job } from './run-tests.ts';

const USAGE = `node test/measures/mutants.ts --out FOLDER [options] FOLDER_OF_SRC...

  --out FOLDER     where results are kept; started again with the same one, it goes on where it was
  --count N        how many mutants, always the same ones; a smaller sample is a part of a larger one (500)
  --seconds N      of tests for a mutant, those first that took least in the run without one (30)
`;

interface Mutant extends Mutation {
  readonly id: string;
  readonly file: string;
}

interface Result {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** `refused`: it survived the tests, and the compiler does not take it. */
  readonly outcome: 'killed' | 'timeout' | 'survived' | 'refused' | 'uncovered';
  /** The test that failed. */
  readonly by?: string;
  /** Test files that were run, of those that run what was changed. */
  readonly ran: number;
  readonly covering: number;
}

/** What a test file does when nothing is wrong. */
interface Known extends Ended {
  readonly parts: Parts;
}

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
  },
});
if (values.out === undefined || folders.length === 0) {
  process.stderr.write(USAGE);
  process.exit(1);
}
const { out } = values;
const mostMs = Number(values.seconds) * 1000;
/** For starting, and for a machine that is busy. */
const limitOf = (tookMs: number) => 40_000 + tookMs * 4;

mkdirSync(out, { recursive: true });
const copy = mkdtempSync(join(tmpdir(), 'backup-status-mutants-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
cpSync(PROJECT, copy, {
  recursive: true,
  filter: (path) => !['.git', 'node_modules', 'dist'].includes(basename(path)),
});
symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));

const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: PROJECT })).toSorted();
const known = await whatTestsCover();
const results = join(out, 'results.jsonl');
const done = new Map(readResults().map((result) => [result.id, result]));
const sample = files.flatMap(mutantsOf).toSorted(byId).slice(0, Number(values.count));
for (const [index, mutant] of sample.entries()) {
  const before = done.get(mutant.id);
  if (before && !isCut(before)) continue;
  const result = await tryOut(mutant);
  done.set(mutant.id, result);
  appendFileSync(results, `${JSON.stringify(result)}\n`);
  process.stderr.write(`${index + 1}/${sample.length} ${describe(result)}\n`);
}
report(sample.flatMap(({ id }) => done.get(id) ?? []));

/** Whether there are more tests to run than were run, and there is time for them now. */
function isCut({ outcome, ran, id }: Result): boolean {
  const mutant = sample.find((one) => one.id === id);
  return outcome === 'survived' && mutant !== undefined && testsFor(mutant).chosen.length > ran;
}

function mutantsOf(file: string): readonly Mutant[] {
  return mutationsOf(readFileSync(join(PROJECT, file), 'utf8')).map((mutation) => {
    const name = [file, mutation.start, mutation.end, mutation.text].join('\n');
    return { ...mutation, file, id: createHash('sha256').update(name).digest('hex').slice(0, 16) };
  });
}

function byId(a: Mutant, b: Mutant): number {
  return a.id < b.id ? -1 : 1;
}

function readResults(): readonly Result[] {
  if (!existsSync(results)) return [];
  const lines = readFileSync(results, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Result);
}

/** Runs all tests that import what is to be changed, once; a test file that fails then proves nothing later. */
async function whatTestsCover(): Promise<readonly Known[]> {
  const [notes, list] = [join(out, 'notes'), join(out, 'tests.json')];
  if (!existsSync(list)) {
    rmSync(notes, { recursive: true, force: true });
    mkdirSync(notes);
    const job = { testFiles: [], related: files.map((file) => join(copy, file)), notesCoverage: true };
    const ended = await runTests(job, 60 * 60_000, { MEASURES_NOTES: resolve(notes) });
    if (!ended) throw new Error('the tests without a mutant did not end');
    writeFileSync(list, JSON.stringify(ended));
  }
  const ended = JSON.parse(readFileSync(list, 'utf8')) as readonly Ended[];
  const failed = ended.filter(({ hasPassed }) => !hasPassed);
  for (const { testFile, failure } of failed) {
    process.stderr.write(`left out, it fails without a mutant: ${testFile}: ${failure}\n`);
  }
  const noted = new Set(readdirSync(notes));
  return ended.flatMap((test) => {
    const note = `${test.testFile.replaceAll('/', ',')}.json`;
    if (!test.hasPassed || !noted.has(note)) return [];
    const parts = JSON.parse(readFileSync(join(notes, note), 'utf8')) as Parts;
    return [{ ...test, parts: Object.fromEntries(files.map((file) => [file, parts[file] ?? []])) }];
  });
}

/** The tests that run what is changed, and as many of them as there is time for; the test of the same name first. */
function testsFor({ file, start }: Mutant): {
  readonly covering: readonly Known[];
  readonly chosen: readonly Known[];
} {
  const own = file.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts');
  const covering = known
    .filter(({ parts }) => hasRun(parts[file] ?? [], start))
    .toSorted((a, b) => Number(b.testFile === own) - Number(a.testFile === own) || a.tookMs - b.tookMs);
  let sumMs = 0;
  const chosen = covering.filter(({ tookMs }, index) => {
    sumMs += tookMs;
    return index === 0 || sumMs <= mostMs;
  });
  return { covering, chosen };
}

/** Whether the innermost part around a place has run. */
function hasRun(parts: Parts[string], place: number): boolean {
  const around = parts.filter(([start, end]) => start <= place && place < end);
  return around.reduce((inner, part) => (part[1] - part[0] <= inner[1] - inner[0] ? part : inner), [
    0,
    Number.POSITIVE_INFINITY,
    false,
  ] as Parts[string][number])[2];
}

async function tryOut(mutant: Mutant): Promise<Result> {
  const { file, start, end, text } = mutant;
  const source = readFileSync(join(PROJECT, file), 'utf8');
  const { covering, chosen } = testsFor(mutant);
  const line = source.slice(0, start).split('\n').length;
  const about = { id: mutant.id, file, line, from: source.slice(start, end), to: text };
  const counts = { ran: chosen.length, covering: covering.length };
  if (covering.length === 0) return { ...about, outcome: 'uncovered', ...counts };
  writeFileSync(join(copy, file), source.slice(0, start) + text + source.slice(end));
  try {
    const tookMs = chosen.reduce((sum, test) => sum + test.tookMs, 0);
    const testFiles = chosen.map(({ testFile }) => testFile);
    const ended = await runTests({ testFiles, notesCoverage: false }, limitOf(tookMs));
    if (!ended) return { ...about, outcome: 'timeout', ...counts };
    const failed = ended.find(({ hasPassed }) => !hasPassed);
    if (failed) {
      return { ...about, outcome: 'killed', by: `${failed.testFile}: ${failed.failure}`, ...counts };
    }
    if (ended.length < chosen.length) throw new Error(`not all of ${testFiles} were run`);
    return { ...about, outcome: compiles() ? 'survived' : 'refused', ...counts };
  } finally {
    writeFileSync(join(copy, file), source);
  }
}

/** Undefined when it took too long. */
async function runTests(
  job: Job,
  limitMs: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly Ended[] | undefined> {
  const child = fork(join(copy, 'test/measures/run-tests.ts'), [JSON.stringify(job)], {
    cwd: copy,
    env: { ...process.env, ...environment },
    // A group of its own, to end with all that it has started.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk}`.slice(-2_000);
  });
  let ended: readonly Ended[] | undefined;
  child.once('message', (message) => {
    ended = message as readonly Ended[];
  });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, limitMs);
  const onExit = () => endGroup(child);
  process.once('exit', onExit);
  await once(child, 'close');
  clearTimeout(limit);
  process.off('exit', onExit);
  if (isLate) return undefined;
  // What breaks the runner itself, such as a file that cannot be loaded, is noticed too.
  return ended ?? [{ testFile: 'all', hasPassed: false, tookMs: 0, failure: errors }];
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** A name that is no longer used is no reason to refuse a mutant. */
function compiles(): boolean {
  const flags = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  try {
    execFileSync(join(copy, 'node_modules/.bin/tsc'), ['-p', copy, ...flags], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function describe({ outcome, file, line, from, to, ran, covering }: Result): string {
  const short = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return `${outcome} ${file}:${line} ${short(from)} → ${short(to)} (${ran} of ${covering} test files)`;
}

function report(all: readonly Result[]): void {
  const rows = ['all', ...folders].map((folder) => {
    const here = all.filter(({ file }) => folder === 'all' || file.startsWith(`${folder}/`));
    const count = (outcome: Result['outcome']) => here.filter((one) => one.outcome === outcome).length;
    const [killed, timeout] = [count('killed'), count('timeout')];
    const judged = here.length - count('refused');
    return {
      folder,
      mutants: here.length,
      killed,
      timeout,
      survived: count('survived'),
      uncovered: count('uncovered'),
      refused: count('refused'),
      'noticed %': Number(((100 * (killed + timeout)) / judged).toFixed(1)),
    };
  });
  console.table(rows);
  const left = all.filter(({ outcome }) => outcome === 'survived' || outcome === 'uncovered');
  const lines = left.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line).map(describe);
  process.stdout.write(`${lines.join('\n')}\n`);
}
