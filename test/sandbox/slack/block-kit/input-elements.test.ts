import { describe, expect, test } from 'vitest';
import { expectLimit, inModal, input, letters, messagesOf, named, plain } from './examples.ts';

const text = (more: Record<string, unknown> = {}) => ({ type: 'plain_text_input', ...more });
const number = (more: Record<string, unknown> = {}) => ({
  type: 'number_input',
  is_decimal_allowed: false,
  ...more,
});

describe('an input at its limit', () => {
  test.each(
    named([
      {
        what: 'text it starts with',
        max: 3000,
        at: '/element/initial_value',
        build: (n) => input(text({ initial_value: letters(n) })),
        surface: 'modal',
      },
      {
        what: 'placeholder',
        max: 150,
        at: '/element/placeholder/text',
        build: (n) => input(text({ placeholder: plain(n) })),
        surface: 'modal',
      },
    ]),
  )('%s', (_name, limit) => expectLimit(limit));

  test.each([
    ['max_length', 3000, text],
    ['min_length', 3000, text],
    ['max_files', 10, (more: object) => ({ type: 'file_input', ...more })],
    ['max_lines', 100, (more: object) => ({ type: 'rich_text_input', ...more })],
  ])('%s: %i passes, one more does not', (field, max, element) => {
    expect(inModal(input(element({ [field]: max })))).toEqual([]);
    expect(inModal(input(element({ [field]: max + 1 })))).toContainEqual({
      code: 'invalid_arguments',
      pointer: `/view/blocks/0/element/${field}`,
      message: `must be less than ${max + 1} [json-pointer:/view/blocks/0/element/${field}]`,
    });
  });
});

describe('an input that Slack takes', () => {
  test.each([
    ['an empty start', text({ initial_value: '' })],
    [
      'a text asked for letter by letter',
      text({
        multiline: true,
        dispatch_action_config: { trigger_actions_on: ['on_enter_pressed', 'on_character_entered'] },
      }),
    ],
    ['a number between two', number({ min_value: '-1.5', max_value: '10', initial_value: '3' })],
    ['an e-mail', { type: 'email_text_input', initial_value: 'a@example.com' }],
    ['an address', { type: 'url_text_input', focus_on_load: true }],
    ['files', { type: 'file_input', filetypes: ['pdf'], max_files: 1 }],
    ['rich text', { type: 'rich_text_input', action_id: 'a', min_lines: 2 }],
  ])('%s', (_name, element) => expect(inModal(input(element))).toEqual([]));
});

describe('an input that Slack refuses', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'bounds the wrong way round',
      text({ min_length: 5, max_length: 4 }),
      ['must not be greater than max_length'],
    ],
    ['no letter at all', text({ max_length: 0 }), ['must be more than 0']],
    ['half a letter', text({ max_length: 1.5 }), ['must provide a valid int']],
    [
      'an unknown trigger',
      text({ dispatch_action_config: { trigger_actions_on: ['on_blur'] } }),
      ['must be one of: on_enter_pressed, on_character_entered'],
    ],
    [
      'a number that does not say whether it may be decimal',
      { type: 'number_input' },
      ['missing required field: is_decimal_allowed'],
    ],
    [
      'numbers the wrong way round',
      number({ min_value: '10', max_value: '9' }),
      ['must not be greater than max_value'],
    ],
    ['a number in words', number({ initial_value: 'three' }), ['must be a valid value']],
    [
      'a placeholder for files',
      { type: 'file_input', placeholder: plain() },
      ['invalid additional property: placeholder'],
    ],
  ])('%s', (_name, element, said) => expect(messagesOf(inModal(input(element)))).toEqual(said));
});
