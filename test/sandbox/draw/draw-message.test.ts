import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../../sandbox/draw/display-width.ts';
import { drawMessage } from '../../../sandbox/draw/draw-message.ts';
import { bold, dim, minutesAgo, reader, underline } from './reader.ts';

const verbatim = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });
const plain = (text: string) => ({ type: 'plain_text', text, emoji: true });
const at = (minutes: number, format: string) => `<!date^${minutesAgo(minutes)}^${format}|then>`;

const card = {
  text: '1001: backups are fine',
  blocks: [
    { type: 'header', text: plain('🟢 1001 · Online') },
    { type: 'section', text: verbatim('✅ *Backups are fine.* Database 2 h ago.') },
    {
      type: 'section',
      fields: [
        verbatim(`*Database backup*\n${at(120, '{ago}')}\n${at(120, '{date_short_pretty} {time}')}`),
        verbatim(`*Folder backup*\n${at(400, '{ago}')}\n${at(400, '{date_short_pretty} {time}')}`),
        verbatim('*Quota*\n500 GB'),
      ],
    },
    { type: 'context', elements: [verbatim(`Asked ${at(0, '{ago}')}`), plain('client 4.12.0')] },
    {
      type: 'actions',
      elements: [
        { type: 'button', text: plain('Refresh'), action_id: 'r' },
        { type: 'button', text: plain('Share'), action_id: 's' },
        { type: 'overflow', action_id: 'm', options: [{ text: plain('Details'), value: 'd' }] },
      ],
    },
  ],
};

describe('a card', () => {
  test('reads as it does in Slack', () => {
    expect(drawMessage(card, reader)).toBe(
      [
        '🟢 1001 · Online',
        '════════════════',
        '✅ Backups are fine. Database 2 h ago.',
        '',
        'Database backup                      Folder backup',
        '2 hours ago                          6 hours ago',
        'Today 03:40                          Yesterday 23:00',
        '',
        'Quota',
        '500 GB',
        '',
        'Asked just now  client 4.12.0',
        '',
        '[ Refresh ] [ Share ] [ ⋮ Details ]',
      ].join('\n'),
    );
  });

  test('has its weight in ANSI styles where the terminal has colours', () => {
    expect(drawMessage(card, { ...reader, color: true })).toBe(
      [
        bold(underline('🟢 1001 · Online')),
        '',
        `✅ ${bold('Backups are fine.')} Database 2 h ago.`,
        '',
        `${bold('Database backup')}                      ${bold('Folder backup')}`,
        '2 hours ago                          6 hours ago',
        'Today 03:40                          Yesterday 23:00',
        '',
        bold('Quota'),
        '500 GB',
        '',
        dim('Asked just now  client 4.12.0'),
        '',
        `${bold('[ Refresh ]')} ${bold('[ Share ]')} ${bold('[ ⋮ Details ]')}`,
      ].join('\n'),
    );
  });

  test('ignores the width of a terminal that does not know its size', () => {
    expect(drawMessage(card, { ...reader, width: 0 })).toBe(drawMessage(card, reader));
  });

  test('folds at the width of the terminal, its fields one under the other', () => {
    expect(drawMessage({ blocks: card.blocks.slice(1) }, { ...reader, width: 26 })).toBe(
      [
        '✅ Backups are fine.',
        'Database 2 h ago.',
        '',
        'Database backup',
        '2 hours ago',
        'Today 03:40',
        '',
        'Folder backup',
        '6 hours ago',
        'Yesterday 23:00',
        '',
        'Quota',
        '500 GB',
        '',
        'Asked just now  client',
        '4.12.0',
        '',
        '[ Refresh ] [ Share ]',
        '[ ⋮ Details ]',
      ].join('\n'),
    );
  });
});

describe('the top-level text', () => {
  test('is what is seen when there are no blocks', () => {
    expect(drawMessage({ text: 'Still asking about *1001* …' }, reader)).toBe('Still asking about 1001 …');
    expect(drawMessage({ text: 'hello', blocks: [] }, reader)).toBe('hello');
  });

  test('is not seen when there are', () => {
    expect(drawMessage({ text: 'hello', blocks: [{ type: 'divider' }] }, reader)).toBe('─'.repeat(72));
  });

  test('keeps its stars when markup is off', () => {
    expect(drawMessage({ text: '*a*\nb', mrkdwn: false }, reader)).toBe('*a*\nb');
  });

  test('nothing at all is an empty text', () => expect(drawMessage({}, reader)).toBe(''));
});

describe('a message that tries to steer the terminal', () => {
  const hostile = '\u001B[2J\u001B]0;owned\u0007\u009B31mred\u001B[0m\u0008\u0000\u202Egnp.exe';
  const harmless = '[2J]0;owned31mred[0mgnp.exe';

  test.each([
    ['in its text', { text: hostile }],
    ['in a header', { blocks: [{ type: 'header', text: plain(hostile) }] }],
    ['in mrkdwn', { blocks: [{ type: 'section', text: verbatim(hostile) }] }],
    [
      'in the fallback of a date',
      { blocks: [{ type: 'section', text: verbatim(`<!date^x^{ago}|${hostile}>`) }] },
    ],
    [
      'in rich text',
      {
        blocks: [
          {
            type: 'rich_text',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: hostile }] }],
          },
        ],
      },
    ],
  ])('%s is left with its letters', (_name, message) => {
    expect(drawMessage(message, reader).split('\n')[0]).toBe(harmless);
  });

  test('an emoji given by number cannot smuggle an escape', () => {
    const elements = [{ type: 'emoji', name: 'x1', unicode: '1b' }];
    const blocks = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }];
    expect(drawMessage({ blocks }, reader)).toBe(':x1:');
  });
});

describe('whatever is written', () => {
  const parts = fc.constantFrom(
    '*',
    '_',
    '~',
    '`',
    '```',
    '<',
    '>',
    '|',
    '&lt;',
    '\n',
    ' ',
    '• ',
    '🚨',
    '漢',
    '\u001B[1m',
  );
  const anyText = fc
    .array(fc.oneof(parts, fc.string({ unit: 'binary' }), fc.string()))
    .map((all) => all.join(''));
  const blocksWith = (text: string) => [
    { type: 'header', text: plain(text) },
    { type: 'section', text: verbatim(text), fields: [verbatim(text), plain(text)] },
    { type: 'context', elements: [verbatim(text)] },
    { type: 'actions', elements: [{ type: 'button', text: plain(text) }] },
  ];

  test('no row is wider than the terminal', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 12, max: 80 }), (text, width) => {
        const rows = drawMessage({ blocks: blocksWith(text) }, { ...reader, width }).split('\n');
        expect(rows.filter((row) => displayWidth(row) > width)).toEqual([]);
      }),
    );
  });

  test('no control character reaches the terminal', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(drawMessage({ text, blocks: blocksWith(text) }, reader)).not.toMatch(/[^\P{Cc}\n]/u);
        expect(drawMessage({ text }, reader)).not.toMatch(/[^\P{Cc}\n]/u);
      }),
    );
  });
});
