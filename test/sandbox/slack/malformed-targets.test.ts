import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../support/start-slack.ts';
import { callApi } from './support/speak-to-slack.ts';

const UPGRADE =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** A connection on which a request for exactly this target was sent. */
function send(slack: LocalSlack, target: string, headers = 'connection: close\r\n') {
  const socket = connect(Number(new URL(slack.apiUrl).port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`);
  return socket;
}

const statusLine = async (socket: ReturnType<typeof send>) => (await text(socket)).split('\r\n', 1)[0];

test.each(['//', 'http://[', 'http://elsewhere.example/api/auth.test'])(
  'answers 400 to a target that is no address here: %s',
  async (target) => {
    const slack = await startSlack();
    expect(await statusLine(send(slack, target))).toBe('HTTP/1.1 400 Bad Request');
    expect(await statusLine(send(slack, target, UPGRADE))).toBe('HTTP/1.1 400 Bad Request');
    expect(await callApi(slack, 'auth.test', {})).toMatchObject({ ok: true });
  },
);

test('outlives a client that breaks off while its socket is refused', async () => {
  const slack = await startSlack();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const socket = send(slack, '/link/?ticket=spent', UPGRADE);
    await once(socket, 'connect');
    socket.resetAndDestroy();
  }
  expect(await callApi(slack, 'auth.test', {})).toMatchObject({ ok: true });
});
