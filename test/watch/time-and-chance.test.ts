import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('src/watch/**/*.ts', { cwd: root });
/** The part that really waits. */
const WAITING = ['src/watch/engine/ticker.ts'];
const REAL =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bset(?:Timeout|Interval|Immediate)\b|\bMath\.random\b|\brandomUUID\b/;

test('the engine takes the time and random numbers from outside', () => {
  expect(files.length).toBeGreaterThan(10);
  const found = files.filter(
    (file) => !WAITING.includes(file) && REAL.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
