import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { toBoltLogger } from '../../src/slack/bolt-logger.ts';
import { createHttpReceiver } from '../../src/slack/http-receiver.ts';
import { captureLog } from '../support/capture-log.ts';

const SECRET = 'shhh';

async function start(port = 0) {
  const { log, lines } = captureLog();
  const receiver = createHttpReceiver({
    signingSecret: SECRET,
    host: '127.0.0.1',
    port,
    logger: toBoltLogger(log),
  });
  const app = new App({ receiver, authorize: () => Promise.resolve({ botToken: 'xoxb-1' }) });
  app.command('/known', ({ ack, command }) => ack(`heard ${command.text}`));
  const started = await receiver.start();
  onTestFinished(async () => {
    await receiver.stop();
  });
  return { url: `http://127.0.0.1:${started.port}/slack/events`, lines };
}

/** Posts a command as Slack does, with a stamp so many seconds old. */
function post(
  url: string,
  { text, secret = SECRET, ageS = 0 }: { text: string; secret?: string; ageS?: number },
) {
  const body = new URLSearchParams({ command: '/known', team_id: 'T1', user_id: 'U1', text }).toString();
  const stamp = String(Math.floor(Date.now() / 1000) - ageS);
  return fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': stamp,
      'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')}`,
    },
  });
}

test('a signed request is heard on the port it says', async () => {
  const { url } = await start();
  const response = await post(url, { text: '1001' });
  expect([response.status, await response.text()]).toEqual([200, 'heard 1001']);
});

test.each([
  ['a wrong secret', { text: '1001', secret: 'other' }, 401],
  ['a stamp six minutes old', { text: '1001', ageS: 360 }, 401],
  ['a body of over 100 kB', { text: 'x'.repeat(100_001) }, 413],
])('%s is refused', async (_reason, request, status) => {
  const { url } = await start();
  const response = await post(url, request);
  expect([response.status, await response.text()]).toEqual([status, '']);
});

test('a port that is taken is an error, not a receiver that hears nothing', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => {
    other.close();
  });
  const { port } = other.address() as AddressInfo;
  const receiver = createHttpReceiver({
    signingSecret: SECRET,
    host: '127.0.0.1',
    port,
    logger: toBoltLogger(captureLog().log),
  });
  await expect(receiver.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
