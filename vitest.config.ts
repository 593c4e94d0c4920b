import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They need a chromium: npm run test:browser.
    exclude: [...configDefaults.exclude, 'test/browser/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // On two cores vitest takes one by itself; the tests mostly wait.
    maxWorkers: 2,
    expect: { poll: { timeout: 5_000 } },
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `test-results-${process.env.TEST_LANGUAGE ?? 'en'}.json` }]]
      : ['default'],
  },
});
