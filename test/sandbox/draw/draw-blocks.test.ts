import { describe, expect, test } from 'vitest';
import { drawMessage } from '../../../sandbox/draw/draw-message.ts';
import { dim, reader } from './reader.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (text: string) => ({ text: plain(text), value: text });
const draw = (...blocks: unknown[]) => drawMessage({ blocks }, { ...reader, width: 40 });
const input = (element: object, more = {}) => ({ type: 'input', label: plain('Label'), element, ...more });
const image = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a chart' };

test('a rule needs no empty rows around it', () => {
  const section = { type: 'section', text: plain('a') };
  expect(draw(section, section, { type: 'divider' }, section)).toBe(
    ['a', '', 'a', '─'.repeat(40), 'a'].join('\n'),
  );
});

test('a long header has a rule as wide as its widest row', () => {
  expect(draw({ type: 'header', text: plain('🚨 one of four accounts needs you right now') })).toBe(
    ['🚨 one of four accounts needs you right', 'now', '═'.repeat(39)].join('\n'),
  );
});

test('text and fields of one section are parted', () => {
  expect(draw({ type: 'section', text: plain('a'), fields: [plain('b'), plain('c\nd'), plain('e')] })).toBe(
    ['a', '', 'b                    c', '                     d', '', 'e'].join('\n'),
  );
});

test('a context of several lines keeps them', () => {
  const elements = [image, { type: 'mrkdwn', text: '*a*\nb' }, plain('c')];
  expect(draw({ type: 'context', elements })).toBe(['[image: a chart]  a', 'b  c'].join('\n'));
});

test('images are told, not shown', () => {
  expect(draw({ ...image, title: plain('Last week') })).toBe(['Last week', '[image: a chart]'].join('\n'));
  expect(draw({ type: 'section', text: plain('a'), accessory: image })).toBe(
    `a${' '.repeat(23)}[image: a chart]`,
  );
});

test('buttons are never torn apart', () => {
  const elements = [
    { type: 'button', text: plain('Look again now') },
    { type: 'button', text: plain('Open the web page'), url: 'https://example.com' },
  ];
  expect(draw({ type: 'actions', elements })).toBe(
    ['[ Look again now ]', '[ Open the web page ↗ ]'].join('\n'),
  );
});

test('a button keeps its colour', () => {
  const elements = [{ type: 'button', text: plain('Go'), style: 'danger' }];
  expect(drawMessage({ blocks: [{ type: 'actions', elements }] }, { ...reader, color: true })).toBe(
    '\u001B[1m\u001B[31m[ Go ]\u001B[39m\u001B[22m',
  );
});

describe('an input', () => {
  test.each<[string, object, string]>([
    ['a text', { type: 'plain_text_input', placeholder: plain('id') }, '‹id›'],
    ['a text with something in it', { type: 'plain_text_input', initial_value: '1001' }, '‹1001›'],
    ['a text with nothing', { type: 'plain_text_input' }, '‹›'],
    ['rich text', { type: 'rich_text_input', placeholder: plain('note') }, '‹note›'],
    ['a menu', { type: 'static_select', options: [option('a')], placeholder: plain('Pick') }, '‹Pick ▾›'],
    [
      'a menu with a choice',
      { type: 'static_select', options: [option('a')], initial_option: option('a') },
      '‹a ▾›',
    ],
    ['a menu from the app', { type: 'external_select', initial_option: option('a') }, '‹a ▾›'],
    [
      'a menu of several',
      { type: 'multi_static_select', initial_options: [option('a'), option('b')] },
      '‹a, b ▾›',
    ],
    ['several from the app', { type: 'multi_external_select' }, '‹Choose ▾›'],
    ['a person', { type: 'users_select', initial_user: 'U1' }, '‹Ada Byron ▾›'],
    ['people', { type: 'multi_users_select', initial_users: ['U1', 'U2'] }, '‹Ada Byron, U2 ▾›'],
    ['a channel', { type: 'channels_select', initial_channel: 'C1' }, '‹#oncall ▾›'],
    ['channels', { type: 'multi_channels_select', initial_channels: ['C1'] }, '‹#oncall ▾›'],
    ['a conversation', { type: 'conversations_select', initial_conversation: 'C1' }, '‹#oncall ▾›'],
    ['conversations', { type: 'multi_conversations_select', initial_conversations: ['C1'] }, '‹#oncall ▾›'],
    ['a date', { type: 'datepicker' }, '‹Date ▾›'],
    ['a time', { type: 'timepicker', initial_time: '02:40' }, '‹02:40 ▾›'],
    ['a date and time', { type: 'datetimepicker' }, '‹Date and time ▾›'],
    ['a moment', { type: 'datetimepicker', initial_date_time: 1795228800 }, '‹2026-11-21 05:40 ▾›'],
    ['files', { type: 'file_input' }, '[ Choose files ]'],
    [
      'boxes',
      { type: 'checkboxes', options: [option('a'), option('b')], initial_options: [option('b')] },
      '[ ] a [x] b',
    ],
    [
      'radio buttons',
      { type: 'radio_buttons', options: [option('a'), option('b')], initial_option: option('a') },
      '(•) a ( ) b',
    ],
  ])('%s', (_name, element, drawn) => expect(draw(input(element))).toBe(`Label\n${drawn}`));

  test('says that it may be left empty, and hints below', () => {
    expect(draw(input({ type: 'plain_text_input' }, { optional: true, hint: plain('Hint') }))).toBe(
      ['Label (optional)', '‹›', 'Hint'].join('\n'),
    );
  });

  test('has its placeholder dimmed', () => {
    const element = { type: 'plain_text_input', placeholder: plain('id') };
    const rows = drawMessage({ blocks: [input(element)] }, { ...reader, color: true }).split('\n');
    expect(rows[1]).toBe(dim('‹id›'));
  });
});

test('a table has its columns under each other', () => {
  const cell = (text: string) => ({ type: 'raw_text', text });
  const rich = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'late' }] }],
  };
  const rows = [
    [cell('Account'), cell('State')],
    [{ type: 'raw_number', value: 7, text: '7' }, rich],
  ];
  expect(draw({ type: 'table', rows })).toBe(['Account │ State', '7       │ late'].join('\n'));
});

test('markdown is shown as it was written, and a block without a drawing is named', () => {
  expect(draw({ type: 'markdown', text: '# a\n**b**' }, { type: 'carousel', elements: [] })).toBe(
    ['# a', '**b**', '', '[carousel block]'].join('\n'),
  );
});
