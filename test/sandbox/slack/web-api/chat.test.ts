import { expect, test } from 'vitest';
import type { LocalSlack, LocalSlackOptions } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button, callApi, createClock } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

const clock = createClock();
/** Each message a second after the one before, unless said otherwise. */
const writing = (options: LocalSlackOptions = {}) =>
  startSlack({ scopes: ['commands', 'chat:write'], now: ticking, ...options });
const ticking = () => {
  clock.advance(1_000);
  return clock.now();
};
const post = (slack: LocalSlack, args: object = {}) =>
  callApi(slack, 'chat.postMessage', { channel: slack.channels.oncall.id, text: 'hello', ...args });
const texts = (slack: LocalSlack) =>
  slack
    .person('bora')
    .messages()
    .map(({ text }) => text);

test.each(['chat.postMessage', 'chat.update', 'chat.delete'])('%s needs chat:write', async (method) => {
  const slack = await startSlack({ scopes: ['commands', 'users:read'] });
  expect(await callApi(slack, method, { channel: slack.channels.oncall.id, text: 'x' })).toEqual({
    ok: false,
    error: 'missing_scope',
    needed: 'chat:write',
    provided: 'commands,users:read',
  });
});

test('a message is seen by all in the channel', async () => {
  const slack = await writing();
  const posted = await post(slack);
  expect(posted).toMatchObject({ ok: true, channel: slack.channels.oncall.id, message: { text: 'hello' } });
  expect(slack.person('bora').messages()).toMatchObject([
    { ts: posted.ts, isEphemeral: false, isEdited: false },
  ]);
});

test.each([
  [{ channel: 'C404' }, 'channel_not_found'],
  [{ channel: '#general' }, 'not_in_channel'],
  [{ channel: 'U0GONE00001' }, 'channel_not_found'],
  [{ thread_ts: 'yesterday' }, 'invalid_thread_ts'],
  [{ thread_ts: 1.5 }, 'invalid_thread_ts'],
  [{ metadata: 'nothing' }, 'invalid_metadata_format'],
  [{ metadata: { event_type: 'alert' } }, 'invalid_metadata_format'],
  [{ metadata: { event_type: 'alert', event_payload: { ids: ['1'] } } }, 'invalid_metadata_schema'],
  [{ metadata: { event_type: 'alert', event_payload: { none: null } } }, 'invalid_metadata_schema'],
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

test('a message can go to a thread, by name of a channel, and to a person', async () => {
  const slack = await writing();
  const { ts } = await post(slack, { channel: '#oncall' });
  await post(slack, { text: 'reply', thread_ts: ts });
  await post(slack, { text: 'psst', channel: slack.person('bora').id });
  expect(slack.person('bora').messages('oncall')[1]).toMatchObject({ text: 'reply', threadTs: ts });
  expect(slack.person('bora').messages('direct')).toMatchObject([{ text: 'psst' }]);
  expect(slack.person('ada').messages('direct')).toEqual([]);
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
  ['the name of the channel', { channel: '#oncall' }, 'channel_not_found'],
  ['metadata without a type', { metadata: { event_payload: {} } }, 'invalid_metadata_format'],
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

test.each([
  [{ isBotMember: false }, 'not_in_channel', 'channel_not_found'],
  [{ isArchived: true }, 'is_archived', 'is_inactive'],
])('in a channel with %j a post is refused with %s and an edit with %s', async (access, onPost, onEdit) => {
  const slack = await writing();
  const { ts, channel } = await post(slack);
  slack.changeChannel('oncall', access);
  expect(await post(slack)).toMatchObject({ ok: false, error: onPost });
  expect((await callApi(slack, 'chat.update', { channel, ts, text: 'new' })).error).toBe(onEdit);
  slack.changeChannel('oncall', { isBotMember: true, isArchived: false });
  expect(await post(slack)).toMatchObject({ ok: true });
});

test('a user id opens the direct message and is answered with its id', async () => {
  const slack = await writing();
  const ada = slack.person('ada');
  const { channel, ts } = await post(slack, { channel: ada.id });
  expect(channel).toMatch(/^D/);
  expect(await callApi(slack, 'chat.update', { channel: ada.id, ts, text: 'x' })).toMatchObject({
    error: 'channel_not_found',
  });
  expect(await callApi(slack, 'chat.update', { channel, ts, text: 'new' })).toMatchObject({ ok: true });
  expect(ada.messages('direct')).toMatchObject([{ text: 'new' }]);
});

test('the second message within a second is refused with 429 and Retry-After, in that channel only', async () => {
  const slack = await writing({ now: clock.now });
  await post(slack);
  clock.advance(999);
  const refused = await fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` },
    body: JSON.stringify({ channel: slack.channels.oncall.id, text: 'again' }),
  });
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    { ok: false, error: 'ratelimited' },
  ]);
  expect(await post(slack, { channel: slack.person('bora').id })).toMatchObject({ ok: true });
  clock.advance(1);
  expect(await post(slack)).toMatchObject({ ok: true });
  clock.advance(-3_600_000);
  expect(await post(slack)).toMatchObject({ ok: true });
});

test('a reply to a message that is gone lands in the channel; one to a reply in the thread of that', async () => {
  const slack = await writing();
  const root = await post(slack);
  const reply = await post(slack, { thread_ts: root.ts });
  expect(await post(slack, { thread_ts: reply.ts })).toMatchObject({ message: { thread_ts: root.ts } });
  slack.deleteMessage(root.ts);
  expect(() => slack.deleteMessage(root.ts)).toThrow('there is none');
  const { message } = await post(slack, { thread_ts: root.ts });
  expect(message).not.toHaveProperty('thread_ts');
});

test('metadata stays when an update says nothing of it, and goes with an empty object', async () => {
  const slack = await writing();
  const metadata = { event_type: 'alert', event_payload: { key: 'k1', accounts: [{ id: '1004' }] } };
  const { ts, channel, message } = await post(slack, { metadata: JSON.stringify(metadata) });
  expect(message.metadata).toEqual(metadata);
  const update = async (more: object) =>
    (await callApi(slack, 'chat.update', { channel, ts, text: 'new', ...more })).message.metadata;
  expect(await update({})).toEqual(metadata);
  expect(await update({ metadata: { ...metadata, event_type: 'summary' } })).toMatchObject({
    event_type: 'summary',
  });
  expect(await update({ metadata: {} })).toBeUndefined();
});

test('the app can delete its own messages only', async () => {
  const slack = await writing();
  const { ts, channel } = await post(slack);
  const said = slack.person('ada').say('hello');
  const remove = (one: string) => callApi(slack, 'chat.delete', { channel, ts: one });
  expect(await remove(said.ts)).toMatchObject({ ok: false, error: 'cant_delete_message' });
  expect(await remove(ts)).toEqual({ ok: true, channel, ts });
  expect(await remove(ts)).toMatchObject({ ok: false, error: 'message_not_found' });
  expect(slack.person('bora').messages()).toMatchObject([{ ts: said.ts }]);
});

test('a message whose answer is lost is posted all the same, and again by the same call', async () => {
  const slack = await writing();
  slack.addFault({ kind: 'lost' }, { method: 'chat.postMessage', next: 1 });
  await expect(post(slack, { client_msg_id: 'k1' })).rejects.toThrow('fetch failed');
  await post(slack, { client_msg_id: 'k1' });
  expect(texts(slack)).toEqual(['hello', 'hello']);
});
