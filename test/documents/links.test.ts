import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTable } from '../support/read-table.ts';
import { anchorsIn, DOCUMENTS, linksIn, PROJECT, readDocument } from './markdown.ts';

/** Links to nothing. */
function brokenIn(file: string): string[] {
  return linksIn(readDocument(file)).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path));
    if (target.startsWith('..') || !existsSync(join(PROJECT, target))) return true;
    if (anchor === undefined) return false;
    return !anchorsIn(readDocument(target)).has(anchor);
  });
}

describe('links and pictures', () => {
  test.each(DOCUMENTS)('in %s lead somewhere', (file) => {
    expect(brokenIn(file)).toEqual([]);
  });
});

test.each(DOCUMENTS)('every file that %s names exists', (file) => {
  const named = [...readDocument(file).matchAll(/`((?:src|test|sandbox|bench|docs|\.ci)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
});

test.each(readTable('docs/architecture.md', 'What').rows)(
  'docs/architecture.md names identifiers that are in the file: %s',
  (_what, open = '') => {
    let source = '';
    for (const [, code = ''] of open.matchAll(/`([^`]+)`/g)) {
      if (code.includes('/')) source = code.endsWith('.ts') ? readDocument(code) : '';
      else for (const name of code.split('.')) expect(source).toMatch(new RegExp(`\\b${name}\\b`));
    }
  },
);

test('every document in docs can be reached from the README', () => {
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const link of linksIn(readDocument(file))) {
      const target = normalize(join(dirname(file), link.split('#')[0] ?? ''));
      if (target.endsWith('.md')) follow(target);
    }
  };
  follow('README.md');
  expect(DOCUMENTS.filter((file) => !seen.has(file) && !file.startsWith('docs/decisions/'))).toEqual([]);
});
