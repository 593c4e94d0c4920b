import { configDefaults, defineConfig } from 'vitest/config';

/** What concerns the page alone, whose own parts are in one language. */
const OF_THE_PAGE = ['test/browser/{accessibility,fields,keyboard}.test.ts'];

/** Continuous integration goes through the tasks in Turkish, whose texts are longer. By hand, both languages are tried. */
const NOT_IN_ENGLISH = process.env.CI ? ['test/browser/tasks.test.ts'] : [];

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
    projects: [inLanguage('en', NOT_IN_ENGLISH), inLanguage('tr', OF_THE_PAGE)],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file has a chromium and a bot of its own.
    maxWorkers: 2,
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: 'test-results-browser.json' }]]
      : ['default'],
  },
});
