import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button, callApi, createClock, respondTo } from '../support/speak-to-slack.ts';
import { type AppAnswer, startPlainApp } from '../support/start-plain-app.ts';

const CARD = { text: 'card', blocks: [actions(button('press'))] };

/** The URL that a command brings; the command is answered with `body`. */
async function commandUrl(slack: LocalSlack, body?: object): Promise<string> {
  const app = await startPlainApp(slack, () => ({ body }));
  await slack.person('ada').command('/backup-status 1001');
  return app.requests[0]?.payload.response_url;
}

/** The URL that a press on a card brings. */
async function pressUrl(slack: LocalSlack, card: object): Promise<string> {
  const app = await startPlainApp(slack, ({ payload }) => ({ body: payload.command ? card : undefined }));
  await slack.person('ada').command('/backup-status 1001');
  await slack.person('ada').press({ actionId: 'press' });
  return app.requests[1]?.payload.response_url;
}

const textsSeenBy = (slack: LocalSlack, name: 'ada' | 'bora') =>
  slack
    .person(name)
    .messages()
    .map(({ text }) => text);

test('a sixth post is refused', async () => {
  const slack = await startSlack();
  const url = await commandUrl(slack);
  for (let use = 1; use <= 5; use += 1)
    expect(await respondTo(url, { text: `${use}` })).toEqual({ status: 200 });
  expect(await respondTo(url, { text: '6' })).toEqual({ status: 404, error: 'used_url' });
  expect(textsSeenBy(slack, 'ada')).toEqual(['1', '2', '3', '4', '5']);
});

test('after thirty minutes a post is refused', async () => {
  const clock = createClock();
  const slack = await startSlack({ now: clock.now });
  const url = await commandUrl(slack);
  clock.advance(30 * 60_000);
  expect(await respondTo(url, { text: 'just in time' })).toEqual({ status: 200 });
  clock.advance(1);
  expect(await respondTo(url, { text: 'late' })).toEqual({ status: 404, error: 'expired_url' });
});

test('before the acknowledgement Slack does not know the URL', async () => {
  const slack = await startSlack();
  const early: unknown[] = [];
  const app = await startPlainApp(slack, async ({ payload }): Promise<AppAnswer> => {
    early.push(await respondTo(payload.response_url, { text: 'early' }));
    return undefined;
  });
  await slack.person('ada').command('/backup-status');
  expect(early).toEqual([{ status: 404, error: 'no_service' }]);
  expect(await respondTo(app.requests[0]?.payload.response_url, { text: 'now' })).toEqual({ status: 200 });
});

test('a URL that Slack never gave is refused', async () => {
  const slack = await startSlack();
  const url = new URL('/commands/T0LOCAL0001/1/guess', slack.apiUrl).href;
  expect(await respondTo(url, { text: 'x' })).toEqual({ status: 404, error: 'no_service' });
});

test.each([
  ['invalid_payload', '{"text":', undefined],
  ['invalid_payload', '["text"]', undefined],
  ['invalid_payload', 'payload=%7B%7D', 'application/x-www-form-urlencoded'],
  ['no_text', '{}', undefined],
  ['invalid_blocks', '{"text":"x","blocks":[{"type":"sektion"}]}', undefined],
  ['invalid_blocks_format', '{"text":"x","blocks":"no"}', undefined],
  ['invalid_thread_ts', '{"text":"x","thread_ts":"1.2","response_type":"in_channel"}', undefined],
])('%s: %s', async (error, body, contentType) => {
  const slack = await startSlack();
  const url = await commandUrl(slack);
  expect(await respondTo(url, body, contentType)).toEqual({ status: 400, error });
  expect(slack.person('ada').messages()).toEqual([]);
});

test('a post is private unless it says in_channel', async () => {
  const slack = await startSlack();
  const url = await commandUrl(slack);
  await respondTo(url, { text: 'for Ada' });
  await respondTo(url, { text: 'for all', response_type: 'in_channel' });
  expect(textsSeenBy(slack, 'ada')).toEqual(['for Ada', 'for all']);
  expect(textsSeenBy(slack, 'bora')).toEqual(['for all']);
});

test('the URL of a command replaces nothing: the acknowledgement stays and a second message appears', async () => {
  const slack = await startSlack();
  const url = await commandUrl(slack, { text: 'still asking' });
  expect(await respondTo(url, { text: 'the answer', replace_original: true })).toEqual({ status: 200 });
  expect(textsSeenBy(slack, 'ada')).toEqual(['still asking', 'the answer']);
});

test('the URL of a command deletes nothing', async () => {
  const slack = await startSlack();
  const url = await commandUrl(slack, { text: 'still asking' });
  expect(await respondTo(url, { delete_original: true })).toEqual({
    status: 404,
    error: 'message_not_found',
  });
  expect(textsSeenBy(slack, 'ada')).toEqual(['still asking']);
});

test('after a press the private message is replaced in place, and stays private whatever is asked', async () => {
  const slack = await startSlack();
  const url = await pressUrl(slack, CARD);
  const [before] = slack.person('ada').messages();
  await respondTo(url, { text: 'new', replace_original: 'true', response_type: 'in_channel' });
  expect(slack.person('ada').messages()).toEqual([{ ...before, text: 'new', blocks: [], isEdited: true }]);
  expect(slack.person('bora').messages()).toEqual([]);
});

test('after a press on a shared message, replacing keeps it shared', async () => {
  const slack = await startSlack();
  const url = await pressUrl(slack, { ...CARD, response_type: 'in_channel' });
  await respondTo(url, { text: 'new', replace_original: true, response_type: 'ephemeral' });
  expect(textsSeenBy(slack, 'bora')).toEqual(['/backup-status 1001', 'new']);
});

test('without replace_original a press is answered by a new private message', async () => {
  const slack = await startSlack();
  const url = await pressUrl(slack, CARD);
  await respondTo(url, { text: 'new' });
  expect(textsSeenBy(slack, 'ada')).toEqual(['card', 'new']);
});

test('delete_original takes the message away; nothing is left to replace', async () => {
  const slack = await startSlack();
  const url = await pressUrl(slack, CARD);
  expect(await respondTo(url, { delete_original: true })).toEqual({ status: 200 });
  expect(slack.person('ada').messages()).toEqual([]);
  expect(await respondTo(url, { text: 'x', replace_original: true })).toEqual({
    status: 404,
    error: 'message_not_found',
  });
});

test('a thread can be answered, but only in the channel and only by a new message', async () => {
  const slack = await startSlack({ scopes: ['commands', 'chat:write'] });
  const channel = slack.channels.oncall.id;
  const { ts } = await callApi(slack, 'chat.postMessage', { channel, text: 'root' });
  const url = await pressUrl(slack, CARD);
  const inThread = { text: 'reply', thread_ts: ts, response_type: 'in_channel', replace_original: false };
  expect(await respondTo(url, { ...inThread, response_type: 'ephemeral' })).toEqual({
    status: 400,
    error: 'invalid_thread_ts',
  });
  expect(await respondTo(url, inThread)).toEqual({ status: 200 });
  expect(slack.person('bora').messages().at(-1)).toMatchObject({ text: 'reply', threadTs: ts });
});
