import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gatherLines } from '../../src/operations/gather-lines.ts';

test('the lines of one turn are one write, in their order; the next turn has its own', async () => {
  const written: string[] = [];
  const lines = gatherLines({ write: (text) => written.push(text) });
  lines.write('one\n');
  lines.write('two\n');
  expect(written).toEqual([]);
  await nextTurn();
  lines.write('three\n');
  await nextTurn();
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

test('nothing is lost at an exit in the middle of a turn', async () => {
  const file = join(import.meta.dirname, '../../src/operations/gather-lines.ts');
  const script = `
    const { gatherLines } = await import(${JSON.stringify(file)});
    const { writeSync } = await import('node:fs');
    const lines = gatherLines({ write: (text) => writeSync(1, text) });
    lines.write('the last line');
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toBe('the last line');
});
