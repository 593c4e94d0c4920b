import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../src');
/** A pattern that takes a step for each pair of characters takes billions. */
const LENGTH = 100_000;
/** Far more than a linear pattern needs, also while the machine stands still, and far less than billions of steps. */
const LIMIT_MS = 1_500;

interface Pattern {
  readonly where: string;
  readonly pattern: RegExp;
}

function patternsIn(path: string): Pattern[] {
  const found: Pattern[] = [];
  const text = readFileSync(join(SRC, path), 'utf8');
  new Visitor({
    Literal(node: ESTree.Node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ where: `${path}: /${pattern}/${flags}`, pattern: new RegExp(pattern, flags) });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** What each part of a pattern may repeat: the usual characters, and those that stand in it. */
function* hostileTexts(source: string): Generator<string> {
  const own = [...new Set(source)].filter((letter) => !/[\\()[\]{}^$*+?|]/.test(letter));
  for (const unit of new Set([' ', '0', 'a', 'A', '-', '.', '\u0301', '\n', '\t', ...own])) {
    // What follows fits no pattern, so that each tries every beginning there is.
    yield `${unit.repeat(LENGTH)}\u0000\u{1F600}`;
    yield `a1-${unit.repeat(LENGTH)}\u0000`;
  }
}

const patterns = globSync('**/*.ts', { cwd: SRC }).flatMap(patternsIn);

test('finds the patterns of the source', () => {
  expect(patterns.length).toBeGreaterThan(20);
});

test.each(patterns)('$where takes time in proportion to the text', ({ pattern }) => {
  for (const text of hostileTexts(pattern.source)) {
    const startedAtMs = performance.now();
    text.replace(pattern, '');
    expect(performance.now() - startedAtMs).toBeLessThan(LIMIT_MS);
  }
});
