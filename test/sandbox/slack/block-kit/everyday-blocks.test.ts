import { describe, expect, test } from 'vitest';
import {
  actions,
  button,
  divider,
  expectLimit,
  inMessage,
  input,
  letters,
  messagesOf,
  mrkdwn,
  named,
  plain,
  section,
  times,
} from './examples.ts';

const image = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' };
const textInput = { type: 'plain_text_input' };

describe('a block at its limit', () => {
  test.each(
    named([
      { what: 'section text', max: 3000, at: '/text/text', build: (n) => section({ text: mrkdwn(n) }) },
      {
        what: 'section field',
        max: 2000,
        at: '/fields/0/text',
        build: (n) => section({ fields: [mrkdwn(n)] }),
      },
      {
        what: 'section fields',
        max: 10,
        unit: 'items',
        at: '/fields',
        build: (n) => section({ fields: times(n, () => plain()) }),
      },
      { what: 'header', max: 150, at: '/text/text', build: (n) => ({ type: 'header', text: plain(n) }) },
      {
        what: 'context elements',
        max: 10,
        unit: 'items',
        at: '/elements',
        build: (n) => ({ type: 'context', elements: times(n, () => mrkdwn()) }),
      },
      {
        what: 'context text',
        max: 3000,
        at: '/elements/0/text',
        build: (n) => ({ type: 'context', elements: [mrkdwn(n)] }),
      },
      {
        what: 'actions elements',
        max: 25,
        unit: 'items',
        at: '/elements',
        build: (n) => actions(...times(n, () => button())),
      },
      {
        what: 'image alt text',
        max: 2000,
        at: '/alt_text',
        build: (n) => ({ ...image, alt_text: letters(n) }),
      },
      { what: 'image title', max: 2000, at: '/title/text', build: (n) => ({ ...image, title: plain(n) }) },
      {
        what: 'image url',
        max: 3000,
        at: '/image_url',
        build: (n) => ({ ...image, image_url: 'https://example.com/'.padEnd(n, 'x') }),
      },
      {
        what: 'input label',
        max: 2000,
        at: '/label/text',
        build: (n) => input(textInput, { label: plain(n) }),
      },
      { what: 'input hint', max: 2000, at: '/hint/text', build: (n) => input(textInput, { hint: plain(n) }) },
      { what: 'block_id', max: 255, at: '/block_id', build: (n) => ({ ...divider, block_id: letters(n) }) },
    ]),
  )('%s', (_name, limit) => expectLimit(limit));
});

describe('a block that Slack takes', () => {
  test.each([
    ['an image by its Slack file', { type: 'image', alt_text: 'a', slack_file: { id: 'F1' } }],
    ['a section of fields alone', { type: 'section', fields: [plain()] }],
    ['a section that is never folded', section({ expand: true })],
    ['a section with a picture', section({ accessory: image })],
    ['an image and both texts as context', { type: 'context', elements: [image, plain(), mrkdwn()] }],
    ['emoji in a plain text', { type: 'header', text: { ...plain(), emoji: true } }],
  ])('%s', (_name, block) => expect(inMessage(block)).toEqual([]));
});

describe('a block that Slack refuses', () => {
  test.each<[string, unknown, string[]]>([
    ['no type', {}, ['missing required field: type']],
    ['an unknown type', { type: 'marquee' }, ['unsupported type: marquee']],
    ['something that is no object', 'hello', ['must provide a valid object']],
    ['an unknown property', { ...divider, color: 'red' }, ['invalid additional property: color']],
    [
      'a header level, which no installed type knows',
      { type: 'header', text: plain(), level: 1 },
      ['invalid additional property: level'],
    ],
    [
      'a header in mrkdwn',
      { type: 'header', text: { type: 'mrkdwn', text: 'x' } },
      ['unsupported type: mrkdwn'],
    ],
    ['a header without text', { type: 'header' }, ['missing required field: text']],
    ['an empty text', section({ text: plain(0) }), ['must be more than 0 characters']],
    ['a text that is a number', section({ text: { ...plain(), text: 3 } }), ['must provide a valid string']],
    ['a section with nothing in it', { type: 'section' }, ['must define either `text` or `fields`']],
    ['no fields at all', section({ fields: [] }), ['no less than 1 items allowed']],
    [
      'emoji on mrkdwn',
      section({ text: { ...mrkdwn(), emoji: true } }),
      ['invalid additional property: emoji'],
    ],
    [
      'verbatim on plain text',
      section({ text: { ...plain(), verbatim: true } }),
      ['invalid additional property: verbatim'],
    ],
    ['a button as context', { type: 'context', elements: [button()] }, ['unsupported type: button']],
    ['an image as action', actions(image), ['unsupported type: image']],
    ['a text input as accessory', section({ accessory: textInput }), ['unsupported type: plain_text_input']],
    [
      'a datetimepicker as accessory',
      section({ accessory: { type: 'datetimepicker' } }),
      ['unsupported type: datetimepicker'],
    ],
    ['a button as input', input(button()), ['unsupported type: button']],
    ['an input without label', { type: 'input', element: textInput }, ['missing required field: label']],
    [
      'an image without alt text',
      { type: 'image', image_url: 'https://example.com/a.png' },
      ['missing required field: alt_text'],
    ],
    [
      'an image from nowhere',
      { type: 'image', alt_text: 'a' },
      ['must provide one of: image_url, slack_file'],
    ],
    [
      'an image by two ways',
      { ...image, slack_file: { id: 'F1' } },
      ['must provide one of: image_url, slack_file'],
    ],
    [
      'a Slack file by two ways',
      {
        type: 'image',
        alt_text: 'a',
        slack_file: { id: 'F1', url: 'https://example.com/a' },
      },
      ['must provide one of: url, id'],
    ],
    [
      'an image that is no web address',
      { ...image, image_url: 'file:///etc/passwd' },
      ['must be a valid url'],
    ],
    ['an empty block_id', { ...divider, block_id: '' }, ['must be more than 0 characters']],
  ])('%s', (_name, block, said) => expect(messagesOf(inMessage(block))).toEqual(said));
});
