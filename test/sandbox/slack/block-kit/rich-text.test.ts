import { describe, expect, test } from 'vitest';
import { inMessage, messagesOf } from './examples.ts';

const richText = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });
const text = { type: 'text', text: 'a' };

describe('rich text that Slack takes', () => {
  test.each([
    ['text with every style', { ...text, style: { bold: true, italic: true, strike: true, code: true } }],
    ['a link', { type: 'link', url: 'https://example.com', text: 'there' }],
    ['an emoji', { type: 'emoji', name: 'wave', unicode: '1f44b' }],
    ['a date', { type: 'date', timestamp: 1795219200, format: '{day_divider_pretty} {time}', fallback: 'f' }],
    ['a person', { type: 'user', user_id: 'U1' }],
    ['a channel', { type: 'channel', channel_id: 'C1' }],
    ['a workspace', { type: 'team', team_id: 'T1' }],
    ['a colour', { type: 'color', value: '#ff00aa' }],
  ])('%s', (_name, element) => expect(inMessage(richText(section(element)))).toEqual([]));

  test('lists, quotes and preformatted text', () => {
    const block = richText(
      { type: 'rich_text_list', style: 'ordered', indent: 8, border: 1, elements: [section(text)] },
      { type: 'rich_text_quote', elements: [text] },
      { type: 'rich_text_preformatted', border: 0, elements: [text] },
    );
    expect(inMessage(block)).toEqual([]);
  });
});

describe('rich text that Slack refuses', () => {
  test.each<[string, unknown, string[]]>([
    ['an empty text', section({ type: 'text', text: '' }), ['must be more than 0 characters']],
    ['an unknown element', section({ type: 'sticker' }), ['unsupported type: sticker']],
    [
      'an unknown style',
      section({ ...text, style: { blink: true } }),
      ['invalid additional property: blink'],
    ],
    [
      'a style that is a text',
      section({ ...text, style: { bold: 'yes' } }),
      ['must provide a valid boolean'],
    ],
    ['nothing in it', section(), ['no less than 1 items allowed']],
    ['text outside a section', text, ['unsupported type: text']],
    [
      'an unknown list',
      { type: 'rich_text_list', style: 'dashed', elements: [section(text)] },
      ['must be one of: bullet, ordered'],
    ],
    [
      'a list too deep',
      { type: 'rich_text_list', style: 'bullet', indent: 9, elements: [section(text)] },
      ['must be less than 9'],
    ],
    [
      'an emoji in preformatted text',
      {
        type: 'rich_text_preformatted',
        elements: [{ type: 'emoji', name: 'wave' }],
      },
      ['unsupported type: emoji'],
    ],
    [
      'a date of half seconds',
      section({ type: 'date', timestamp: 1.5, format: '{time}' }),
      ['must provide a valid int', 'invalid date: a date needs whole Unix seconds'],
    ],
    ['a colour by name', section({ type: 'color', value: 'red' }), ['must be a valid value']],
  ])('%s', (_name, part, said) => expect(messagesOf(inMessage(richText(part)))).toEqual(said));
});
