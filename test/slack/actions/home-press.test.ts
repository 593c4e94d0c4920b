import type { BlockAction } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import { createDeadline } from '../../../src/async/deadline.ts';
import { HOME_ACTIONS } from '../../../src/formatters/action-ids.ts';
import { readHomePress as read } from '../../../src/slack/actions/home-press.ts';

/** What Slack sends for something done in Home. */
const press = (action: object, values: object = {}) =>
  ({
    type: 'block_actions',
    user: { id: 'U1', username: 'ada', team_id: 'T2' },
    team: { id: 'T1', domain: 'home' },
    container: { type: 'view', view_id: 'V1' },
    view: { hash: 'h1', private_metadata: '2', state: { values } },
    trigger_id: 'trigger',
    actions: [action],
    // The rest of what Slack sends is not looked at.
  }) as unknown as BlockAction;

/** The person who is authorized: not always under the team that Slack names in the press. */
const USER = { person: { userId: 'U1', teamId: 'T1' }, deadline: createDeadline(() => 7) };
const readHomePress = (body: BlockAction) => read(body, USER);

test('who, and on which view of which page', () => {
  expect(readHomePress(press({ type: 'button', value: '3' }))).toMatchObject({
    asker: { userId: 'U1', channelId: undefined, teamId: 'T1' },
    deadline: USER.deadline,
    seen: { askedAtMs: 7, hash: 'h1', privateMetadata: '2' },
    triggerId: 'trigger',
    value: '3',
  });
});

describe('what was typed', () => {
  test('comes with Enter', () => {
    expect(readHomePress(press({ type: 'plain_text_input', value: '1001' })).typed).toBe('1001');
    expect(readHomePress(press({ type: 'plain_text_input', value: null })).typed).toBe('');
  });

  test('stands in the view when the button is pressed, whatever the block is called', () => {
    const values = {
      other: { something: { type: 'plain_text_input', value: 'no' } },
      'home_lookup:17': { [HOME_ACTIONS.lookup]: { type: 'plain_text_input', value: '1001' } },
    };
    expect(readHomePress(press({ type: 'button' }, values)).typed).toBe('1001');
    expect(readHomePress(press({ type: 'button' })).typed).toBe('');
  });
});

describe('which account', () => {
  test('stands in the block of a menu and in the value of a button among others', () => {
    const menu = { type: 'overflow', block_id: 'pin::1004', selected_option: { value: 'open' } };
    expect(readHomePress(press(menu))).toMatchObject({ value: 'open' });
    expect(readHomePress(press(menu)).accountId()).toBe('1004');
    const button = { type: 'button', action_id: 'home_open_3', block_id: 'xyz', value: 'a\uE026b' };
    expect(readHomePress(press(button)).accountId()).toBe('a&b');
  });

  test.each([
    { type: 'button', action_id: 'home_open_3', block_id: 'xyz' },
    { type: 'overflow', action_id: 'home_more', block_id: 'x', selected_option: { value: 'open' } },
  ])('none at all is a defect: %j', (action) => {
    expect(() => readHomePress(press(action)).accountId()).toThrow('names no account');
  });
});
