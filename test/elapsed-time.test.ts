import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A slow machine must not fail a test. bench/ measures what must be fast.
test('no test measures elapsed time', () => {
  const files = globSync('**/*.test.ts', { cwd: import.meta.dirname });
  const clocks = /\bperformance\.now\b|\bhrtime\b|\bcpuUsage\b|\bthreadCpu|\blongestStop/;
  const measuring = files.filter((file) =>
    clocks.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(measuring).toEqual([]);
});
