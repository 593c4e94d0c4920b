import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

/** The result of recheck: whether the time of a pattern grows with the text, and how. */
interface Diagnosis {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  readonly attack?: { readonly pattern: string };
}

/**
 * On a busy machine, time limits would decide by chance. Where texts are tried, those of the first round reveal a growing
 * pattern (see "is caught"); the default of ten rounds takes most of the time.
 */
const EFFORT = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  maxIteration: 3,
};

const require = createRequire(import.meta.url);
// The build without a JVM, native binaries and worker threads. It has no types of its own.
const { checkSync } = require('recheck/lib/browser.js') as {
  checkSync(source: string, flags: string, options: typeof EFFORT): Diagnosis;
};
const { version } = require('recheck/package.json') as { version: string };

const root = join(import.meta.dirname, '..');
const files = globSync(['src/**/*.ts', 'sandbox/**/*.{ts,tsx}'], { cwd: root });

/** Flags that recheck cannot read. Each of these patterns has no repetition. */
const READ_BY_HAND = ['/^\\p{RGI_Emoji}$/v'];

/**
 * Patterns that were found safe before, one `version of recheck /pattern/flags` per line. Analysing all takes half a minute
 * and gives the same result, so only continuous integration (CI=true) repeats it; otherwise only new patterns are analysed.
 * npx vitest run test/patterns.test.ts -u adds them to the list.
 */
const STORED = join(import.meta.dirname, 'patterns.safe.txt');
const isEverythingAnalysed = Boolean(process.env.CI);
const safe = new Set(isEverythingAnalysed ? [] : readFileSync(STORED, 'utf8').split('\n'));

interface Found {
  readonly file: string;
  /** Absent for a pattern that is built at run time. */
  readonly literal?: Literal;
}

interface Literal {
  readonly pattern: string;
  readonly flags: string;
}

const writtenAs = ({ pattern, flags }: Literal) => `/${pattern}/${flags}`;

function patternsIn(file: string, source: string): Found[] {
  const found: Found[] = [];
  const made = ({ callee }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') found.push({ file });
  };
  new Visitor({
    Literal(node: ESTree.Node) {
      if ('regex' in node) found.push({ file, literal: node.regex });
    },
    CallExpression: made,
    NewExpression: made,
  }).visit(parseSync(file, source).program);
  return found;
}

/**
 * Decides by analysis, not by time: recheck builds the automaton of a pattern. Where it cannot (look-behind), it counts the
 * steps of a backtracking engine on texts made for the pattern, the same ones each time. A search starts at every position,
 * as in `replace` and `exec`.
 */
function problemWith({ file, literal }: Found): string[] {
  if (literal === undefined) return [`${file}: write the pattern as a literal, so that it can be checked`];
  const written = writtenAs(literal);
  if (READ_BY_HAND.includes(written) || safe.has(`${version} ${written}`)) return [];
  const { status, complexity, attack } = checkSync(literal.pattern, literal.flags, EFFORT);
  if (status === 'safe') {
    safe.add(`${version} ${written}`);
    return [];
  }
  return [`${file}: ${written} is ${status}, ${complexity?.summary}: ${attack?.pattern}`];
}

function storedText(): string {
  const lines = found.flatMap(({ literal }) => (literal ? [`${version} ${writtenAs(literal)}\n`] : []));
  return [...new Set(lines)].sort().join('');
}

const found = files.flatMap((file) => patternsIn(file, readFileSync(join(root, file), 'utf8')));

test('every pattern takes linear time', async () => {
  expect(found.length).toBeGreaterThan(100);
  expect(found.flatMap(problemWith)).toEqual([]);
  await expect(storedText()).toMatchFileSnapshot(STORED);
});

test.each([
  'text.replace(/[.!?:…]+$/u, "")',
  '/^(a+)+$/.test(text)',
  '/^(.+?)(?:\\s+(\\d+))?$/.exec(text)',
  '/^(?=.*\\d)(?:\\w+_?)+$/.test(text)',
  '/^(?!x)(a|aa)+$/.test(text)',
  'new RegExp(text).test(text)',
  'RegExp(text)',
  // These take a second each, because recheck has to try texts.
  ...(isEverythingAnalysed
    ? [
        'text.replace(/\\s*\\[at\\]\\s*/gi, "@")',
        '/<!(?:channel|subteam\\^[^>|]*)(?:\\|[^>]*)?>/i.test(text)',
        '/(?<=.)[.!?]+$/u.test(text)',
      ]
    : []),
])('%s is caught', (source) => {
  expect(patternsIn('x.ts', source).flatMap(problemWith)).toHaveLength(1);
});
