import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as english from '../../../src/words/en.ts';
import * as turkish from '../../../src/words/tr.ts';
import { fixedPhrases, madePhrases } from '../../words/phrases.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const signsIn = (text: string) => text.match(/\p{Extended_Pictographic}\uFE0F?/gu) ?? [];

const [, ...rows] = (/\| Sign \| Means \|\n(?:\|.*\n)+/.exec(read('docs/using.md'))?.[0] ?? '')
  .trim()
  .split('\n');
const documented = rows.flatMap((row) => signsIn(row.split('|')[1] ?? ''));

test('every sign is listed once in docs/using.md, with one meaning', () => {
  const used = signsIn(read('src/slack/kit/signs.ts').replace(/\/\*\*.*?\*\//gs, ''));
  expect(new Set(documented).size).toBe(documented.length);
  expect(documented.toSorted()).toEqual([...new Set(used)].toSorted());
});

test('no sign is written anywhere else in src/slack, but for comments', () => {
  const elsewhere = globSync('src/slack/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('kit/signs.ts'))
    .filter((path) => signsIn(read(path).replace(/\/\*\*.*?\*\//gs, '')).length > 0);
  expect(elsewhere).toEqual([]);
});

test('no phrase holds a sign', () => {
  const phrases = [english, turkish].flatMap((words) => [...fixedPhrases(words), ...madePhrases(words)]);
  expect(phrases.filter(([, phrase]) => signsIn(phrase).length > 0)).toEqual([]);
});
