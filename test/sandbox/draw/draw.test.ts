import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawMessage } from '../../../sandbox/draw/draw.ts';
import { drawDate } from '../../../sandbox/draw/draw-date.ts';
import { displayWidth } from '../../../sandbox/draw/lines.ts';

/** 21 November 2026, 05:40 in Istanbul. The stored cards in test/flow show how everything that the app sends is drawn. */
const NOW_MS = Date.UTC(2026, 10, 21, 2, 40);
const options = { now: () => NOW_MS, timeZone: 'Europe/Istanbul', locale: 'en-GB' };
const drawn = (text: string, more: object = {}) => {
  const section = { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
  return drawMessage({ text: 'x', blocks: [section] }, { ...options, ...more });
};

test.each([
  ['*bold* _italic_ `*code*`', 'bold italic `*code*`'],
  ['a *b* &lt;c&gt; &amp; snake_case_name', 'a b <c> & snake_case_name'],
  ['<https://x.example|site> <https://y.example>', 'site (https://x.example) https://y.example'],
  ['<@U1> in <#C1|ops>', '@Ada in #ops'],
])('draws %s', (text, wanted) => {
  expect(drawn(text, { nameOf: (id: string) => (id === 'U1' ? 'Ada' : undefined) })).toBe(wanted);
});

test('breaks lines between words, indents list items, and splits a word that is too long', () => {
  const item = { type: 'rich_text_section', elements: [{ type: 'text', text: 'one two three four' }] };
  const list = { type: 'rich_text_list', style: 'bullet', elements: [item] };
  const blocks = [{ type: 'rich_text', elements: [list] }];
  expect(drawMessage({ blocks }, { ...options, width: 12 })).toBe('• one two\n  three four');
  expect(drawn('abcdefghij', { width: 4 })).toBe('abcd\nefgh\nij');
});

test('no message controls the terminal or is wider than it', () => {
  const pieces = ['\u001b[2J', '\u202e', '\r', '\u0007', '*', '`', '<!date^', 'ş', '👩‍👩‍👧', ' ', 'x', '\n'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1 }), (parts) => {
      const rows = drawn(parts.join(''), { width: 20 }).split('\n');
      expect(rows.join('')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(Math.max(...rows.map(displayWidth))).toBeLessThanOrEqual(20);
    }),
  );
});

test.each([
  ['en-GB', 0, '{date_short_pretty} {time}', 'Today 05:40'],
  ['en-GB', 5 * 60 + 41, '{date_short_pretty}', 'Yesterday'],
  ['en-GB', -18 * 60 - 20, '{date_short_pretty}', 'Tomorrow'],
  ['en-GB', 29 * 60 + 41, '{date_short_pretty}', 'Nov 19'],
  ['en-GB', 0, 'read {date_short_pretty} at {time}', 'read today at 05:40'],
  ['en-GB', 184 * 24 * 60, '{date_short}', 'May 21, 2026'],
  ['en-GB', 0.5, '{ago}', 'just now'],
  ['en-GB', 59, '{ago}', '59 minutes ago'],
  ['en-GB', -3, '{ago}', 'in 3 minutes'],
  ['tr-TR', 0, '{date_short_pretty} {time}', 'Bugün 05:40'],
  ['tr-TR', 48 * 60, '{date_short_pretty}', '19 Kas'],
  ['tr-TR', 3, '{ago}', '3 dakika önce'],
  ['en-GB', 0, '{when}', 'fallback'],
  ['en-GB', Number.NaN, '{ago}', 'fallback'],
])('in %s, %d minutes ago as %s is %s', (locale, minutes, format, wanted) => {
  const date = { seconds: Math.floor(NOW_MS / 1000 - minutes * 60), format, fallback: 'fallback' };
  expect(drawDate(date, { nowMs: NOW_MS, timeZone: 'Europe/Istanbul', locale })).toBe(wanted);
});
