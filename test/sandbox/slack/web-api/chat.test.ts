import { expect, test } from 'vitest';
import type { LocalSlack, LocalSlackOptions } from '../../../../sandbox/slack/start-local-slack.ts';
import { createClock } from '../../../support/start-bot.ts';
import { callApi, startSlack } from '../../../support/start-slack.ts';
import { tickingClock } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

/** Each message comes a second after the one before, unless another clock is given. */
const writing = (options: LocalSlackOptions = {}) =>
  startSlack({ scopes: ['commands', 'chat:write'], now: tickingClock(), ...options });
const post = (slack: LocalSlack, args: object = {}) =>
  callApi(slack, 'chat.postMessage', { channel: slack.channels.oncall.id, text: 'hello', ...args });
const texts = (slack: LocalSlack) =>
  slack
    .person('bora')
    .messages()
    .map(({ text }) => text);

test('a call that Slack refuses is refused, posts nothing and keeps the message', async () => {
  const slack = await writing();
  const { ts, channel } = await post(slack);
  const ada = slack.person('ada');
  const own = await post(slack, { channel: ada.id });
  await startPlainApp(slack, () => ({ body: { text: 'answer' } }));
  const shown = ada.say('hello');
  await ada.command('/backup-status 2');
  const hidden = ada.messages().find(({ isEphemeral }) => isEphemeral);
  for (const [method, args, error] of [
    ['postMessage', { channel: 'C404' }, 'channel_not_found'],
    ['postMessage', { channel: slack.channels.general.id }, 'not_in_channel'],
    ['postMessage', { channel: 'U0GONE00001' }, 'channel_not_found'],
    ['postMessage', { thread_ts: 'yesterday' }, 'invalid_thread_ts'],
    ['postMessage', { thread_ts: 1.5 }, 'invalid_thread_ts'],
    ['postMessage', { text: '' }, 'no_text'],
    ['postMessage', { blocks: '{not json' }, 'invalid_blocks_format'],
    ['postMessage', { blocks: '"a string"' }, 'invalid_blocks_format'],
    ['postMessage', { blocks: [{ type: 'nonsense' }] }, 'invalid_blocks'],
    ['postMessage', { text: 'x'.repeat(40_001) }, 'msg_too_long'],
    ['update', { ts: '1.000000' }, 'message_not_found'],
    ['update', { ts: 1.5 }, 'invalid_arguments'],
    ['update', { channel: 'C404' }, 'channel_not_found'],
    // A person's id opens the direct messages only for a post.
    ['update', { channel: ada.id, ts: own.ts }, 'channel_not_found'],
    ['update', { text: '' }, 'no_text'],
    ['update', { text: 'x'.repeat(4_001) }, 'msg_too_long'],
    ['update', { text: 'ş'.repeat(2_001) }, 'msg_too_long'],
    ['update', { ts: shown.ts }, 'cant_update_message'],
    ['update', { ts: hidden?.ts }, 'message_not_found'],
  ] as const)
    expect(
      await callApi(slack, `chat.${method}`, { channel, ts, text: 'new', ...args }),
      `${method}: ${error}`,
    ).toMatchObject({ ok: false, error });
  expect(texts(slack)).toEqual(['hello', 'hello']);
});

test('a second message within a second is refused with 429 and Retry-After, only in that channel', async () => {
  const clock = createClock(Date.now());
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
});

test('a reply to a deleted message lands in the channel; a reply to a reply lands in its thread', async () => {
  const slack = await writing();
  const root = await post(slack);
  const reply = await post(slack, { thread_ts: root.ts });
  expect(await post(slack, { thread_ts: reply.ts })).toMatchObject({ message: { thread_ts: root.ts } });
  slack.deleteMessage(root.ts);
  const { message } = await post(slack, { thread_ts: root.ts });
  expect(message).not.toHaveProperty('thread_ts');
});
