import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { createClock } from '../../../support/start-bot.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button, respondTo } from '../support/speak-to-slack.ts';
import { type AppAnswer, startPlainApp } from '../support/start-plain-app.ts';

/** The URL of a command that is answered with `body`. */
async function commandUrl(slack: LocalSlack, body?: object): Promise<string> {
  const app = await startPlainApp(slack, () => ({ body }));
  await slack.person('ada').command('/backup-status 1001');
  return app.requests[0]?.payload.response_url;
}

const REFUSED = (error: string, status = 404) => ({ status, error });

test('a URL works from the ack on, for five posts and thirty minutes', async () => {
  const clock = createClock(Date.now());
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
  expect(slack.person('bora').messages()).toEqual([]);
});

test('nothing is posted in place of a message that is gone, or of the line of a command', async () => {
  const slack = await startSlack();
  const card = { text: 'card', blocks: [actions(button('press'))] };
  const app = await startPlainApp(slack, ({ payload }) => ({ body: payload.command ? card : undefined }));
  const ada = slack.person('ada');
  await ada.command('/backup-status 1001');
  await ada.press({ actionId: 'press' });
  const [typed, pressed] = app.requests.map(({ payload }) => payload.response_url);
  slack.deleteMessage(ada.messages()[0]?.ts ?? '');
  const replacing = { text: 'x', replace_original: true };
  expect(await respondTo(pressed, replacing)).toEqual(REFUSED('message_not_found'));
  for (const _ of [1, 2]) expect(await respondTo(typed, replacing)).toEqual({ status: 200 });
  expect(ada.messages().map(({ text }) => text)).toEqual(['x', 'x']);
});
