import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button, createClock, respondTo } from '../support/speak-to-slack.ts';
import { type AppAnswer, startPlainApp } from '../support/start-plain-app.ts';

const CARD = { text: 'card', blocks: [actions(button('press'))] };

/** The URL of a command that is answered with `body`. */
async function commandUrl(slack: LocalSlack, body?: object): Promise<string> {
  const app = await startPlainApp(slack, () => ({ body }));
  await slack.person('ada').command('/backup-status 1001');
  return app.requests[0]?.payload.response_url;
}

/** The URL of a press on a card. */
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
const REFUSED = (error: string, status = 404) => ({ status, error });

test('a URL works from the ack on, for five posts and thirty minutes', async () => {
  const clock = createClock();
  const slack = await startSlack({ now: clock.now });
  const early: unknown[] = [];
  const app = await startPlainApp(slack, async ({ payload }): Promise<AppAnswer> => {
    early.push(await respondTo(payload.response_url, { text: 'early' }));
    return undefined;
  });
  for (let command = 1; command <= 2; command += 1) await slack.person('ada').command('/backup-status');
  expect(early[0]).toEqual(REFUSED('no_service'));
  const [used, late] = app.requests.map(({ payload }) => payload.response_url);
  for (let use = 1; use <= 5; use += 1)
    expect(await respondTo(used, { text: `${use}` })).toEqual({ status: 200 });
  expect(await respondTo(used, { text: '6' })).toEqual(REFUSED('used_url'));
  clock.advance(30 * 60_000);
  expect(await respondTo(late, { text: 'just in time' })).toEqual({ status: 200 });
  clock.advance(1);
  expect(await respondTo(late, { text: 'late' })).toEqual(REFUSED('expired_url'));
  const guess = new URL('/commands/T0LOCAL0001/1/guess', slack.apiUrl).href;
  expect(await respondTo(guess, { text: 'x' })).toEqual(REFUSED('no_service'));
});

test('a refused post posts nothing', async () => {
  const slack = await startSlack();
  for (const [error, body, contentType] of [
    ['invalid_payload', '{"text":'],
    ['invalid_payload', '["text"]'],
    ['invalid_payload', 'payload=%7B%7D', 'application/x-www-form-urlencoded'],
    ['no_text', '{}'],
    ['invalid_blocks', '{"text":"x","blocks":[{"type":"sektion"}]}'],
    ['invalid_blocks_format', '{"text":"x","blocks":"no"}'],
    ['invalid_payload', '{"delete_original":true}'],
  ] as const)
    expect(await respondTo(await commandUrl(slack), body, contentType)).toEqual(REFUSED(error, 400));
  expect(textsSeenBy(slack, 'bora')).toEqual([]);
});

test('the URL of a command replaces nothing, and posts privately without in_channel', async () => {
  const slack = await startSlack();
  const url = await commandUrl(slack, { text: 'still asking' });
  expect(await respondTo(url, { text: 'the answer', replace_original: true })).toEqual({ status: 200 });
  await respondTo(url, { text: 'for all', response_type: 'in_channel' });
  expect(textsSeenBy(slack, 'ada')).toEqual(['still asking', 'the answer', 'for all']);
  expect(textsSeenBy(slack, 'bora')).toEqual(['for all']);
});

test('after a press a message is replaced in place, and stays private or shared', async () => {
  const slack = await startSlack();
  const url = await pressUrl(slack, CARD);
  const [before] = slack.person('ada').messages();
  await respondTo(url, { text: 'new', replace_original: true, response_type: 'in_channel' });
  expect(slack.person('ada').messages()).toEqual([{ ...before, text: 'new', blocks: [], isEdited: true }]);
  expect(textsSeenBy(slack, 'bora')).toEqual([]);
  slack.deleteMessage(before?.ts ?? '');
  expect(await respondTo(url, { text: 'x', replace_original: true })).toEqual(REFUSED('message_not_found'));
  await respondTo(url, { text: 'another' });
  expect(textsSeenBy(slack, 'ada')).toEqual(['another']);
  const shared = await pressUrl(slack, { ...CARD, response_type: 'in_channel' });
  await respondTo(shared, { text: 'newer', replace_original: true, response_type: 'ephemeral' });
  expect(textsSeenBy(slack, 'bora')).toEqual(['/backup-status 1001', 'newer']);
});
