import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { App } from '@slack/bolt';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RefusalReason } from '../../src/slack/create-refusals.ts';
import { createHttpReceiver } from '../../src/slack/http-receiver.ts';
import { signedHeaders } from '../support/signed-headers.ts';

const secret = 'shhh-shhh';
const FORM = 'application/x-www-form-urlencoded';

async function start({ port = 0, arriveWithinMs = 5_000, lateAck = false } = {}) {
  const refused: RefusalReason[] = [];
  const heard: string[] = [];
  const receiver = createHttpReceiver({
    signingSecret: secret,
    host: '127.0.0.1',
    port,
    refuse: (reason) => refused.push(reason),
    now: Date.now,
    arriveWithinMs,
  });
  const app = new App({ receiver, authorize: () => Promise.resolve({ botToken: 'xoxb-1' }) });
  app.command('/known', async ({ ack, command }) => {
    heard.push(command.text);
    if (!lateAck) await ack(`heard ${command.text}`);
  });
  app.event('app_home_opened', async ({ body }) => {
    heard.push(body.event_id);
  });
  const started = await receiver.start();
  onTestFinished(async () => {
    await receiver.stop();
  });
  return { url: `http://127.0.0.1:${started.port}/slack/events`, port: started.port ?? 0, refused, heard };
}

const command = (text: string) =>
  new URLSearchParams({ command: '/known', team_id: 'T1', user_id: 'U1', channel_id: 'C1', text }).toString();

interface Posted {
  readonly body?: string | Buffer;
  readonly signed?: string | Buffer;
  readonly ageS?: number;
  readonly secret?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly path?: string;
}

