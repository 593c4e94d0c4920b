import { App, type Receiver } from '@slack/bolt';
import { expect, test } from 'vitest';
import { pipeline, type Step } from '../../../src/slack/pipeline/pipeline.ts';

test('sends every request through the steps in the order listed, then to the app', async () => {
  const seen: string[] = [];
  const step =
    (name: string): Step =>
    async (event, next) => {
      seen.push(name);
      await next({ ...event, body: { ...event.body, text: `${event.body.text}>${name}` } });
      seen.push(`after ${name}`);
    };
  let inner: App | undefined;
  const receiver: Receiver = {
    init(app) {
      inner = app;
    },
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  const app = new App({
    receiver: pipeline(receiver, [step('one'), step('two')]),
    authorize: () => Promise.resolve({ botToken: 'xoxb-1' }),
  });
  app.command('/known', async ({ command, ack }) => {
    seen.push(command.text);
    await ack();
  });
  const body = { command: '/known', team_id: 'T1', user_id: 'U1', channel_id: 'C1', text: 'start' };
  await inner?.processEvent({ body, ack: async () => {} });
  expect(seen).toEqual(['one', 'two', 'start>one>two', 'after two', 'after one']);
});
