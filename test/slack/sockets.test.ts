import type { ReceiverEvent } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Settings } from '../../src/settings.ts';
import type { Intake } from '../../src/slack/intake.ts';
import { createSockets } from '../../src/slack/sockets.ts';
import { captureLog } from '../support/capture-log.ts';
import { limit } from '../support/limit.ts';
import { startServer } from '../support/start-server.ts';
import { startSlack } from '../support/start-slack.ts';

/** Two sockets at a Slack, with what arrived on them. */
function setUp({ apiUrl, appToken }: { apiUrl: string; appToken: string }) {
  const { log } = captureLog();
  const bodies: ReceiverEvent['body'][] = [];
  const refused: string[] = [];
  const intake: Pick<Intake, 'take' | 'acked' | 'refuse'> = {
    async take({ body, ack }) {
      bodies.push(body);
      await ack();
    },
    acked: async () => undefined,
    refuse: (reason) => refused.push(reason),
  };
  const settings = { SLACK_API_URL: apiUrl, SLACK_APP_TOKEN: appToken } as Settings;
  const sockets = createSockets(settings, intake as Intake, { now: Date.now, log });
  onTestFinished(() => sockets.stop());
  return { ...sockets, bodies, refused };
}

test('a start that fails half-way leaves no socket open', async () => {
  const slack = await startSlack();
  // The first socket opens, the second does not.
  slack.addFault({ kind: 'slow', delayMs: 0 }, { method: 'apps.connections.open', next: 1 });
  slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'apps.connections.open' });
  await expect(setUp(slack).start()).rejects.toThrow('Slack refused Socket Mode');
  await slack.waitForSockets(0);
});

test('replaces the second of two sockets that were opened together, but not the first', async () => {
  // Both open within this time, on a busy machine too.
  limit({ apart: 2_000 });
  const slack = await startSlack();
  const opened = () =>
    slack.traffic.filter((one) => one.kind === 'api' && one.method === 'apps.connections.open').length;
  const { start, connections } = setUp(slack);
  await start();
  await expect.poll(opened).toBe(3);
  await slack.waitForSockets(2);
  expect(connections()).toBe(2);
});

/** A Slack that can send anything on its sockets. */
async function startSpeaker() {
  const { server, port } = await startServer((_request, response) => {
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/` }));
  });
  const sockets: WebSocket[] = [];
  new WebSocketServer({ server }).on('connection', (socket) => {
    sockets.push(socket);
    socket.send('{"type":"hello"}');
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  const say = (text: string) => sockets[0]?.send(text);
  return { apiUrl: `http://127.0.0.1:${port}/api/`, say };
}

test('ignores messages that Slack never sends', async () => {
  const { apiUrl, say } = await startSpeaker();
  const { start, bodies, refused } = setUp({ apiUrl, appToken: 'xapp-1' });
  await start();
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
  await expect.poll(() => bodies).toContainEqual({ command: '/known' });
  expect(new Set(refused)).toEqual(new Set(['malformed']));
});
