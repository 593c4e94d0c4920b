import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateMessage, validateView } from '../../../../sandbox/slack/block-kit/validate.ts';
import {
  button,
  divider,
  inHome,
  inMessage,
  input,
  letters,
  messagesOf,
  modal,
  plain,
  section,
  times,
} from './examples.ts';

const card = {
  text: '1001: backups are fine',
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: '🟢 1001 · Online', emoji: true } },
    {
      type: 'section',
      fields: [
        {
          type: 'mrkdwn',
          text: '*Database backup*\n<!date^1795219200^{ago}|2 h ago>',
          verbatim: true,
        },
        { type: 'mrkdwn', text: '*Quota*\n500 GB', verbatim: true },
      ],
    },
    {
      type: 'actions',
      elements: [
        button({ action_id: 'account_refresh', value: '1001' }),
        {
          type: 'overflow',
          action_id: 'account_more',
          options: [{ text: plain(), value: 'pin:1001' }],
        },
      ],
    },
  ],
};

describe('a message', () => {
  test('a card passes', () => expect(validateMessage(card)).toEqual([]));

  test('text alone passes, and so does an empty list of blocks beside it', () => {
    expect(validateMessage({ text: 'hello' })).toEqual([]);
    expect(validateMessage({ text: 'hello', blocks: [] })).toEqual([]);
  });

  test.each([[{}], [{ text: '' }], [{ text: '', blocks: [] }], [{ text: undefined, blocks: undefined }]])(
    'with nothing to read (%j) is refused',
    (message) => {
      expect(validateMessage(message)).toEqual([
        { code: 'no_text', pointer: '', message: 'no text or blocks' },
      ]);
    },
  );

  test.each([[{}], [{ text: '' }]])('with blocks but no text for a notification (%j) is refused', (text) => {
    expect(
      validateMessage({ ...text, blocks: [divider] }).map(({ code, pointer }) => [code, pointer]),
    ).toEqual([['no_fallback_text', '/text']]);
  });

  test('50 blocks pass, 51 do not', () => {
    expect(inMessage(...times(50, () => divider))).toEqual([]);
    expect(inMessage(...times(51, () => divider))).toEqual([
      {
        code: 'invalid_blocks',
        pointer: '/blocks',
        message: 'no more than 50 items allowed [json-pointer:/blocks]',
      },
    ]);
  });

  test('40,000 characters of text pass, one more does not', () => {
    expect(validateMessage({ text: letters(40_000) })).toEqual([]);
    expect(validateMessage({ text: letters(40_001) })).toEqual([
      {
        code: 'msg_too_long',
        pointer: '/text',
        message: 'must be less than 40001 characters [json-pointer:/text]',
      },
    ]);
  });

  test.each(['[]', {}, 3, null])('blocks that are no list (%j) are refused', (blocks) => {
    expect(validateMessage({ text: 'a', blocks }).map(({ code }) => code)).toEqual(['invalid_blocks_format']);
  });

  test('text that is no text is refused', () => {
    expect(validateMessage({ text: 5 }).map(({ code }) => code)).toEqual(['invalid_arguments']);
  });

  test('a key left undefined is not there, as in JSON', () => {
    expect(inMessage(section({ accessory: undefined, surprise: undefined }))).toEqual([]);
  });

  test('every problem is named, each with the way to it', () => {
    const problems = inMessage({ type: 'a' }, section({ text: plain(0) }), { type: 'b' });
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/blocks/0/type',
      '/blocks/1/text/text',
      '/blocks/2/type',
    ]);
  });

  test.each([
    '/blocks/0',
    '/blocks/0/text',
    '/blocks/1/fields/0',
    '/blocks/2/elements/0',
    '/blocks/2/elements/1/options/0/text',
  ])('an unknown property is refused at %s', (pointer) => {
    const copy: unknown = structuredClone(card);
    const keys = pointer.split('/').slice(1);
    const target = keys.reduce((at, key) => (at as Record<string, unknown>)[key], copy);
    Object.assign(target as object, { surprise: 1 });
    expect(validateMessage(copy as typeof card)).toEqual([
      {
        code: 'invalid_blocks',
        pointer,
        message: `invalid additional property: surprise [json-pointer:${pointer}]`,
      },
    ]);
  });
});

