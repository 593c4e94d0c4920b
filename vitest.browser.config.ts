import { configDefaults, defineConfig } from 'vitest/config';

/** What concerns the page alone, whose own parts are in one language. */
const OF_THE_PAGE = ['test/browser/{accessibility,find-chromium,keyboard}.test.ts'];
const isTurkish = process.env.TEST_LANGUAGE === 'tr';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    exclude: isTurkish ? [...configDefaults.exclude, ...OF_THE_PAGE] : configDefaults.exclude,
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
