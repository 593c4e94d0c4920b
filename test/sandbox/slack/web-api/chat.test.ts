import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';
import { actions, button, callApi, startSlack } from '../support/start-slack.ts';

const writing = () => startSlack({ scopes: ['commands', 'chat:write'] });
const post = (slack: LocalSlack, args: object = {}) =>
  callApi(slack, 'chat.postMessage', { channel: slack.channels.oncall.id, text: 'hello', ...args });
const texts = (slack: LocalSlack) =>
  slack
    .person('bora')
    .messages()
    .map(({ text }) => text);

test.each(['chat.postMessage', 'chat.postEphemeral', 'chat.update'])(
  '%s needs chat:write',
  async (method) => {
    const slack = await startSlack();
    expect(await callApi(slack, method, { channel: slack.channels.oncall.id, text: 'x' })).toEqual({
      ok: false,
      error: 'missing_scope',
      needed: 'chat:write',
      provided: 'commands,users:read',
    });
  },
);

test('a message is seen by all in the channel', async () => {
  const slack = await writing();
  const posted = await post(slack);
  expect(posted).toMatchObject({ ok: true, channel: slack.channels.oncall.id, message: { text: 'hello' } });
  expect(slack.person('outsider').messages()).toMatchObject([
    { ts: posted.ts, isEphemeral: false, isEdited: false },
  ]);
});

test.each([
  [{ channel: 'C404' }, 'channel_not_found'],
  [{ channel: '#general' }, 'not_in_channel'],
  [{ thread_ts: '1.000000' }, 'invalid_thread_ts'],
  [{ text: '' }, 'no_text'],
  [{ blocks: '{not json' }, 'invalid_blocks_format'],
  [{ blocks: '"a string"' }, 'invalid_blocks_format'],
  [{ blocks: [{ type: 'nonsense' }] }, 'invalid_blocks'],
  [{ text: 'x'.repeat(40_001) }, 'msg_too_long'],
])('chat.postMessage with %j is refused: %s', async (args, error) => {
  const slack = await writing();
  expect(await post(slack, args)).toMatchObject({ ok: false, error });
  expect(texts(slack)).toEqual([]);
});

test('invalid blocks are pointed at', async () => {
  const slack = await writing();
  const { response_metadata } = await post(slack, { blocks: [actions(button('x'.repeat(256)))] });
  expect(response_metadata.messages).toContainEqual(
    expect.stringMatching(/^\[ERROR\] .*\[json-pointer:\/blocks\/0\//),
  );
});

test('a message can go to a thread, by name of a channel, and to a person', async () => {
  const slack = await writing();
  const { ts } = await post(slack, { channel: '#oncall' });
  await post(slack, { text: 'reply', thread_ts: ts });
  await post(slack, { text: 'psst', channel: slack.person('bora').id });
  expect(slack.person('bora').messages('oncall')[1]).toMatchObject({ text: 'reply', threadTs: ts });
  expect(slack.person('bora').messages('direct')).toMatchObject([{ text: 'psst' }]);
  expect(slack.person('ada').messages('direct')).toEqual([]);
});

test('an ephemeral message is for one member of the channel, until they reload', async () => {
  const slack = await writing();
  const channel = slack.channels.oncall.id;
  const guest = slack.person('guest');
  const sent = await callApi(slack, 'chat.postEphemeral', { channel, user: guest.id, text: 'psst' });
  expect(sent).toEqual({ ok: true, message_ts: guest.messages()[0]?.ts });
  expect(texts(slack)).toEqual([]);
  guest.reload();
  expect(guest.messages()).toEqual([]);
  expect(await callApi(slack, 'chat.postEphemeral', { channel, user: 'U404', text: 'psst' })).toMatchObject({
    error: 'user_not_in_channel',
  });
});

test('an update without blocks takes the blocks away', async () => {
  const slack = await writing();
  const { ts, channel } = await post(slack, { blocks: [actions(button('x'))] });
  expect(await callApi(slack, 'chat.update', { channel, ts, text: 'new' })).toMatchObject({
    ok: true,
    ts,
    text: 'new',
  });
  expect(slack.person('bora').messages()).toMatchObject([{ ts, text: 'new', blocks: [], isEdited: true }]);
});

test.each([
  ['another ts', { ts: '1.000000' }, 'message_not_found'],
  ['a ts that is a number', { ts: 1.5 }, 'invalid_arguments'],
  ['another channel', { channel: 'C404' }, 'channel_not_found'],
  ['nothing to say', { text: '' }, 'no_text'],
  ['more than 4,000 characters', { text: 'x'.repeat(4_001) }, 'msg_too_long'],
  ['more than 4,000 bytes', { text: 'ş'.repeat(2_001) }, 'msg_too_long'],
])('chat.update with %s is refused', async (_, args, error) => {
  const slack = await writing();
  const { ts, channel } = await post(slack);
  expect(await callApi(slack, 'chat.update', { channel, ts, text: 'new', ...args })).toMatchObject({
    ok: false,
    error,
  });
  expect(texts(slack)).toEqual(['hello']);
});

test("the app can change neither a person's message nor an ephemeral one", async () => {
  const slack = await writing();
  const responseTypes = ['in_channel', 'ephemeral'];
  await startPlainApp(slack, () => ({ body: { text: 'answer', response_type: responseTypes.shift() } }));
  const ada = slack.person('ada');
  await ada.command('/backup-status 1');
  await ada.command('/backup-status 2');
  const [typed, , hidden] = ada.messages();
  const channel = slack.channels.oncall.id;
  expect(await callApi(slack, 'chat.update', { channel, ts: typed?.ts, text: 'x' })).toMatchObject({
    error: 'cant_update_message',
  });
  expect(await callApi(slack, 'chat.update', { channel, ts: hidden?.ts, text: 'x' })).toMatchObject({
    error: 'message_not_found',
  });
});
