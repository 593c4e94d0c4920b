import { App } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import type { LocalSlackOptions } from '../../../../sandbox/slack/start-local-slack.ts';
import { createSocketModeReceiver } from '../../../../src/slack/receivers/socket/socket-mode-receiver.ts';
import { toBoltLogger } from '../../../../src/slack/web.ts';
import { captureLog } from '../../../support/capture-log.ts';
import { startSlack } from '../../../support/start-slack.ts';

async function setUp(options?: LocalSlackOptions) {
  const slack = await startSlack(options);
  const { log } = captureLog();
  const { appToken, apiUrl } = slack;
  const receiver = createSocketModeReceiver({
    appToken,
    apiUrl,
    logger: toBoltLogger(log),
    log,
    reject: () => {},
  });
  const app = new App({ receiver, authorize: () => Promise.resolve({ botToken: 'xoxb-1' }) });
  app.command('/known', ({ ack }) => ack('heard'));
  return { slack, receiver };
}

test('two sockets are open when it has started, and none when it has stopped', async () => {
  const { slack, receiver } = await setUp();
  expect(await receiver.start()).toEqual({});
  await slack.waitForSockets(2);
  await receiver.stop();
  await slack.waitForSockets(0);
});

test('a start that fails half-way leaves nothing open', async () => {
  const { slack, receiver } = await setUp();
  // The first socket opens, the second does not.
  slack.addFault({ kind: 'slow', delayMs: 0 }, { method: 'apps.connections.open', next: 1 });
  slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'apps.connections.open' });
  await expect(receiver.start()).rejects.toThrow('Slack did not accept');
  await slack.waitForSockets(0);
});

test('sockets that Slack wants back are replaced, and commands are heard all the time', async () => {
  const { slack, receiver } = await setUp();
  await receiver.start();
  onTestFinished(async () => {
    await receiver.stop();
  });
  slack.refreshSockets();
  await slack.waitForSockets(2);
  expect(await slack.person('ada').command('/known')).toMatchObject({
    ack: 'ok',
    message: { text: 'heard' },
  });
});

test('sockets that Slack closes at once are replaced', async () => {
  const { slack, receiver } = await setUp({ disconnectNoticeMs: 0 });
  await receiver.start();
  onTestFinished(async () => {
    await receiver.stop();
  });
  slack.refreshSockets();
  await slack.waitForSockets(1);
  expect(await slack.person('ada').command('/known')).toMatchObject({ message: { text: 'heard' } });
});
