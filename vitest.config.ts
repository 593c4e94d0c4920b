import { join, matchesGlob, relative } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start bots, servers, databases and processes, or work for seconds. */
const SLOW =
  'test/{patterns.test.ts,{account-rules,documents,flow,image,reliability,sandbox,simulation,store}/**}';

/**
 * In Turkish, and on PostgreSQL: the ways through the app on which most texts are read and most queries run. What concerns
 * every text is tried in both languages anyway.
 */
const TURKISH =
  'test/{flow/{account-rules,accounts,alert-menu,check-up,command,hands,home,home-look-up,outage,pins,quiet,access,retired,share,shortcut,unwatch,watch,watch-all},sandbox/commands}.test.ts';

/** The slow ones first, among them the longest: or one worker would still be busy when the others are done. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      matchesGlob(relative(import.meta.dirname, moduleId), SLOW);
    return (await super.sort(files)).toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
  }
}

export default defineConfig({
  test: {
    include: [process.env.TEST_LANGUAGE === 'tr' ? TURKISH : 'test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // They need a chromium: npm run test:browser.
      'test/browser/**',
      // Much work for one file: a step of CI.
      ...(process.env.CI ? [] : ['test/simulation/large.test.ts', 'test/flow/thousands.test.ts']),
    ],
    sequence: { sequencer: LongestFirst },
    // Processes that tests start keep what Node has compiled here, and start in half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    globalSetup: 'test/support/prepare-run.ts',
    setupFiles: 'test/support/far-limits.ts',
    // For a test that hangs. A slow machine is no reason for a red one: no test has limits of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One more than the cores of a small machine: the tests wait for servers, processes and databases part of their time.
    maxWorkers: 3,
    // Modules are loaded once a worker, not once a file: nothing keeps state in them.
    isolate: false,
    // Node itself reads TypeScript, as it does for everybody who runs the product: a fifth of the time less than Vite's own loader.
    experimental: { viteModuleRunner: false },
    // What is polled for in a process is there within milliseconds; by default the next look would be after fifty.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `test-results-${process.env.TEST_LANGUAGE ?? 'en'}.json` }]]
      : ['default'],
  },
});
