import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebClient } from '@slack/web-api';
import { beforeEach, expect, test } from 'vitest';
import type { AppEvent } from '../../src/operations/events.ts';
import { sendReply } from '../../src/slack/reply.ts';
import { createWeb, TIME_LIMITS } from '../../src/slack/web.ts';
import { captureLog } from '../support/capture-log.ts';
import { limit } from '../support/limit.ts';
import { startServer } from '../support/start-server.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const say = (status: number, body = '', headers: Record<string, string> = {}): Reply => {
  return (_request, response) => response.writeHead(status, headers).end(body);
};
const hangUp: Reply = (request) => request.socket.destroy();
/** Sends nothing until the caller gives up. Later calls may take as long as a slow machine needs. */
const saysNothing: Reply = () => {
  TIME_LIMITS.call = 60_000;
};

/** A response_url that gives these replies in order, the last one for ever. */
async function startResponseUrl(...replies: Reply[]) {
  const bodies: unknown[] = [];
  const { url } = await startServer(async (request, response) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    (replies[bodies.length - 1] ?? replies.at(-1))?.(request, response);
  });
  return { url: `${url}/actions/T1/2/secret`, bodies };
}

const { log, lines } = captureLog();
const events: AppEvent[] = [];
const observe = (event: AppEvent) => void events.push(event);
// Makes no call of the Web API.
const { respond } = createWeb(new WebClient(), { now: Date.now, observe, log });
beforeEach(() => limit({ backOff: 1 }));
const PRIVATE = { response_type: 'ephemeral', replace_original: true, text: 'hello' } as const;
const TO_CHANNEL = { response_type: 'in_channel', replace_original: false, text: 'hello' } as const;

test.each([[say(200, 'ok')], [say(200, '{"ok":true}')], [say(200)]])(
  'a message is delivered as JSON',
  async (reply) => {
    const { url, bodies } = await startResponseUrl(reply);
    expect(await respond(url, PRIVATE)).toMatchObject({ kind: 'done' });
    expect(bodies).toEqual([PRIVATE]);
  },
);

test.each([
  'used_url',
  'expired_url',
  '{"ok":false,"error":"used_url"}',
  '{"ok":false,"error":"message_not_found"}',
])('an expired response_url (%s) is an outcome, and is not retried', async (body) => {
  const { url, bodies } = await startResponseUrl(say(404, body));
  expect(await respond(url, PRIVATE)).toMatchObject({ kind: 'gone' });
  expect(bodies).toHaveLength(1);
});

test('retries a 404 of a response_url that Slack does not know yet', async () => {
  const { url } = await startResponseUrl(say(404, 'no_service'), say(200, 'ok'));
  expect(await respond(url, TO_CHANNEL)).toMatchObject({ kind: 'done' });
});

test('a response_url that Slack never knows has expired', async () => {
  const { url, bodies } = await startResponseUrl(say(404, 'no_service'));
  expect(await sendReply(respond, url, [], { audience: 'channel' })).toBe('expired');
  expect(bodies).toHaveLength(5);
});

// test/flow/slack-fails-messages covers the other passing failures.
test('retries a private message without an answer', async () => {
  limit({ call: 200 });
  const { url, bodies } = await startResponseUrl(saysNothing, say(200, 'ok'));
  expect(await respond(url, PRIVATE)).toMatchObject({ kind: 'done' });
  expect(bodies).toHaveLength(2);
});

test.each([
  ['a fault of Slack', say(503), { error: 'http_503' }],
  ['a broken connection', hangUp, { error: 'network' }],
  ['no answer', saysNothing, { error: 'timeout' }],
])('does not retry %s for a channel, which may have the message already', async (_fault, reply, facts) => {
  if (reply === saysNothing) limit({ call: 200 });
  const { url, bodies } = await startResponseUrl(reply);
  expect(await respond(url, TO_CHANNEL)).toMatchObject({ kind: 'passing', ...facts });
  expect(bodies).toHaveLength(1);
});

test('waits for a rate limit, for a channel too', async () => {
  const { url } = await startResponseUrl(say(429, '', { 'retry-after': '0.01' }), say(200, 'ok'));
  expect(await respond(url, TO_CHANNEL)).toMatchObject({ kind: 'done' });
});

test.each([say(400, 'invalid_blocks'), say(200, '{"ok":false,"error":"invalid_blocks"}')])(
  'replaces blocks that Slack cannot draw by plain text, and logs an error',
  async (reply) => {
    const { url, bodies } = await startResponseUrl(reply, say(200, 'ok'));
    const before = lines.length;
    expect(await respond(url, { ...PRIVATE, blocks: [{ type: 'divider' }] })).toMatchObject({ kind: 'done' });
    expect(bodies[1]).toEqual(PRIVATE);
    expect(lines.slice(before)).toMatchObject([{ level: 50, error: 'invalid_blocks' }]);
  },
);

test('does not log a response_url, because anyone who has it can post', async () => {
  expect(await respond('http://127.0.0.1:9/secret', TO_CHANNEL)).toMatchObject({ error: 'network' });
  expect(JSON.stringify(lines)).not.toContain('secret');
});
