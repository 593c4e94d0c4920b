import type { BlockAction } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import { createDeadline } from '../../src/async.ts';
import { encodeAccountAction, HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { readHomePress as readInHome, readPress as readOnCard } from '../../src/slack/press.ts';

/** What Slack sends for a press on a card's button. */
const press = (blockId: string | undefined, container: object = { is_ephemeral: true, message_ts: '1.2' }) =>
  ({
    type: 'block_actions',
    user: { id: 'U1', username: 'ada', team_id: 'T2' },
    team: { id: 'T1', domain: 'home' },
    channel: { id: 'C1', name: 'oncall' },
    container,
    trigger_id: 'trigger',
    response_url: 'https://hooks.slack.test/actions/1',
    actions: [
      {
        type: 'button',
        block_id: blockId,
        action_id: 'account_refresh',
        text: { type: 'plain_text', text: 'Refresh' },
      },
    ],
    // The rest of what Slack sends is not looked at.
  }) as unknown as BlockAction;

/** The person who is authorized: not always under the team that Slack names in the press. */
const USER = { person: { userId: 'U1', teamId: 'T1' }, deadline: createDeadline(() => 7) };
const readPress = (body: BlockAction) => readOnCard(body, USER);

test('a press says which account, who, where, and how to answer', () => {
  const blockId = encodeAccountAction('Müşteri <7>');
  expect(readPress(press(blockId, { is_ephemeral: false, message_ts: '1.2' }))).toEqual({
    accountId: 'Müşteri <7>',
    accountIds: ['Müşteri <7>'],
    ...USER,
    channelId: 'C1',
    audience: 'channel',
    responseUrl: 'https://hooks.slack.test/actions/1',
    triggerId: 'trigger',
    shared: {},
    isOnCard: true,
    value: '',
  });
});

test('only a message that Slack calls ephemeral is private', () => {
  expect(readPress(press('account::1001')).audience).toBe('private');
  expect(readPress(press('account::1001', { message_ts: '1.2' })).audience).toBe('channel');
});

test.each([
  [undefined],
  ['something-else'],
  ['account::'],
  [`account::${'x'.repeat(129)}`],
  ['account::10\u000001'],
])('a press that names no account (%j) is a defect', (blockId) => {
  expect(() => readPress(press(blockId ?? ''))).toThrow('a press names no account');
});

/** What Slack sends for something done in Home. */
const homePress = (action: object, values: object = {}) =>
  ({
    type: 'block_actions',
    user: { id: 'U1', username: 'ada', team_id: 'T2' },
    team: { id: 'T1', domain: 'home' },
    container: { type: 'view', view_id: 'V1' },
    view: { private_metadata: '{"askedAtMs":5,"id":"1001"}', state: { values } },
    trigger_id: 'trigger',
    actions: [action],
    // The rest of what Slack sends is not looked at.
  }) as unknown as BlockAction;

const readHomePress = (body: BlockAction) => readInHome(body, USER);

test('a press in Home says who, and what it shows as looked up', () => {
  expect(readHomePress(homePress({ type: 'button', value: '3' }))).toMatchObject({
    ...USER,
    question: { askedAtMs: 5, id: '1001' },
    triggerId: 'trigger',
    value: '3',
  });
});

describe('what was typed in Home', () => {
  test('comes with Enter', () => {
    expect(readHomePress(homePress({ type: 'plain_text_input', value: '1001' })).typed).toBe('1001');
    expect(readHomePress(homePress({ type: 'plain_text_input', value: null })).typed).toBe('');
  });

  test('stands in the view when the button is pressed, whatever the block is called', () => {
    const values = {
      other: { something: { type: 'plain_text_input', value: 'no' } },
      'home_lookup:17': { [HOME_ACTIONS.lookup]: { type: 'plain_text_input', value: '1001' } },
    };
    expect(readHomePress(homePress({ type: 'button' }, values)).typed).toBe('1001');
    expect(readHomePress(homePress({ type: 'button' })).typed).toBe('');
  });
});

describe('which account in Home', () => {
  test('stands in the block of a menu and in the value of a button among others', () => {
    const menu = { type: 'overflow', block_id: 'pin::1004', selected_option: { value: 'open' } };
    expect(readHomePress(homePress(menu))).toMatchObject({ value: 'open' });
    expect(readHomePress(homePress(menu)).accountId()).toBe('1004');
    const button = { type: 'button', action_id: 'home_open_3', block_id: 'xyz', value: 'a\uE026b' };
    expect(readHomePress(homePress(button)).accountId()).toBe('a&b');
  });

  test.each([
    { type: 'button', action_id: 'home_open_3', block_id: 'xyz' },
    { type: 'overflow', action_id: 'home_more', block_id: 'x', selected_option: { value: 'open' } },
  ])('none at all is a defect: %j', (action) => {
    expect(() => readHomePress(homePress(action)).accountId()).toThrow('names no account');
  });
});
