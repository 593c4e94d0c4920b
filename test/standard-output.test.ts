import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs a program of `src` in a shell, with more to print than a pipe holds at once. */
function run(program: string, rest: string) {
  const file = join(import.meta.dirname, '../src', `${program}.ts`);
  const script = `"${process.execPath}" "${file}" --help ${rest}`;
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', script], { encoding: 'utf8' });
  return { status, stderr };
}

const PROGRAMS = [
  ['status', 3],
  ['fleet', 1],
  ['history', 1],
  ['doctor', 1],
] as const;

test.each(PROGRAMS)('%s ends quietly when nobody reads what it prints', (program) => {
  expect(run(program, '| true')).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!existsSync('/dev/full')).each(PROGRAMS)(
  '%s ends with its code for nothing known when nothing can be printed: %i',
  (program, exitCode) => {
    const { status, stderr } = run(program, '> /dev/full');
    expect([status, stderr]).toEqual([
      exitCode,
      expect.stringMatching(/^Nothing could be printed: ENOSPC.*\n$/),
    ]);
  },
);
