import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

async function startBolt(slack: LocalSlack, signingSecret = slack.signingSecret): Promise<App> {
  const receiver = new HTTPReceiver({ signingSecret, logLevel: LogLevel.ERROR });
  const app = new App({
    token: slack.botToken,
    receiver,
    deferInitialization: true,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: slack.apiUrl },
  });
  await app.init();
  const server = await receiver.start(0);
  onTestFinished(async () => {
    await app.stop();
  });
  const address = server.address();
  if (typeof address === 'string' || address === null) throw new Error('no port');
  slack.deliverTo(`http://127.0.0.1:${address.port}/slack/events`);
  return app;
}

test('Bolt takes commands, presses and events by signed HTTP', async () => {
  const slack = await startSlack();
  const app = await startBolt(slack);
  app.command('/backup-status', async ({ ack, command }) => {
    const button = {
      type: 'button',
      action_id: 'again',
      text: { type: 'plain_text', text: 'Again' },
    } as const;
    await ack({ text: `status of ${command.text}`, blocks: [{ type: 'actions', elements: [button] }] });
  });
  app.action('again', async ({ ack, respond }) => {
    await ack();
    await respond({ replace_original: true, text: 'again!' });
  });
  app.event('app_home_opened', async ({ client, event }) => {
    const text = { type: 'plain_text', text: 'home' } as const;
    await client.views.publish({
      user_id: event.user,
      view: { type: 'home', blocks: [{ type: 'section', text }] },
    });
  });
  const ada = slack.person('ada');
  expect((await ada.command('/backup-status 1001')).message?.text).toBe('status of 1001');
  expect((await ada.press({ actionId: 'again' })).ack).toBe('ok');
  await ada.waitFor(() => ada.messages().find(({ text }) => text === 'again!'));
  expect((await ada.openHome()).ack).toBe('ok');
  expect((await ada.waitFor(ada.home)).blocks).toHaveLength(1);
});

test('an app with another signing secret refuses what Slack sends', async () => {
  const slack = await startSlack();
  await startBolt(slack, 'not-the-secret');
  expect(await slack.person('ada').command('/backup-status')).toMatchObject({ ack: 'http_error' });
});

test('requests are signed over the raw body, with exactly the content types that Slack uses', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => ({ body: { text: 'x', blocks: [] } }));
  await slack.person('ada').command('/backup-status ü&=+');
  await slack.person('ada').openHome();
  for (const { headers, rawBody } of app.requests) {
    const signed = `v0:${headers['x-slack-request-timestamp']}:${rawBody}`;
    const digest = createHmac('sha256', slack.signingSecret).update(signed).digest('hex');
    expect(headers['x-slack-signature']).toBe(`v0=${digest}`);
  }
  expect(app.requests.map(({ headers }) => headers['content-type'])).toEqual([
    'application/x-www-form-urlencoded',
    'application/json',
  ]);
  expect(app.requests[0]?.payload.text).toBe('ü&=+');
});

test('no answer within the limit: the person reads operation_timeout, and the command is not sent again', async () => {
  const slack = await startSlack({ ackTimeoutMs: 500 });
  const app = await startPlainApp(slack, () => 'never');
  expect(await slack.person('ada').command('/backup-status 1001')).toMatchObject({
    ack: 'operation_timeout',
    error: '/backup-status failed with the error "operation_timeout"',
  });
  expect(app.requests).toHaveLength(1);
});

test('nobody listening: dispatch_failed', async () => {
  const slack = await startSlack();
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  slack.deliverTo(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/slack/events`);
  expect(await slack.person('ada').command('/backup-status')).toMatchObject({
    ack: 'dispatch_failed',
    error: '/backup-status failed with the error "dispatch_failed"',
  });
});

test('an event is repeated up to three times, with the number and the reason', async () => {
  const slack = await startSlack({ eventRetryDelaysMs: [0, 0, 0] });
  const app = await startPlainApp(slack, () => ({ status: 500 }));
  expect((await slack.person('ada').openHome()).ack).toBe('http_error');
  await slack.waitFor(() =>
    slack.traffic.filter((record) => 'ack' in record).length === 4 ? true : undefined,
  );
  expect(
    app.requests.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']]),
  ).toEqual([
    [undefined, undefined],
    ['1', 'http_error'],
    ['2', 'http_error'],
    ['3', 'http_error'],
  ]);
  expect(new Set(app.requests.map(({ payload }) => payload.event_id)).size).toBe(1);
});

test('an app that asks for no more retries gets none', async () => {
  const slack = await startSlack({ eventRetryDelaysMs: [0, 0, 0] });
  const [ada, bora] = [slack.person('ada'), slack.person('bora')];
  const app = await startPlainApp(slack, ({ payload }) => ({
    status: 500,
    headers: payload.event.user === ada.id ? { 'x-slack-no-retry': '1' } : undefined,
  }));
  await ada.openHome();
  await bora.openHome();
  const users = () => app.requests.map(({ payload }) => payload.event.user);
  await expect.poll(() => users().filter((user) => user === bora.id)).toHaveLength(4);
  expect(users().filter((user) => user === ada.id)).toHaveLength(1);
});
