import { describe, expect, test } from 'vitest';
import {
  actions,
  expectLimit,
  inMessage,
  inModal,
  input,
  messagesOf,
  named,
  option,
  plain,
  times,
} from './examples.ts';

const select = (more: Record<string, unknown>) => ({ type: 'static_select', ...more });
const group = (count: number, label = 3) => ({ label: plain(label), options: times(count, option) });

describe('a menu at its limit', () => {
  test.each(
    named([
      {
        what: 'options',
        max: 100,
        unit: 'items',
        at: '/elements/0/options',
        build: (n) => actions(select({ options: times(n, option) })),
      },
      {
        what: 'groups',
        max: 100,
        unit: 'items',
        at: '/elements/0/option_groups',
        build: (n) => actions(select({ option_groups: times(n, () => group(1)) })),
        surface: 'modal',
      },
      {
        what: 'options of a group',
        max: 100,
        unit: 'items',
        at: '/elements/0/option_groups/0/options',
        build: (n) => actions(select({ option_groups: [group(n)] })),
      },
      {
        what: 'group label',
        max: 75,
        at: '/elements/0/option_groups/0/label/text',
        build: (n) => actions(select({ option_groups: [group(1, n)] })),
      },
      {
        what: 'placeholder',
        max: 150,
        at: '/elements/0/placeholder/text',
        build: (n) => actions({ type: 'users_select', placeholder: plain(n) }),
      },
    ]),
  )('%s', (_name, limit) => expectLimit(limit));
});

describe('a menu that Slack takes', () => {
  test.each([
    ['a choice made in a list', select({ options: times(2, option), initial_option: option(1) })],
    ['a choice made in a group', select({ option_groups: [group(2)], initial_option: option(1) })],
    [
      'several choices',
      {
        type: 'multi_static_select',
        options: times(3, option),
        initial_options: [option(0), option(2)],
        max_selected_items: 2,
      },
    ],
    ['options from the app', { type: 'external_select', min_query_length: 0, initial_option: option() }],
    ['several from the app', { type: 'multi_external_select', initial_options: [option()] }],
    ['a person', { type: 'users_select', initial_user: 'U1' }],
    ['people', { type: 'multi_users_select', initial_users: ['U1', 'U2'] }],
    [
      'a conversation',
      {
        type: 'conversations_select',
        default_to_current_conversation: true,
        filter: { include: ['public'], exclude_bot_users: true },
      },
    ],
    ['conversations', { type: 'multi_conversations_select', initial_conversations: ['C1'] }],
    ['a channel', { type: 'channels_select', initial_channel: 'C1' }],
    ['channels', { type: 'multi_channels_select', initial_channels: ['C1'], focus_on_load: true }],
  ])('%s', (_name, element) => expect(inMessage(actions(element))).toEqual([]));

  test('a response_url asked for in a modal', () => {
    expect(inModal(input({ type: 'conversations_select', response_url_enabled: true }))).toEqual([]);
  });
});

describe('a menu that Slack refuses', () => {
  const oneList = 'must provide one of: options, option_groups';
  const notOffered = 'must exactly match one of the provided options';
  test.each<[string, Record<string, unknown>, string[]]>([
    ['nothing to choose', select({}), [oneList]],
    ['two lists', select({ options: [option()], option_groups: [group(1)] }), [oneList]],
    ['a choice not on offer', select({ options: [option()], initial_option: option(7) }), [notOffered]],
    [
      'one of several not on offer',
      {
        type: 'multi_static_select',
        options: [option()],
        initial_options: [option(), option(7)],
      },
      [notOffered],
    ],
    ['no choice allowed', { type: 'multi_users_select', max_selected_items: 0 }, ['must be more than 0']],
    [
      'an address in an option',
      select({ options: [{ ...option(), url: 'https://example.com' }] }),
      ['invalid additional property: url'],
    ],
    ['an empty filter', { type: 'conversations_select', filter: {} }, ['must provide at least one filter']],
    [
      'an unknown kind of conversation',
      { type: 'conversations_select', filter: { include: ['dm'] } },
      ['must be one of: im, mpim, private, public'],
    ],
    [
      'a response_url outside a modal',
      { type: 'channels_select', response_url_enabled: true },
      ['only allowed in input blocks of a modal'],
    ],
  ])('%s', (_name, element, said) => expect(messagesOf(inMessage(actions(element)))).toEqual(said));
});
