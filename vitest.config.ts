import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const isTurkish = process.env.TEST_LANGUAGE === 'tr';
const ALL = 'test/**/*.test.ts';
/** They start bots, servers and processes, and take longest: so they begin. Projects run in the order of their names. */
const FLOW = 'test/{documents,doctor,flow,image,sandbox}/**/*.test.ts';
// They need a chromium: npm run test:browser.
const BROWSER = 'test/browser/**';

/** The test's own modules that this one imports, itself included. */
function modulesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import\() ?'(\.[^']+\.ts)'/g)) {
    const imported = join(dirname(file), path);
    if (imported.startsWith('test')) modulesOf(imported, seen);
  }
  return seen;
}

const STATES_WORDS = /^import \{[^}]*\b(?:said|LANGUAGE)\b[^}]*\} from '.*\/reader\.ts';$/m;

/** Tests that state, themselves or through their samples, what people read; test/support only has it as a default. */
const statesWords = (file: string) =>
  [...modulesOf(file)].some(
    (path) => !path.startsWith(join('test', 'support')) && STATES_WORDS.test(readFileSync(path, 'utf8')),
  );

const silent = isTurkish ? globSync(ALL).filter((file) => !statesWords(file)) : [];
const exclude = [...configDefaults.exclude, BROWSER, ...silent];

export default defineConfig({
  test: {
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
      { extends: true, test: { name: 'flow', include: [FLOW], exclude } },
      { extends: true, test: { name: 'parts', include: [ALL], exclude: [...exclude, FLOW] } },
    ],
  },
});
