import type { BlockAction } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createDeadline } from '../../../src/async/deadline.ts';
import { encodeAccountAction } from '../../../src/formatters/account/account-action.ts';
import { readPress as read } from '../../../src/slack/actions/press.ts';

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
const readPress = (body: BlockAction) => read(body, USER);

test('a press says which account, who, where, and how to answer', () => {
  const blockId = encodeAccountAction({ id: 'Müşteri <7>', sharedBy: 'U9' });
  expect(readPress(press(blockId, { is_ephemeral: false, message_ts: '1.2' }))).toEqual({
    account: { id: 'Müşteri <7>', sharedBy: 'U9' },
    asker: { userId: 'U1', channelId: 'C1', teamId: 'T1' },
    deadline: USER.deadline,
    audience: 'channel',
    responseUrl: 'https://hooks.slack.test/actions/1',
    triggerId: 'trigger',
    messageTs: '1.2',
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
