import { configDefaults, defineConfig } from 'vitest/config';

/** What concerns the page alone, whose own parts are in one language. */
const OF_THE_PAGE = ['test/browser/{accessibility,find-chromium,keyboard,posted-messages}.test.ts'];

const inLanguage = (language: 'en' | 'tr', exclude: readonly string[]) => ({
  extends: true as const,
  test: {
    name: language,
    env: { TEST_LANGUAGE: language },
    exclude: [...configDefaults.exclude, ...exclude],
  },
});

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    projects: [inLanguage('en', []), inLanguage('tr', OF_THE_PAGE)],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has a chromium and a bot of its own.
    maxWorkers: 2,
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: 'test-results-browser.json' }]]
      : ['default'],
  },
});
