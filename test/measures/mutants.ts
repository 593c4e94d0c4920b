// Which small mistakes in src would these tests not notice? Makes them one at a time, in a copy of the project.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutation, mutationsOf } from './mutations.ts';

const USAGE = `node test/measures/mutants.ts --tests PATHS [--count N] FILES_OF_SRC...

  --tests PATHS   of test files or folders, separated by blanks: run for each mutant, to the first that fails
  --count N       how many mutants, always the same ones; a smaller sample is a part of a larger one (100)
`;
const PROJECT = join(import.meta.dirname, '../..');
/** Ends a mutant that never ends by itself. */
const LIMIT_MS = 300_000;

interface Mutant extends Mutation {
  readonly id: string;
  readonly file: string;
}

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string' }, count: { type: 'string', default: '100' } },
});
if (values.tests === undefined || paths.length === 0) {
  process.stderr.write(USAGE);
  process.exit(1);
}
const tests = values.tests.split(' ');

const copy = mkdtempSync(join(tmpdir(), 'backup-status-mutants-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
cpSync(PROJECT, copy, {
  recursive: true,
  filter: (path) => !['.git', 'node_modules', 'dist'].includes(basename(path)),
});
symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));

if (!doTestsPass()) throw new Error('the tests fail without a mutant');
const files = paths.flatMap((path) => globSync([path, `${path}/**/*.ts`], { cwd: PROJECT }));
const sample = files
  .filter((file) => file.endsWith('.ts'))
  .flatMap(mutantsOf)
  .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  .slice(0, Number(values.count));
const survivors = sample.filter(survives);
const share = ((100 * (sample.length - survivors.length)) / sample.length).toFixed(1);
process.stdout.write(`${sample.length} mutants, ${share} % of them noticed\n`);

function mutantsOf(file: string): readonly Mutant[] {
  return mutationsOf(readFileSync(join(PROJECT, file), 'utf8')).map((mutation) => {
    const name = [file, mutation.start, mutation.end, mutation.text].join('\n');
    return { ...mutation, file, id: createHash('sha256').update(name).digest('hex') };
  });
}

/** Whether no test notices the mutant. The compiler counts as a test. */
function survives({ file, start, end, text }: Mutant): boolean {
  const source = readFileSync(join(PROJECT, file), 'utf8');
  writeFileSync(join(copy, file), source.slice(0, start) + text + source.slice(end));
  const isNoticed = !doTestsPass() || !compiles();
  writeFileSync(join(copy, file), source);
  const line = source.slice(0, start).split('\n').length;
  const change = `${JSON.stringify(source.slice(start, end).slice(0, 60))} → ${JSON.stringify(text)}`;
  process.stdout.write(`${isNoticed ? 'noticed ' : 'SURVIVED'} ${file}:${line} ${change}\n`);
  return !isNoticed;
}

function doTestsPass(): boolean {
  const options = ['run', '--bail=1', '--reporter=dot', ...tests];
  return isDone('vitest', options);
}

/** An unused name is no reason to refuse a mutant. */
function compiles(): boolean {
  return isDone('tsc', ['-p', copy, '--noUnusedLocals', 'false', '--noUnusedParameters', 'false']);
}

/** Whether the program succeeds in time. */
function isDone(program: string, args: readonly string[]): boolean {
  const { status } = spawnSync(join(copy, 'node_modules/.bin', program), args, {
    cwd: copy,
    stdio: 'ignore',
    timeout: LIMIT_MS,
  });
  return status === 0;
}
