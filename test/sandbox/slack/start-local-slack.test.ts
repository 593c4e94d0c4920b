import { App, type BlockAction, type ButtonAction, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { type LocalSlack, startLocalSlack } from '../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../support/start-slack.ts';
import { actions, button, input, modal, plain } from './support/speak-to-slack.ts';

/** The real SDK in Socket Mode; it is told nothing but the address. */
async function startBolt(slack: LocalSlack): Promise<App> {
  const app = new App({
    token: slack.botToken,
    appToken: slack.appToken,
    socketMode: true,
    clientOptions: { slackApiUrl: slack.apiUrl },
    deferInitialization: true,
    logLevel: LogLevel.ERROR,
  });
  await app.init();
  await app.start();
  onTestFinished(async () => {
    await app.stop();
  });
  await slack.waitForSockets(1);
  return app;
}

// biome-ignore lint/suspicious/noExplicitAny: the plain builders stand for what only the app's author would type.
const anyBlocks = (blocks: object): any => blocks;

test('Bolt in Socket Mode: a card, a press that replaces it, and Home', async () => {
  const slack = await startSlack();
  const app = await startBolt(slack);
  app.command('/backup-status', ({ ack, command }) =>
    ack({ text: command.text, blocks: anyBlocks([actions(button('refresh', command.text))]) }),
  );
  app.action<BlockAction<ButtonAction>>('refresh', async ({ ack, respond, action }) => {
    await ack();
    await respond({ replace_original: true, text: `${action.value} again` });
  });
  app.event('app_home_opened', async ({ client, event }) => {
    const blocks = anyBlocks([{ type: 'section', text: plain(`hello, ${event.tab}`) }]);
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks } });
  });
  const ada = slack.person('ada');
  const { message } = await ada.command('/backup-status 1001');
  await ada.press({ actionId: 'refresh' });
  const replaced = await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  expect(replaced).toMatchObject({ ts: message?.ts, text: '1001 again', isEphemeral: true });
  await ada.openHome();
  expect(await ada.waitFor(ada.home)).toMatchObject({ blocks: [{ text: plain('hello, home') }] });
});

test('Bolt in Socket Mode: a modal is opened, corrected and submitted', async () => {
  const slack = await startSlack();
  const app = await startBolt(slack);
  const form = modal({ callback_id: 'ask', submit: plain('Look up'), blocks: [input('account', 'id')] });
  app.command('/backup-status', async ({ ack, client, command }) => {
    await ack();
    await client.views.open({ trigger_id: command.trigger_id, view: anyBlocks(form) });
  });
  app.view('ask', async ({ ack, view, client, body }) => {
    const id = view.state.values.account?.id?.value;
    if (id === '1') await ack({ response_action: 'errors', errors: { account: 'four digits, please' } });
    else await ack();
    const blocks = anyBlocks([{ type: 'section', text: plain(`asked for ${id}`) }]);
    await client.views.publish({ user_id: body.user.id, view: { type: 'home', blocks } });
  });
  const ada = slack.person('ada');
  await ada.command('/backup-status');
  await ada.waitFor(ada.modal);
  expect((await ada.submit({ id: '1' })).errors).toEqual({ account: 'four digits, please' });
  expect(ada.modal()?.errors).toEqual({ account: 'four digits, please' });
  expect(await ada.submit({ id: '1001' })).toMatchObject({ ack: 'ok' });
  expect(ada.modal()).toBeUndefined();
  const wanted = { blocks: [{ text: plain('asked for 1001') }] };
  await ada.waitFor(() => (JSON.stringify(ada.home()).includes('asked for 1001') ? true : undefined));
  expect(ada.home()).toMatchObject(wanted);
});

test('Bolt without the listener leaves the person waiting', async () => {
  const slack = await startSlack({ ackTimeoutMs: 500 });
  await startBolt(slack);
  expect((await slack.person('ada').command('/unknown')).ack).toBe('operation_timeout');
});

test('it listens on 127.0.0.1 and is gone when closed', async () => {
  const slack = await startLocalSlack();
  expect(slack.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/$/);
  await slack.close();
  await expect(fetch(`${slack.apiUrl}auth.test`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('a port can be chosen; a taken one is an error', async () => {
  const first = await startSlack();
  const port = Number(new URL(first.apiUrl).port);
  await expect(startLocalSlack({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('paths that Slack does not have are not found', async () => {
  const slack = await startSlack();
  expect((await fetch(new URL('/elsewhere', slack.apiUrl))).status).toBe(404);
});

test('Bolt connects, answers, and comes back after a planned refresh', async () => {
  const slack = await startSlack();
  const clientOptions = { slackApiUrl: slack.apiUrl };
  const receiver = new SocketModeReceiver({
    appToken: slack.appToken,
    clientPingTimeout: 200,
    logLevel: LogLevel.ERROR,
    installerOptions: { clientOptions },
  });
  const app = new App({
    token: slack.botToken,
    receiver,
    clientOptions,
    deferInitialization: true,
    logLevel: LogLevel.ERROR,
  });
  await app.init();
  app.command('/backup-status', async ({ ack, command }) => ack(`status of ${command.text}`));
  await app.start();
  onTestFinished(async () => {
    await app.stop();
  });
  await slack.waitForSockets(1);
  const ada = slack.person('ada');
  expect((await ada.command('/backup-status 1001')).message?.text).toBe('status of 1001');
  slack.refreshSockets();
  expect((await ada.command('/backup-status 1001')).ack).toBe('dispatch_failed');
  await slack.waitForSockets(1);
  expect((await ada.command('/backup-status 1002')).message?.text).toBe('status of 1002');
});
