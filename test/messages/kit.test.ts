import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  contextLine,
  escapeMrkdwn,
  hasMarkup,
  header,
  mrkdwn,
  pair,
  plainText,
} from '../../src/slack/kit/blocks.ts';
import { textOf } from '../../src/slack/kit/message.ts';
import { bold, bullets, dateToken, line, plain, richText } from '../../src/slack/kit/rich-text.ts';
import {
  LIMITS,
  sanitize,
  sanitizeKeepingEnd,
  sanitizeShowingInvisible,
  truncate,
} from '../../src/slack/kit/text.ts';
import * as english from '../../src/words/en.ts';
import * as turkish from '../../src/words/tr.ts';
import { fixedPhrases, madePhrases } from '../words/phrases.ts';

test.each([
  ['abcde', 5, 'abcde'],
  ['abcdef', 5, 'abcd…'],
  ['abc def', 5, 'abc…'],
  // What reads as one character is not split.
  ['ab👍🏽cd', 5, 'ab…'],
  ['ab👍🏽cd', 7, 'ab👍🏽…'],
  ['🇹🇷🇹🇷🇹🇷', 6, '🇹🇷…'],
  ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
])('%j in %i units reads %j', (text, units, expected) => {
  expect(truncate(text, units)).toBe(expected);
});

test.each([
  ['\r\n a\t\u00A0\u2028b\u2003\nc ', 'a b c'],
  ['a  b', 'a b'],
  [' a b', 'a b'],
  ['a b ', 'a b'],
  ['a\tb', 'a b'],
  ['a\nb', 'a b'],
  ['⚠️ a\uD800b', '⚠️ a\uFFFDb'],
  // Direction marks, zero width, control characters, invisible fillers, tags.
  ['a\u202Eb\u2066c\u2069\u200E\u200F\u061C', 'abc'],
  ['a\u200Bb\u200D\u2060c\uFEFF', 'abc'],
  ['a\u0000b\u001Bc\u0085\u007F', 'abc'],
  ['a\u3164b\u115F\u00ADc\u034F', 'abc'],
  ['a\u{E0041}b\u{E007F}c', 'abc'],
])('shows %j as %j', (text, expected) => {
  expect(sanitize(text, 20)).toBe(expected);
});

test('shows invisible characters by code where they matter', () => {
  expect(sanitizeShowingInvisible('a\u202Eb\u0000c', 40)).toBe('a[U+202E]b[U+0000]c');
});

test('a stack of accents cannot leave its line', () => {
  expect(sanitize(`a${'\u0301'.repeat(5000)}b`, 20).normalize('NFD')).toBe(`a${'\u0301'.repeat(4)}b`);
});

test('a long id in a list keeps its beginning and end', () => {
  expect(sanitizeKeepingEnd(`customer-${'x'.repeat(60)}-0001`, 20)).toBe('customer-…xxxxx-0001');
  expect(sanitizeKeepingEnd('1001', 20)).toBe('1001');
  expect(sanitizeKeepingEnd('👍'.repeat(40), 9)).toBe('👍👍…👍👍');
});

test('a text is escaped once, and markup links nothing by itself', () => {
  expect(escapeMrkdwn('<!channel> & &lt;')).toBe('&lt;!channel&gt; &amp; &amp;lt;');
  expect(mrkdwn('@here')).toEqual({ type: 'mrkdwn', text: '@here', verbatim: true });
  expect(plainText('🟢 1001')).toMatchObject({ emoji: true });
  expect(plainText('a:fire:b')).toMatchObject({ emoji: false });
});

test('recognizes text that may be read as markup', () => {
  for (const sign of ['*', '_', '~', '`', ':', '&', '<', '>', '@', '#'])
    expect(hasMarkup(`a${sign}b`), sign).toBe(true);
  expect(hasMarkup(':fire: x')).toBe(true);
  // A colon before a space opens no emoji.
  const ordinary = ['Half protected: folders 30 h old', '4.12.0', '500 GB', 'sınırsız', '1,5 TB (2)'];
  expect(ordinary.filter(hasMarkup)).toEqual([]);
});

test('each device draws a time', () => {
  const token = (atMs: number, fallback = 'then') => dateToken(atMs, '{ago}', fallback);
  expect(token(1_795_228_800_999)).toBe('<!date^1795228800^{ago}|then>');
  expect(token(0, '<!channel>')).toBe('<!date^0^{ago}|&lt;!channel&gt;>');
});

test('the text of a message is that of its blocks without buttons, and mentions nobody by accident', () => {
  const text = textOf([
    header('🚨 A&B <!channel>'),
    richText(line(bold('one'), plain(' two\nthree')), bullets(line(plain('four')), line(plain('<@U1>')))),
    richText(line(plain('by '), { type: 'user', user_id: 'U2' })),
    {
      type: 'section',
      fields: [pair('Quota', '5 GB'), mrkdwn('*Database*\n<!date^1795000000^{ago}|3 h ago>')],
    },
    contextLine('*Own:* <@U3>'),
    { type: 'divider' },
    { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Share' } }] },
  ]);
  expect(text.split('\n')).toEqual([
    '🚨 A&amp;B &lt;!channel&gt;',
    ...['one two', 'three', 'four', '&lt;@U1&gt;', 'by <@U2>'],
    ...['Quota', '5 GB', 'Database', '3 h ago', 'Own: <@U3>'],
  ]);
  const long = textOf(Array.from({ length: 40 }, () => richText(line(plain('ş'.repeat(300))))));
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(LIMITS.messageTextBytes);
  expect(long.split('\n').every((one) => one.length === 300)).toBe(true);
});

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8').replace(/\/\*\*.*?\*\//gs, '');
const signsIn = (text: string) => text.match(/\p{Extended_Pictographic}\uFE0F?/gu) ?? [];

test('every sign is listed once in docs/using.md, is defined in one file, and is in no phrase', () => {
  const [, ...rows] = (/\| Sign \| Means \|\n(?:\|.*\n)+/.exec(read('docs/using.md'))?.[0] ?? '')
    .trim()
    .split('\n');
  const documented = rows.flatMap((row) => signsIn(row.split('|')[1] ?? ''));
  expect(documented.toSorted()).toEqual([...new Set(signsIn(read('src/slack/kit/text.ts')))].toSorted());
  const elsewhere = globSync('src/slack/**/*.ts', { cwd: root }).filter(
    (path) => signsIn(read(path)).length > 0,
  );
  expect(elsewhere).toEqual(['src/slack/kit/text.ts']);
  const phrases = [english, turkish].flatMap((words) => [...fixedPhrases(words), ...madePhrases(words)]);
  expect(phrases.filter(([, phrase]) => signsIn(phrase).length > 0)).toEqual([]);
});
