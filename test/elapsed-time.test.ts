import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A slow machine must not turn a test red. What must be fast is measured by bench/.
test('no test measures how long something took', () => {
  const files = globSync('**/*.test.ts', { cwd: import.meta.dirname });
  const clocks = /\bperformance\.now\b|\bhrtime\b|\bcpuUsage\b|\bthreadCpu|\blongestStop/;
  const measuring = files.filter((file) =>
    clocks.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(measuring).toEqual([]);
});
