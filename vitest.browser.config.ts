import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has a chromium and a bot of its own.
    maxWorkers: 2,
    reporters: process.env.CI
      ? [
          'default',
          ['json', { outputFile: `test-results-browser-${process.env.TEST_LANGUAGE ?? 'en'}.json` }],
        ]
      : ['default'],
  },
});
