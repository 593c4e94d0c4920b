import { describe, expect, test } from 'vitest';
import {
  actions,
  button,
  expectLimit,
  inMessage,
  letters,
  messagesOf,
  mrkdwn,
  named,
  option,
  plain,
  times,
} from './examples.ts';

const overflow = (options: unknown[]) => ({ type: 'overflow', options });
const boxes = (count: number, more = {}) => ({ type: 'checkboxes', options: times(count, option), ...more });
const radios = (count: number, more = {}) => ({
  type: 'radio_buttons',
  options: times(count, option),
  ...more,
});
const confirming = (confirm: Record<string, unknown>) =>
  actions(button({ confirm: { text: plain(), ...confirm } }));
const choice = (more: Record<string, unknown>) => actions(overflow([{ ...option(), ...more }]));

describe('an element at its limit', () => {
  test.each(
    named([
      {
        what: 'button text',
        max: 75,
        at: '/elements/0/text/text',
        build: (n) => actions(button({ text: plain(n) })),
      },
      {
        what: 'button value',
        max: 2000,
        at: '/elements/0/value',
        build: (n) => actions(button({ value: letters(n) })),
      },
      {
        what: 'button url',
        max: 3000,
        at: '/elements/0/url',
        build: (n) => actions(button({ url: 'https://example.com/'.padEnd(n, 'x') })),
      },
      {
        what: 'accessibility_label',
        max: 75,
        at: '/elements/0/accessibility_label',
        build: (n) => actions(button({ accessibility_label: letters(n) })),
      },
      {
        what: 'action_id',
        max: 255,
        at: '/elements/0/action_id',
        build: (n) => actions(button({ action_id: letters(n) })),
      },
      {
        what: 'confirm title',
        max: 100,
        at: '/elements/0/confirm/title/text',
        build: (n) => confirming({ title: plain(n) }),
      },
      {
        what: 'confirm text',
        max: 300,
        at: '/elements/0/confirm/text/text',
        build: (n) => confirming({ text: mrkdwn(n) }),
      },
      {
        what: 'confirm button',
        max: 30,
        at: '/elements/0/confirm/confirm/text',
        build: (n) => confirming({ confirm: plain(n) }),
      },
      {
        what: 'deny button',
        max: 30,
        at: '/elements/0/confirm/deny/text',
        build: (n) => confirming({ deny: plain(n) }),
      },
      {
        what: 'overflow options',
        max: 5,
        unit: 'items',
        at: '/elements/0/options',
        build: (n) => actions(overflow(times(n, option))),
      },
      {
        what: 'option text',
        max: 75,
        at: '/elements/0/options/0/text/text',
        build: (n) => choice({ text: plain(n) }),
      },
      {
        what: 'option value, the stricter of two published limits',
        max: 75,
        at: '/elements/0/options/0/value',
        build: (n) => choice({ value: letters(n) }),
      },
      {
        what: 'option description',
        max: 75,
        at: '/elements/0/options/0/description/text',
        build: (n) => choice({ description: plain(n) }),
      },
      {
        what: 'option url',
        max: 3000,
        at: '/elements/0/options/0/url',
        build: (n) => choice({ url: 'https://example.com/'.padEnd(n, 'x') }),
      },
      {
        what: 'checkboxes',
        max: 10,
        unit: 'items',
        at: '/elements/0/options',
        build: (n) => actions(boxes(n)),
      },
      {
        what: 'radio buttons',
        max: 10,
        unit: 'items',
        at: '/elements/0/options',
        build: (n) => actions(radios(n)),
      },
      {
        what: 'context_actions elements',
        max: 5,
        unit: 'items',
        at: '/elements',
        build: (n) => ({
          type: 'context_actions',
          elements: times(n, () => ({ type: 'icon_button', icon: 'trash', text: plain() })),
        }),
      },
    ]),
  )('%s', (_name, limit) => expectLimit(limit));
});

describe('an element that Slack takes', () => {
  test.each([
    ['a button with everything', button({ style: 'danger', url: 'https://example.com', value: 'v' })],
    ['a button into Slack', button({ url: 'slack://app?team=T1&id=A1&tab=home' })],
    ['boxes that are ticked at first', boxes(2, { initial_options: [option(1)] })],
    ['mrkdwn in a box', { type: 'checkboxes', options: [{ text: mrkdwn(), value: 'v' }] }],
    ['a radio button that is on at first', radios(2, { initial_option: option(1) })],
    ['a date', { type: 'datepicker', initial_date: '2026-11-21', placeholder: plain() }],
    ['a time', { type: 'timepicker', initial_time: '23:59', timezone: 'Europe/Istanbul' }],
    ['a date and time', { type: 'datetimepicker', initial_date_time: 1795219200 }],
    [
      'a workflow button',
      {
        type: 'workflow_button',
        text: plain(),
        workflow: { trigger: { url: 'https://slack.com/shortcuts/Ft1/a' } },
      },
    ],
  ])('%s', (_name, element) => expect(inMessage(actions(element))).toEqual([]));

  test('feedback buttons', () => {
    const one = { text: plain(), value: 'v' };
    const elements = [{ type: 'feedback_buttons', positive_button: one, negative_button: one }];
    expect(inMessage({ type: 'context_actions', elements })).toEqual([]);
  });
});

describe('an element that Slack refuses', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown type', { type: 'slider' }, ['unsupported type: slider']],
    ['a button without text', { type: 'button' }, ['missing required field: text']],
    [
      'a button text in mrkdwn',
      button({ text: mrkdwn() }),
      ['unsupported type: mrkdwn', 'invalid additional property: verbatim'],
    ],
    ['an unknown style', button({ style: 'default' }), ['must be one of: primary, danger']],
    ['an address that is none', button({ url: 'example' }), ['must be a valid url']],
    ['an empty value', button({ value: '' }), ['must be more than 0 characters']],
    ['a confirmation without text', button({ confirm: {} }), ['missing required field: text']],
    ['an overflow menu without options', overflow([]), ['no less than 1 items allowed']],
    ['an option without value', overflow([{ text: plain() }]), ['missing required field: value']],
    [
      'an option in mrkdwn outside boxes',
      overflow([{ text: { type: 'mrkdwn', text: 'x' }, value: 'v' }]),
      ['unsupported type: mrkdwn'],
    ],
    [
      'an address in a box',
      { type: 'checkboxes', options: [{ ...option(), url: 'https://example.com' }] },
      ['invalid additional property: url'],
    ],
    [
      'a ticked box that is not there',
      boxes(1, { initial_options: [option(4)] }),
      ['must exactly match one of the provided options'],
    ],
    [
      'a radio button on that is not there',
      radios(1, { initial_option: option(4) }),
      ['must exactly match one of the provided options'],
    ],
    [
      'a day that does not exist',
      { type: 'datepicker', initial_date: '2026-02-30' },
      ['must be a valid date'],
    ],
    ['a time with seconds', { type: 'timepicker', initial_time: '12:00:00' }, ['must be a valid time']],
    [
      'a date in milliseconds',
      { type: 'datetimepicker', initial_date_time: 1795219200000 },
      ['must be less than 10000000000'],
    ],
  ])('%s', (_name, element, said) => expect(messagesOf(inMessage(actions(element)))).toEqual(said));
});
