import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReceiverEvent } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LocalSlackOptions } from '../../../../sandbox/slack/start-local-slack.ts';
import { openSocketConnection } from '../../../../src/slack/receivers/socket/socket-connection.ts';
import { toBoltLogger } from '../../../../src/slack/web.ts';
import { captureLog } from '../../../support/capture-log.ts';
import { startSlack } from '../../../support/start-slack.ts';

async function setUp(options?: LocalSlackOptions) {
  const slack = await startSlack(options);
  const events: ReceiverEvent[] = [];
  const open = (appToken = slack.appToken) =>
    openSocketConnection({
      appToken,
      apiUrl: slack.apiUrl,
      logger: toBoltLogger(captureLog().log),
      onRequest: async (event) => {
        events.push(event);
      },
      onUnreadable: () => {},
    });
  return { slack, open, events };
}

test('an app token that is no good is an error', async () => {
  const { open } = await setUp();
  await expect(open('xapp-wrong')).rejects.toThrow('Slack did not accept');
});

test('requests come in, and go out acknowledged on the same socket', async () => {
  const { slack, open, events } = await setUp();
  const connection = await open();
  onTestFinished(() => connection.close());
  const delivered = slack.person('ada').command('/backup-status 1001');
  await expect.poll(() => events).toHaveLength(1);
  await events[0]?.ack({ response_type: 'ephemeral', text: 'here' });
  expect(await delivered).toMatchObject({ ack: 'ok', message: { text: 'here' } });
});

test.each(['warning', 'refresh_requested'] as const)(
  'told to leave (%s), it says so and stays to acknowledge what it owes',
  async (reason) => {
    const { slack, open, events } = await setUp();
    const connection = await open();
    const delivered = slack.person('ada').command('/backup-status 1001');
    await expect.poll(() => events).toHaveLength(1);
    slack.refreshSockets({ reason });
    await connection.leaving;
    const closing = connection.close();
    await events[0]?.ack({ text: 'just in time' });
    expect(await delivered).toMatchObject({ ack: 'ok', message: { text: 'just in time' } });
    await closing;
    await connection.ended;
  },
);

test('it notices that Slack closes it, and does not come back by itself', async () => {
  const { slack, open } = await setUp({ disconnectNoticeMs: 0 });
  const connection = await open();
  slack.refreshSockets();
  await connection.ended;
  await connection.leaving;
  expect(slack.connectedSockets()).toBe(0);
});

test('closing it twice does no harm', async () => {
  const { open } = await setUp();
  const connection = await open();
  await Promise.all([connection.close(), connection.close()]);
  await connection.close();
});

/** The other end of a connection, to say anything at all on it. */
async function startSpeaker() {
  const server = createServer((_request, response) => {
    const { port } = server.address() as AddressInfo;
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: WebSocket[] = [];
  new WebSocketServer({ server }).on('connection', (socket) => {
    sockets.push(socket);
    socket.send('{"type":"hello"}');
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  const say = (text: string) => sockets[0]?.send(text);
  return { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`, say };
}

test('messages that no Slack sends do no harm, and are counted', async () => {
  const { apiUrl, say } = await startSpeaker();
  const events: ReceiverEvent[] = [];
  let unreadable = 0;
  const connection = await openSocketConnection({
    appToken: 'xapp-1',
    apiUrl,
    logger: toBoltLogger(captureLog().log),
    onRequest: async (event) => {
      events.push(event);
    },
    onUnreadable: () => {
      unreadable += 1;
    },
  });
  onTestFinished(() => connection.close());
  const envelope = (more: object) => JSON.stringify({ envelope_id: 'e1', ...more });
  const odd = [
    'null',
    '7',
    '[]',
    '{',
    '"disconnect"',
    '['.repeat(10_000),
    envelope({ type: 'error' }),
    envelope({ type: 'ws_message' }),
    envelope({ type: { toString: 'x' } }),
    envelope({ type: 'events_api' }),
    envelope({ type: 'events_api', payload: null }),
    envelope({ type: 'events_api', payload: { event: null } }),
    JSON.stringify({ type: 'interactive', payload: {} }),
  ];
  for (const text of odd) say(text);
  say(envelope({ type: 'slash_commands', payload: { command: '/known' } }));
  await expect.poll(() => events.map(({ body }) => body)).toEqual([{ command: '/known' }]);
  expect(unreadable).toBe(odd.length);
});