/** Posts as Slack does, but for what is said otherwise. */
async function post(url: string, posted: Posted = {}) {
  const { body = command('1001'), ageS = 0, headers, method = 'POST', path = '' } = posted;
  const signed = signedHeaders(posted.signed ?? body, { secret: posted.secret ?? secret, ageS });
  const response = await fetch(path ? new URL(path, url) : url, {
    method,
    ...(method === 'POST' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    headers: { 'content-type': FORM, ...signed, ...headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Sends bytes and resolves with whatever comes back until the other side ends it. */
async function sendRaw(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

const rawHead = (headers: Record<string, string | number>, line = 'POST /slack/events HTTP/1.1') =>
  `${[line, 'host: bot', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

test('a signed request is heard on the port it says', async () => {
  const { url, heard, refused } = await start();
  const { status, text } = await post(url);
  expect([status, text]).toEqual([200, 'heard 1001']);
  expect([heard, refused]).toEqual([['1001'], []]);
});

test.each([
  'application/x-www-form-urlencoded; charset=utf-8',
  'Application/X-WWW-Form-URLEncoded;charset="UTF-8"',
])('the content type %s is fine', async (type) => {
  const { url } = await start();
  expect((await post(url, { headers: { 'content-type': type } })).status).toBe(200);
});

test.each([
  ['4 minutes old', 240],
  ['4 minutes ahead', -240],
])('a stamp %s is fine', async (_what, ageS) => {
  const { url } = await start();
  expect((await post(url, { ageS })).status).toBe(200);
});

describe('refused, and counted by its reason', () => {
  const event = (more: object) => JSON.stringify({ type: 'event_callback', ...more });
  const json = { 'content-type': 'application/json' };
  test.each<[string, Posted, number, RefusalReason]>([
    ['a wrong secret', { secret: 'other' }, 401, 'signature'],
    ['a body that was changed', { signed: command('1002') }, 401, 'signature'],
    ['a stamp six minutes old', { ageS: 360 }, 401, 'stamp'],
    ['a stamp an hour ahead', { ageS: -3_600 }, 401, 'stamp'],
    ['a stamp that is no number', { headers: { 'x-slack-request-timestamp': '1e9' } }, 401, 'unsigned'],
    ['another version of signature', { headers: { 'x-slack-signature': 'v1=00' } }, 401, 'unsigned'],
    ['a signature too short', { headers: { 'x-slack-signature': 'v0=00' } }, 401, 'unsigned'],
    ['another path', { path: '/' }, 404, 'path'],
    ['another method', { method: 'GET' }, 405, 'method'],
    ['plain text', { headers: { 'content-type': 'text/plain' } }, 415, 'content-type'],
    ['another charset', { headers: { 'content-type': `${FORM}; charset=utf-16` } }, 415, 'content-type'],
    ['a body of over 100 kB', { body: command('x'.repeat(100_001)) }, 413, 'too-large'],
    [
      'a packed body',
      { body: gzipSync(command('1001')), headers: { 'content-encoding': 'gzip' } },
      415,
      'encoding',
    ],
    ['bytes that are no UTF-8', { body: Buffer.from([0x61, 0x3d, 0xff]) }, 400, 'malformed'],
    ['a field that is there twice', { body: `${command('1001')}&text=1002` }, 400, 'malformed'],
    ['JSON that breaks off', { body: '{"type":', headers: json }, 400, 'malformed'],
    ['JSON that is a list', { body: '[]', headers: json }, 400, 'malformed'],
    ['JSON that is null', { body: 'null', headers: json }, 400, 'malformed'],
    ['a payload that is no JSON', { body: 'payload=%7B' }, 400, 'malformed'],
    ['a list too deep to be of use', { body: '['.repeat(50_000), headers: json }, 400, 'malformed'],
    ['an event whose JSON is no object', { body: `"${event({})}"`, headers: json }, 400, 'malformed'],
  ])('%s', async (_what, posted, status, reason) => {
    const { url, refused, heard } = await start();
    const answer = await post(url, posted);
    expect([answer.status, refused, heard]).toEqual([status, [reason], []]);
    expect(answer.text.length).toBeLessThan(40);
    expect(answer.headers.get('connection')).toBe('close');
  });

  test.each([
    ['no signature at all', {}],
    ['a stamp twice', { 'x-slack-request-timestamp': 'STAMP\r\nx-slack-request-timestamp: STAMP' }],
    ['a signature twice', { 'x-slack-signature': 'SIGNATURE\r\nx-slack-signature: SIGNATURE' }],
  ])('%s', async (_what, twice) => {
    const { port, refused } = await start();
    const body = command('1001');
    const signed = signedHeaders(body, { secret });
    const filled = Object.entries(twice).map(([name, value]) => [
      name,
      String(value)
        .replaceAll('STAMP', signed['x-slack-request-timestamp'])
        .replaceAll('SIGNATURE', signed['x-slack-signature']),
    ]);
    const headers = { ...(filled.length > 0 && signed), ...Object.fromEntries(filled) };
    const head = rawHead({ 'content-type': FORM, 'content-length': body.length, ...headers });
    expect(statusOf(await sendRaw(port, head, body))).toBe(401);
    expect(refused).toEqual(['unsigned']);
  });

  test.each(['//slack/events', '/slack/events/', 'http://[', '*'])('the path %s', async (path) => {
    const { port, refused } = await start();
    expect(statusOf(await sendRaw(port, rawHead({}, `POST ${path} HTTP/1.1`)))).toBe(404);
    expect(refused).toEqual(['path']);
  });

  test('what is no HTTP', async () => {
    const { port, refused } = await start();
    expect(statusOf(await sendRaw(port, 'SSH-2.0-hello\r\n\r\n'))).toBe(400);
    expect(refused).toEqual(['not-http']);
  });

  test('headers without end', async () => {
    const { port, refused } = await start();
    const answer = await sendRaw(
      port,
      `POST /slack/events HTTP/1.1\r\nhost: bot\r\nx: ${'x'.repeat(100_000)}`,
    );
    expect(statusOf(answer)).toBe(431);
    expect(refused).toEqual(['too-large']);
  });

  test('a huge body is refused by its length alone, with the connection closed and nothing read', async () => {
    const { port, refused } = await start();
    const signed = signedHeaders('', { secret });
    const head = rawHead({ 'content-type': FORM, 'content-length': 5_000_000_000, ...signed });
    expect(statusOf(await sendRaw(port, head, 'x'.repeat(1_000)))).toBe(413);
    expect(refused).toEqual(['too-large']);
  });

  test('a huge body in chunks, without a length, is refused as soon as it is too large', async () => {
    const { port, refused } = await start();
    const signed = signedHeaders('', { secret });
    const chunk = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`;
    const head = rawHead({ 'content-type': FORM, 'transfer-encoding': 'chunked', ...signed });
    expect(statusOf(await sendRaw(port, head, chunk, chunk))).toBe(413);
    expect(refused).toEqual(['too-large']);
  });

  test.each([
    ['headers', 'POST /slack/events HTTP/1.1\r\nhost: bot\r\n'],
    ['a body', rawHead({ 'content-type': FORM, 'content-length': 900, ...signedHeaders('', { secret }) })],
  ])('%s that do not come to an end in time', async (_what, sent) => {
    const { port, refused, url } = await start({ arriveWithinMs: 200 });
    expect([408, Number.NaN]).toContain(statusOf(await sendRaw(port, sent)));
    await expect.poll(() => refused).toEqual(['too-slow']);
    expect((await post(url)).status).toBe(200);
  });

  test('but not a sender who goes away in the middle of a body', async () => {
    const { port, refused, url } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.write(rawHead({ 'content-type': FORM, 'content-length': 900, ...signedHeaders('', { secret }) }));
    socket.write('half', () => socket.resetAndDestroy());
    await once(socket, 'close');
    expect((await post(url)).status).toBe(200);
    expect(refused).toEqual([]);
  });
});

test('chunks without a length are as good as a body with one', async () => {
  const { port, heard } = await start();
  const body = command('1001');
  const head = rawHead({
    'content-type': FORM,
    'transfer-encoding': 'chunked',
    connection: 'close',
    ...signedHeaders(body, { secret }),
  });
  const answer = await sendRaw(port, head, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  expect(statusOf(answer)).toBe(200);
  expect(heard).toEqual(['1001']);
});

test('keys of the prototype are fields like any others, and pollute nothing', async () => {
  const { url, heard } = await start();
  const body = JSON.stringify({
    type: 'event_callback',
    event_id: 'Ev1',
    event: { type: 'app_home_opened' },
  });
  const polluted = body.replace(
    '{',
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},',
  );
  expect((await post(url, { body: polluted, headers: { 'content-type': 'application/json' } })).status).toBe(
    200,
  );
  expect(heard).toEqual(['Ev1']);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

describe('the same request again', () => {
  test('a command is heard once', async () => {
    const { url, heard, refused } = await start();
    const headers = signedHeaders(command('1001'), { secret });
    const answers = [await post(url, { headers }), await post(url, { headers })];
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect([heard, refused]).toEqual([['1001'], ['replayed']]);
  });

  test('an event that Slack itself repeats within the second is acknowledged, and not heard again', async () => {
    const { url, heard, refused } = await start();
    const body = JSON.stringify({
      type: 'event_callback',
      event_id: 'Ev1',
      event: { type: 'app_home_opened' },
    });
    const headers = { ...signedHeaders(body, { secret }), 'content-type': 'application/json' };
    await post(url, { body, headers });
    const retry = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };
    expect((await post(url, { body, headers: { ...headers, ...retry } })).status).toBe(200);
    expect([heard, refused]).toEqual([['Ev1'], []]);
  });
});

describe('what Slack asks of the address itself', () => {
  test('a look at the certificate, unsigned', async () => {
    const { url, heard } = await start();
    const asked = { body: `ssl_check=1&${command('1001')}` };
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': FORM }, body: asked.body });
    expect([answer.status, await answer.text(), heard]).toEqual([200, '', []]);
  });

  test('the challenge, signed', async () => {
    const { url } = await start();
    const body = JSON.stringify({ type: 'url_verification', challenge: 'c4a11' });
    const { status, text } = await post(url, { body, headers: { 'content-type': 'application/json' } });
    expect([status, JSON.parse(text)]).toEqual([200, { challenge: 'c4a11' }]);
  });
});

test('what is not acknowledged within three seconds is 404, as ever', async () => {
  const { url } = await start({ lateAck: true });
  expect((await post(url)).status).toBe(404);
});

test('a port that is taken is an error, not a receiver that hears nothing', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => {
    other.close();
  });
  const { port } = other.address() as AddressInfo;
  await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
