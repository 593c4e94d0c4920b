import type { ReceiverEvent } from '@slack/bolt';
import { expect, test } from 'vitest';
import type { Identity } from '../../../src/slack/identify-app.ts';
import { rejectForeign } from '../../../src/slack/pipeline/reject-foreign.ts';

const OWN: Identity = { appId: 'A1', teamId: 'T1', enterpriseId: 'E1' };

function setUp(identity: Identity | null = OWN) {
  const refused: string[] = [];
  const taken: ReceiverEvent['body'][] = [];
  let acks = 0;
  const step = rejectForeign(
    () => identity ?? undefined,
    (reason) => refused.push(reason),
  );
  const send = (body: unknown) =>
    step(
      {
        body: body as ReceiverEvent['body'],
        ack: async () => {
          acks += 1;
        },
      },
      async (event) => void taken.push(event.body),
    );
  return { send, refused, taken, ackCount: () => acks };
}

const COMMAND = {
  command: '/known',
  api_app_id: 'A1',
  team_id: 'T1',
  user_id: 'U1',
  channel_id: 'C1',
  response_url: 'http://127.0.0.1/commands/1',
  text: '',
};
const SHORTCUT = {
  type: 'message_action',
  callback_id: 'known',
  user: { id: 'U1' },
  channel: { id: 'C1' },
  message: { text: '1001?' },
};
const PRESS = {
  type: 'block_actions',
  api_app_id: 'A1',
  team: { id: 'T1' },
  user: { id: 'U1' },
  actions: [{ type: 'button', action_id: 'refresh' }],
};
const EVENT = {
  type: 'event_callback',
  api_app_id: 'A1',
  team_id: 'T1',
  event_id: 'Ev1',
  event: { type: 'app_home_opened', user: 'U1' },
  authorizations: [{ team_id: 'T1', enterprise_id: null }],
};

test.each([
  ['a command', COMMAND],
  ['a press', PRESS],
  [
    'a press by somebody of another organisation, in a shared channel',
    { ...PRESS, team: { id: 'T9' }, user: { id: 'U9', team_id: 'T9' } },
  ],
  ['a press in an installation for a whole organisation', { ...PRESS, team: null, enterprise: { id: 'E1' } }],
  ['a command of somebody of another organisation', { ...COMMAND, team_id: 'T9' }],
  ['a payload that names no app', { ...PRESS, api_app_id: undefined }],
  [
    'a form',
    { type: 'view_submission', api_app_id: 'A1', user: { id: 'U1' }, view: { state: { values: {} } } },
  ],
  ['a form that was closed', { type: 'view_closed', api_app_id: 'A1', user: { id: 'U1' } }],
  ['an event', EVENT],
  [
    'an event of another team of ours',
    { ...EVENT, team_id: 'T2', authorizations: [{ team_id: 'T2', enterprise_id: 'E1' }] },
  ],
  ['an event without authorizations', { ...EVENT, authorizations: undefined }],
])('%s is let through', async (_what, body) => {
  const { send, taken, refused } = setUp();
  await send(body);
  expect([taken, refused]).toEqual([[body], []]);
});

test.each<[string, unknown, string]>([
  ['a command of another app', { ...COMMAND, api_app_id: 'A2' }, 'other-app'],
  ['a press of another app', { ...PRESS, api_app_id: 'A2' }, 'other-app'],
  ['an app id that is no text', { ...PRESS, api_app_id: { toString: 'A1' } }, 'other-app'],
  [
    'an event of another installation',
    { ...EVENT, authorizations: [{ team_id: 'T2', enterprise_id: null }] },
    'other-team',
  ],
  ['nothing', undefined, 'malformed'],
  ['null', null, 'malformed'],
  ['a text', 'command', 'malformed'],
  ['an empty object', {}, 'malformed'],
  ['a command of nobody', { ...COMMAND, user_id: undefined }, 'malformed'],
  ['a command whose text is a list', { ...COMMAND, text: ['1001'] }, 'malformed'],
  ['a command without an address to answer', { ...COMMAND, response_url: '' }, 'malformed'],
  ['a press of nobody', { ...PRESS, user: null }, 'malformed'],
  ['a press on nothing', { ...PRESS, actions: [null] }, 'malformed'],
  ['a press whose actions are a text', { ...PRESS, actions: 'refresh' }, 'malformed'],
  ['an event that is null', { ...EVENT, event: null }, 'malformed'],
  ['a shortcut on nothing', { ...SHORTCUT, message: null }, 'malformed'],
  ['a shortcut without its name', { ...SHORTCUT, callback_id: undefined }, 'malformed'],
  ['a shortcut nowhere', { ...SHORTCUT, channel: undefined }, 'malformed'],
  ['a shortcut in a channel without an id', { ...SHORTCUT, channel: { id: null } }, 'malformed'],
  [
    'a shortcut in a channel with an endless id',
    { ...SHORTCUT, channel: { id: 'C'.repeat(3_001) } },
    'malformed',
  ],
  ['a form without its fields', { type: 'view_submission', user: { id: 'U1' }, view: {} }, 'malformed'],
])('%s is kept out, counted and acknowledged', async (_what, body, reason) => {
  const { send, taken, refused, ackCount } = setUp();
  await send(body);
  expect([taken, refused, ackCount()]).toEqual([[], [reason], 1]);
});

test('as long as nobody knows who we are, nothing is compared', async () => {
  const { send, taken } = setUp(null);
  await send({ ...COMMAND, api_app_id: 'A2' });
  expect(taken).toHaveLength(1);
});
