import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { createClock } from '../../../support/start-bot.ts';
import { callApi, startSlack } from '../../../support/start-slack.ts';

import type { Payload } from '../support/start-plain-app.ts';

const socketUrl = async (slack: LocalSlack) =>
  (await callApi(slack, 'apps.connections.open', {}, slack.appToken)).url as string;

/** A socket without any SDK, and its first frame. */
async function connect(slack: LocalSlack) {
  const socket = new WebSocket(await socketUrl(slack));
  onTestFinished(() => socket.terminate());
  const [first] = await once(socket, 'message');
  return { socket, first: JSON.parse(String(first)) as Payload };
}

test('a socket URL works once, within thirty seconds', async () => {
  const clock = createClock(Date.now());
  const slack = await startSlack({ now: clock.now });
  const [used, late] = [await socketUrl(slack), await socketUrl(slack)];
  clock.advance(30_000);
  await once(new WebSocket(used), 'message');
  const refused = async (url: string) => (await once(new WebSocket(url), 'error'))[0].message;
  expect(await refused(used)).toContain('403');
  clock.advance(1);
  expect(await refused(late)).toContain('403');
});

test('an ack counts only on the socket that got the envelope', async () => {
  const slack = await startSlack({ ackTimeoutMs: 500 });
  const sockets = [await connect(slack), await connect(slack)].map(({ socket }) => socket);
  for (const [at, socket] of sockets.entries())
    socket.on('message', (data) => {
      const { envelope_id } = JSON.parse(String(data));
      sockets[1 - at]?.send(JSON.stringify({ envelope_id }));
    });
  expect(await slack.person('ada').command('/backup-status 1')).toMatchObject({
    ack: 'operation_timeout',
    error: '/backup-status failed with the error "operation_timeout"',
  });
});

test('a frame of more than 20,480 bytes closes its socket', async () => {
  const slack = await startSlack();
  const { socket } = await connect(slack);
  const closed = once(socket, 'close');
  const frame = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
  socket.send(frame(20_480));
  socket.ping();
  await once(socket, 'pong');
  expect(slack.connectedSockets()).toBe(1);
  socket.send(frame(20_481));
  await closed;
  await slack.waitForSockets(0);
});

test('an eleventh socket is refused', async () => {
  const slack = await startSlack();
  for (let place = 1; place <= 10; place += 1) await connect(slack);
  const { first } = await connect(slack);
  expect(first).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  expect(slack.connectedSockets()).toBe(10);
});
