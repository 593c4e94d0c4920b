import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

test('the app gets every documented field, and everything after the first space as text', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  await slack.person('ada').command('/backup-status  1001 –x "ü" ');
  expect(app.requests[0]?.payload).toEqual({
    token: expect.stringMatching(/^\w{24}$/),
    team_id: slack.teamId,
    team_domain: 'local-workspace',
    channel_id: slack.channels.oncall.id,
    channel_name: 'oncall',
    user_id: slack.person('ada').id,
    user_name: 'ada',
    command: '/backup-status',
    text: ' 1001 –x "ü" ',
    api_app_id: slack.appId,
    is_enterprise_install: 'false',
    response_url: expect.stringContaining(`/commands/${slack.teamId}/`),
    trigger_id: expect.stringMatching(/^\d+\.\d+\.\w{32}$/),
  });
});

test('a direct message calls itself "directmessage"', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  await slack.person('ada').command('/backup-status', { channel: 'direct' });
  expect(app.requests[0]?.payload).toMatchObject({ channel_name: 'directmessage', text: '' });
});

test('an answer is private unless it says otherwise', async () => {
  const slack = await startSlack();
  await startPlainApp(slack, () => ({ body: { text: 'all right' } }));
  const delivery = await slack.person('ada').command('/backup-status 1001');
  expect(delivery).toMatchObject({ ack: 'ok', message: { text: 'all right', isEphemeral: true } });
  expect(slack.person('ada').messages('oncall')).toEqual([delivery.message]);
  expect(slack.person('bora').messages()).toEqual([]);
});

test('a plain text answer is a message too, an empty one is none', async () => {
  const slack = await startSlack();
  const answers = ['just text', ''];
  await startPlainApp(slack, () => ({ body: answers.shift() }));
  const ada = slack.person('ada');
  expect((await ada.command('/backup-status 1')).message?.text).toBe('just text');
  expect(await ada.command('/backup-status 2')).toEqual({ ack: 'ok', ackMs: expect.any(Number) });
  expect(ada.messages()).toHaveLength(1);
});

test('in_channel shows everybody the answer and the line that was typed', async () => {
  const slack = await startSlack();
  await startPlainApp(slack, () => ({ body: { response_type: 'in_channel', text: 'all right' } }));
  const ada = slack.person('ada');
  await ada.command('/backup-status 1001 share');
  expect(
    slack
      .person('bora')
      .messages()
      .map(({ authorId, text }) => [authorId, text]),
  ).toEqual([
    [ada.id, '/backup-status 1001 share'],
    [slack.botUserId, 'all right'],
  ]);
});

test.each([
  ['invalid_blocks', { text: 'x', blocks: [actions(button('b', 'v'.repeat(2001)))] }],
  ['invalid_blocks_format', { text: 'x', blocks: '[{' }],
  ['no_text', { response_type: 'ephemeral' }],
  ['invalid_payload', { text: 'x', response_type: 'everywhere' }],
  ['invalid_payload', ['x']],
])('an answer that Slack cannot show is an error for the person: %s', async (code, body) => {
  const slack = await startSlack();
  await startPlainApp(slack, () => ({ body }));
  const ada = slack.person('ada');
  const delivery = await ada.command('/backup-status 1001');
  expect(delivery.error).toContain(`/backup-status failed with the error "${code}"`);
  expect(delivery.message).toBeUndefined();
  expect(ada.messages()).toEqual([]);
});

test.each([
  [500, 'http_service_error'],
  [404, 'http_client_error'],
  [301, 'http_client_error'],
  [204, 'http_client_error'],
])('a status of %i is no acknowledgement', async (status, code) => {
  const slack = await startSlack();
  await startPlainApp(slack, () => ({ status }));
  const delivery = await slack.person('ada').command('/backup-status 1001');
  expect(delivery).toMatchObject({
    ack: 'http_error',
    error: `/backup-status failed with the error "${code}"`,
  });
});

test('people cannot type commands where they are not, nor lines that are none', async () => {
  const slack = await startSlack();
  await startPlainApp(slack, () => undefined);
  const guest = slack.person('guest');
  await expect(guest.command('/backup-status', { channel: 'general' })).rejects.toThrow(
    'guest is not in general',
  );
  await expect(guest.command('hello')).rejects.toThrow('not a slash command');
});

test('Slack Connect shares no commands, but the app must bear one all the same', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  const outsider = slack.person('outsider');
  await expect(outsider.command('/backup-status')).rejects.toThrow('another organisation');
  await outsider.command('/backup-status', { evenIfNotShared: true });
  expect(app.requests.map(({ payload }) => payload.team_id)).toEqual(['T0ELSEWHERE']);
});
