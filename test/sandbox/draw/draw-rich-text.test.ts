import { describe, expect, test } from 'vitest';
import { drawMessage } from '../../../sandbox/draw/draw-message.ts';
import { bold, cyan, italic, minutesAgo, reader, struck, underline } from './reader.ts';

const draw = (elements: unknown[], options = {}) =>
  drawMessage({ blocks: [{ type: 'rich_text', elements }] }, { ...reader, ...options });
const text = (value: string, style?: object) => ({ type: 'text', text: value, ...(style && { style }) });
const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });

test('sections, lists, quotes and code stand under each other', () => {
  const elements = [
    section(text('What is wrong:\n')),
    { type: 'rich_text_list', style: 'bullet', elements: [section(text('folders')), section(text('quota'))] },
    { type: 'rich_text_list', style: 'ordered', indent: 1, elements: [section(text('first'))] },
    { type: 'rich_text_quote', elements: [text('they said\nso')] },
    { type: 'rich_text_preformatted', elements: [text('a *b*\nc')] },
  ];
  expect(draw(elements)).toBe(
    ['What is wrong:', '• folders', '• quota', '  1. first', '▎ they said', '▎ so', '│ a *b*', '│ c'].join(
      '\n',
    ),
  );
});

test('user text is never taken for markup', () => {
  expect(draw([section(text('*a* <!channel> &lt; `b` :warning:'))])).toBe(
    '*a* <!channel> &lt; `b` :warning:',
  );
});

describe('an element', () => {
  test.each([
    [{ type: 'link', url: 'https://example.com', text: 'page' }, 'page (https://example.com)'],
    [{ type: 'link', url: 'https://example.com' }, 'https://example.com'],
    [{ type: 'emoji', name: 'warning' }, '⚠️'],
    [{ type: 'emoji', name: 'party', unicode: '1f389' }, '🎉'],
    [{ type: 'emoji', name: 'flag-tr', unicode: '1f1f9-1f1f7' }, '🇹🇷'],
    [{ type: 'emoji', name: 'acme' }, ':acme:'],
    [{ type: 'emoji', name: 'letter', unicode: '41' }, ':letter:'],
    [{ type: 'date', timestamp: minutesAgo(3), format: '{ago}', fallback: 'x' }, '3 minutes ago'],
    [{ type: 'date', timestamp: 0, format: '{when}', fallback: 'then' }, 'then'],
    [
      { type: 'date', timestamp: 0, format: '{date_num}', url: 'https://example.com' },
      '1970-01-01 (https://example.com)',
    ],
    [{ type: 'user', user_id: 'U1' }, '@Ada Byron'],
    [{ type: 'usergroup', usergroup_id: 'S1' }, '@S1'],
    [{ type: 'channel', channel_id: 'C1' }, '#oncall'],
    [{ type: 'team', team_id: 'T1' }, 'T1'],
    [{ type: 'broadcast', range: 'here' }, '@here'],
    [{ type: 'color', value: '#ff00aa' }, '#ff00aa'],
  ])('%j', (element, drawn) => expect(draw([section(element)])).toBe(drawn));

  test.each([
    [{ bold: true }, 'a', bold('a')],
    [{ italic: true }, 'a', italic('a')],
    [{ underline: true }, 'a', underline('a')],
    [{ strike: true }, '~a~', struck('a')],
    [{ code: true }, '`a`', cyan('a')],
  ])('styled %j', (style, plain, colored) => {
    expect(draw([section(text('a', style))])).toBe(plain);
    expect(draw([section(text('a', style))], { color: true })).toBe(colored);
  });
});
