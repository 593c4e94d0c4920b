import { expect, test } from 'vitest';
import { actions, button, divider, inMessage, section } from './examples.ts';

test.each<[string, unknown, string, string]>([
  ['a missing field', { type: 'header' }, '/blocks/0', 'missing required field: text'],
  ['a missing type', actions({}), '/blocks/0/elements/0', 'missing required field: type'],
  ['a wrong type', { ...divider, block_id: 7 }, '/blocks/0/block_id', 'must provide a valid string'],
  ['an unknown type', actions({ type: 'x' }), '/blocks/0/elements/0/type', 'unsupported type: x'],
  ['an unknown property', { ...divider, a: 1 }, '/blocks/0', 'invalid additional property: a'],
  [
    'too much',
    section({ text: { type: 'plain_text', text: 'x'.repeat(3001) } }),
    '/blocks/0/text/text',
    'must be less than 3001 characters',
  ],
  ['too little', actions(), '/blocks/0/elements', 'no less than 1 items allowed'],
  [
    'a value not on the list',
    actions(button({ style: 'loud' })),
    '/blocks/0/elements/0/style',
    'must be one of: primary, danger',
  ],
])('%s is pointed at where Slack points at it', (_name, block, pointer, text) => {
  expect(inMessage(block)).toEqual([
    { code: 'invalid_blocks', pointer, message: `${text} [json-pointer:${pointer}]` },
  ]);
});

test('two unknown properties are two problems', () => {
  const problems = inMessage({ ...divider, a: 1, b: 2 });
  expect(problems.map(({ message }) => message)).toEqual([
    'invalid additional property: a [json-pointer:/blocks/0]',
    'invalid additional property: b [json-pointer:/blocks/0]',
  ]);
});
