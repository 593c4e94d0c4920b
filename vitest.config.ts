import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const isTurkish = process.env.TEST_LANGUAGE === 'tr';
const ALL = 'test/**/*.test.ts';
/** They start bots, servers and processes, and take longest: so they begin. Projects run in the order of their names. */
const FLOW = 'test/{documents,doctor,flow,image,sandbox}/**/*.test.ts';
// They need a chromium: npm run test:browser.
const BROWSER = 'test/browser/**';

/** In Turkish: how texts are put together, and the ways through the app on which most of them are read. */
const TURKISH =
  'test/{formatters/**/*,flow/{account-rules,ask-again,check-up,command,earlier-answer,home,home-look-up,limits,outage,pins,refusals,share,shortcut,watch},sandbox/main}.test.ts';

const exclude = [...configDefaults.exclude, BROWSER];
const only = (pattern: string) =>
  isTurkish ? globSync(TURKISH).filter((file) => matchesGlob(file, pattern)) : [pattern];

export default defineConfig({
  test: {
    // Processes that tests start keep what Node has compiled here, and start in half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    globalSetup: 'test/support/prepare-run.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One more than the cores of a small machine: the tests mostly wait.
    maxWorkers: 3,
    // Modules are loaded once a worker, not once a file: nothing keeps state in them.
    isolate: false,
    expect: { poll: { timeout: 5_000 } },
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `test-results-${process.env.TEST_LANGUAGE ?? 'en'}.json` }]]
      : ['default'],
    projects: [
      { extends: true, test: { name: 'flow', include: only(FLOW), exclude } },
      { extends: true, test: { name: 'parts', include: only(ALL), exclude: [...exclude, FLOW] } },
    ],
  },
});
