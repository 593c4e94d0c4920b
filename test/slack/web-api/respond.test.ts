import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { AppEvent } from '../../../src/domain/events.ts';
import { createRespond, ResponseUrlError } from '../../../src/slack/web-api/respond.ts';
import { captureLog } from '../../support/capture-log.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const say = (status: number, body = '', headers: Record<string, string> = {}): Reply => {
  return (_request, response) => response.writeHead(status, headers).end(body);
};
const hangUp: Reply = (request) => request.socket.destroy();
const saysNothing: Reply = () => {};

/** A response_url that answers as told, one reply a request, the last one for ever. */
async function startResponseUrl(...replies: Reply[]) {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    (replies[bodies.length - 1] ?? replies.at(-1))?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/actions/T1/2/secret`, bodies };
}

const { log, lines } = captureLog();
const respond = createRespond({ timeoutMs: 200, backOffMs: 1, log });
const PRIVATE = { response_type: 'ephemeral', replace_original: true, text: 'hello' } as const;
const TO_CHANNEL = { response_type: 'in_channel', replace_original: false, text: 'hello' } as const;

test.each([[say(200, 'ok')], [say(200, '{"ok":true}')], [say(200)]])(
  'a message is delivered as JSON',
  async (reply) => {
    const { url, bodies } = await startResponseUrl(reply);
    expect(await respond(url, PRIVATE)).toBe('delivered');
    expect(bodies).toEqual([PRIVATE]);
  },
);

test.each([
  'used_url',
  'expired_url',
  '{"ok":false,"error":"used_url"}',
  '{"ok":false,"error":"message_not_found"}',
])('a spent response_url (%s) is an outcome, and is not tried again', async (body) => {
  const { url, bodies } = await startResponseUrl(say(404, body));
  expect(await respond(url, PRIVATE)).toBe('expired');
  expect(bodies).toHaveLength(1);
});

test('a 404 of a response_url that Slack does not know yet is tried again', async () => {
  const { url } = await startResponseUrl(say(404, 'no_service'), say(200, 'ok'));
  expect(await respond(url, TO_CHANNEL)).toBe('delivered');
});

test('one that Slack never knows is spent', async () => {
  const { url, bodies } = await startResponseUrl(say(404, 'no_service'));
  expect(await respond(url, TO_CHANNEL)).toBe('expired');
  expect(bodies).toHaveLength(5);
});

test.each([
  ['a fault of Slack', say(503)],
  ['a broken connection', hangUp],
  ['no answer', saysNothing],
])('%s is tried again for one person', async (_fault, reply) => {
  const { url, bodies } = await startResponseUrl(reply, say(200, 'ok'));
  expect(await respond(url, PRIVATE)).toBe('delivered');
  expect(bodies).toHaveLength(2);
});

test.each([
  ['a fault of Slack', say(503), { status: 503, reason: 'refused' }],
  ['a broken connection', hangUp, { status: undefined, reason: 'network' }],
  ['no answer', saysNothing, { status: undefined, reason: 'timeout' }],
])('%s may have posted to the channel already: not again', async (_fault, reply, facts) => {
  const { url, bodies } = await startResponseUrl(reply);
  await expect(respond(url, TO_CHANNEL)).rejects.toMatchObject({ code: 'response_url_failed', ...facts });
  expect(bodies).toHaveLength(1);
});

test('a rate limit is waited out, for a channel too', async () => {
  const { url } = await startResponseUrl(say(429, '', { 'retry-after': '0.01' }), say(200, 'ok'));
  expect(await respond(url, TO_CHANNEL)).toBe('delivered');
});

test.each([
  ['a limit longer than anybody looks', say(429, '', { 'retry-after': '3600' })],
  ['a word that nothing can be done about', say(403, 'action_prohibited')],
])('%s is not waited out', async (_fault, reply) => {
  const { url, bodies } = await startResponseUrl(reply);
  await expect(respond(url, PRIVATE)).rejects.toMatchObject({ code: 'response_url_failed' });
  expect(bodies).toHaveLength(1);
});

test.each([
  ['a web page', say(200, '<html>')],
  ['a trouble of Slack’s own', say(200, '{"ok":false,"error":"internal_error"}')],
])('%s in place of an answer is tried again for one person', async (_fault, reply) => {
  const { url, bodies } = await startResponseUrl(reply, say(200, 'ok'));
  expect(await respond(url, PRIVATE)).toBe('delivered');
  expect(bodies).toHaveLength(2);
});

test.each([
  say(400, 'invalid_blocks'),
  say(400, '{"ok":false,"error":"invalid_blocks","messages":["[json-pointer:/blocks/0]"]}'),
  say(
    200,
    '{"ok":false,"error":"invalid_blocks","response_metadata":{"messages":["[json-pointer:/blocks/0]"]}}',
  ),
])('blocks that Slack cannot draw give way to the plain text, and the pointer is logged', async (reply) => {
  const { url, bodies } = await startResponseUrl(reply, say(200, 'ok'));
  const before = lines.length;
  expect(await respond(url, { ...PRIVATE, blocks: [{ type: 'divider' }] })).toBe('delivered');
  expect(bodies[1]).toEqual(PRIVATE);
  expect(lines.slice(before)).toMatchObject([{ level: 50, error: 'invalid_blocks' }]);
});

test('a plain text that Slack refuses is not sent twice', async () => {
  const { url, bodies } = await startResponseUrl(say(400, 'invalid_blocks'));
  await expect(respond(url, PRIVATE)).rejects.toMatchObject({ reason: 'invalid_blocks' });
  expect(bodies).toHaveLength(1);
});

test('failures are counted by their reason', async () => {
  const events: AppEvent[] = [];
  const counted = createRespond({
    timeoutMs: 200,
    backOffMs: 1,
    log,
    observe: (event) => events.push(event),
  });
  const { url } = await startResponseUrl(say(404, 'used_url'));
  await counted(url, PRIVATE);
  const broken = await startResponseUrl(say(503));
  await expect(counted(broken.url, PRIVATE)).rejects.toThrow();
  expect(events).toEqual([
    { kind: 'slack-error', method: 'response_url', error: 'spent' },
    { kind: 'slack-error', method: 'response_url', error: 'refused' },
  ]);
});

test('an address that nobody answers at is an error that does not give it away', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const error: unknown = await respond(`http://127.0.0.1:${port}/secret`, TO_CHANNEL).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ResponseUrlError);
  expect(String(error)).not.toContain('secret');
});