describe('a view', () => {
  test('a Home tab and a modal pass', () => {
    const lookup = input({ type: 'plain_text_input', action_id: 'id' }, { dispatch_action: true });
    expect(inHome(lookup, divider)).toEqual([]);
    expect(validateView(modal([lookup], { private_metadata: '', callback_id: 'c', close: plain() }))).toEqual(
      [],
    );
  });

  test.each([
    ['title', 24],
    ['submit', 24],
    ['close', 24],
  ])('%s: %i characters pass, one more does not', (field, max) => {
    expect(validateView(modal([divider], { [field]: plain(max) }))).toEqual([]);
    expect(validateView(modal([divider], { [field]: plain(max + 1) }))).toEqual([
      {
        code: 'invalid_arguments',
        pointer: `/view/${field}/text`,
        message: `must be less than ${max + 1} characters [json-pointer:/view/${field}/text]`,
      },
    ]);
  });

  test.each([
    ['private_metadata', 3000],
    ['callback_id', 255],
    ['external_id', 255],
  ])('%s: %i characters pass on either surface, one more does not', (field, max) => {
    for (const view of [modal([divider]), { type: 'home', blocks: [divider] }]) {
      expect(validateView({ ...view, [field]: letters(max) })).toEqual([]);
      expect(validateView({ ...view, [field]: letters(max + 1) }).map(({ pointer }) => pointer)).toEqual([
        `/view/${field}`,
      ]);
    }
  });

  test('100 blocks pass, 101 do not', () => {
    expect(inHome(...times(100, () => divider))).toEqual([]);
    expect(messagesOf(inHome(...times(101, () => divider)))).toEqual(['no more than 100 items allowed']);
  });

  test('250 kB pass, one byte more does not', () => {
    const blocks = (last: number) => [
      ...times(81, () => section({ text: plain(3000) })),
      section({ text: plain(last) }),
    ];
    const spare = 250_000 - Buffer.byteLength(JSON.stringify(modal(blocks(0))));
    expect(validateView(modal(blocks(spare)))).toEqual([]);
    expect(validateView(modal(blocks(spare + 1)))).toEqual([
      {
        code: 'view_too_large',
        pointer: '/view',
        message: 'must be less than 250001 bytes [json-pointer:/view]',
      },
    ]);
  });

  test.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['missing required field: view']],
    ['a text', '{}', ['must provide a valid object']],
    ['no type', { blocks: [divider] }, ['missing required field: type']],
    ['an unknown type', { type: 'window', blocks: [divider] }, ['unsupported type: window']],
    ['no blocks', { type: 'home' }, ['missing required field: blocks']],
    ['an empty list of blocks', { type: 'home', blocks: [] }, ['no less than 1 items allowed']],
    [
      'a Home tab with a title',
      { type: 'home', blocks: [divider], title: plain() },
      ['invalid additional property: title'],
    ],
    ['a modal without title', { ...modal([divider]), title: undefined }, ['missing required field: title']],
    [
      'a title in mrkdwn',
      modal([divider], { title: { type: 'mrkdwn', text: 'a' } }),
      ['unsupported type: mrkdwn'],
    ],
    [
      'an input that cannot be submitted',
      modal([input({ type: 'users_select' })], { submit: undefined }),
      ['missing required field: submit, needed as soon as there is an input block'],
    ],
    [
      'an unknown property',
      modal([divider], { submit_disabled: true }),
      ['invalid additional property: submit_disabled'],
    ],
  ])('%s is refused', (_name, view, said) => expect(messagesOf(validateView(view))).toEqual(said));
});

test('whatever JSON comes, it is judged and never crashes the judge', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const problems = [...validateMessage({ text: value, blocks: [value] }), ...validateView(value)];
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.every(({ code, message }) => code !== '' && message !== '')).toBe(true);
    }),
  );
});
