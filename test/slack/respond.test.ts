import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RespondArguments } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { beforeEach, expect, test } from 'vitest';
import { sendReply } from '../../src/slack/reply.ts';
import { createWeb, TIME_LIMITS, UNKNOWN_URL } from '../../src/slack/web.ts';
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
// Makes no call of the Web API.
const { respond } = createWeb(new WebClient(), { now: Date.now, log });
beforeEach(() => limit({ backOff: 1 }));
const PRIVATE = { response_type: 'ephemeral', replace_original: true, text: 'hello' } as const;
const TO_CHANNEL = { response_type: 'in_channel', replace_original: false, text: 'hello' } as const;

const OK = say(200, 'ok');
const UNDRAWABLE = '{"ok":false,"error":"invalid_blocks"}';
const BLOCKS = { ...PRIVATE, blocks: [{ type: 'divider' }] };
const [DONE, GONE, NETWORK] = [{ kind: 'done' }, { kind: 'gone' }, { kind: 'passing', error: 'network' }];

// test/flow/slack-fails-messages covers the other passing failures.
test.each<
  [string, posted: RespondArguments, replies: Reply[], outcome: object, last?: object, count?: number]
>([
  ['"ok" is delivery', PRIVATE, [OK], DONE],
  ['"ok": true is delivery', PRIVATE, [say(200, '{"ok":true}')], DONE],
  ['an empty answer is delivery', PRIVATE, [say(200)], DONE],
  ['a used address is not retried', PRIVATE, [say(404, 'used_url')], GONE],
  ['an old address is not retried', PRIVATE, [say(404, 'expired_url')], GONE],
  ['nor is a used one in JSON', PRIVATE, [say(404, '{"ok":false,"error":"used_url"}')], GONE],
  ['nor a deleted message', PRIVATE, [say(404, '{"ok":false,"error":"message_not_found"}')], GONE],
  ['Slack does not know the address yet', TO_CHANNEL, [say(404, 'no_service'), OK], DONE, TO_CHANNEL, 2],
  ['Slack never knows it', PRIVATE, [say(404, 'no_service')], { error: UNKNOWN_URL }, PRIVATE, 5],
  ['no answer to a private message is retried', PRIVATE, [saysNothing, OK], DONE, PRIVATE, 2],
  // A channel may have the message already.
  ['a fault of Slack is not, for a channel', TO_CHANNEL, [say(503)], { kind: 'passing', error: 'http_503' }],
  ['nor a broken connection', TO_CHANNEL, [hangUp], NETWORK],
  ['nor no answer', TO_CHANNEL, [saysNothing], { kind: 'passing', error: 'timeout' }],
  ['a limit is', TO_CHANNEL, [say(429, '', { 'retry-after': '0.01' }), OK], DONE, TO_CHANNEL, 2],
  ['blocks that cannot be drawn become text', BLOCKS, [say(400, 'invalid_blocks'), OK], DONE, PRIVATE, 2],
  ['also if Slack says so with 200', BLOCKS, [say(200, UNDRAWABLE), OK], DONE, PRIVATE, 2],
])('%s', async (_what, posted, replies, outcome, last = posted, count = 1) => {
  if (replies.includes(saysNothing)) limit({ call: 200 });
  const before = lines.length;
  const { url, bodies } = await startResponseUrl(...replies);
  expect(await respond(url, posted)).toMatchObject(outcome);
  expect(bodies).toHaveLength(count);
  expect(bodies.at(-1)).toEqual(last);
  const errors = posted === BLOCKS ? [{ error: 'invalid_blocks' }] : [];
  expect(lines.slice(before).filter(({ level }) => level === 50)).toMatchObject(errors);
});

test('an address that Slack never knows has expired', async () => {
  const { url } = await startResponseUrl(say(404, 'no_service'));
  expect(await sendReply(respond, url, [], { audience: 'channel' })).toBe('expired');
});

test('does not log a response_url, because anyone who has it can post', async () => {
  expect(await respond('http://127.0.0.1:9/secret', TO_CHANNEL)).toMatchObject({ error: 'network' });
  expect(JSON.stringify(lines)).not.toContain('secret');
});
