import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withoutJitter } from '../support/without-jitter.ts';
import { connect, startServer } from './support.ts';

const LOGIN_BODY = '{"token":"t"}';

function connectTo(url: string) {
  const { service, lines } = connect({ url, username: 'u', password: 'p' });
  return { service, lines, get: (budgetMs = 5_000) => service.readAccount('1', { budgetMs }) };
}

/** A service that accepts every login and answers other requests with `listener`. */
const startService = (listener: RequestListener) =>
  startServer((request, response) => {
    if (request.url?.endsWith('/login')) response.end(LOGIN_BODY);
    else listener(request, response);
  });

/** The same as raw bytes over TCP. `undefined`: it never answers, not even a login. */
async function startRaw(answer: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (answer === undefined) return;
      if (!data.toString().startsWith('POST')) socket.end(answer);
      else socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${LOGIN_BODY.length}\r\n\r\n${LOGIN_BODY}`);
    });
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** An account with this many other fields. */
const objectOf = (count: number) =>
  JSON.stringify({
    packageName: 'Kurumsal',
    ...Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 0])),
  });

test.each(['', '/api', '/deep/api//'])('a request is sent below the base path "%s"', async (path) => {
  const seen: (string | undefined)[] = [];
  const url = await startService((request, response) => {
    seen.push(request.url);
    response.end('{}');
  });
  await connectTo(url + path).get();
  expect(seen).toEqual([`${path.replace(/\/+$/, '')}/v1/general-info?id=1`]);
});

const LIMIT_BYTES = 65_536;
const GZIPPED = gzipSync('{"packageName":"çevrimiçi"}');

interface Sent {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** Reads an account from a service that answers like this. */
async function readFrom({ status = 200, headers = {}, body }: Sent) {
  const url = await startService((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
  return connectTo(url).get();
}

// flow/service-faults.test.ts has the others.
describe('an answer', () => {
  test.each<[string, Sent, packageName: string]>([
    ['with thousands of other keys', { body: objectOf(5_000) }, 'Kurumsal'],
    ['compressed', { body: GZIPPED, headers: { 'content-encoding': 'gzip' } }, 'çevrimiçi'],
    ['compressed, whatever its header says', { body: GZIPPED }, 'çevrimiçi'],
    [
      'in plain JSON that is labelled as compressed',
      { body: '{"packageName":"a"}', headers: { 'content-encoding': 'gzip' } },
      'a',
    ],
  ])('%s is read', async (_what, sent, packageName) => {
    await expect(readFrom(sent)).resolves.toMatchObject({ packageName });
  });

  test.each<[string, Sent, code: string, facts: object]>([
    [
      'of status 404 with the error object',
      { status: 404, body: '{"error":{"code":"NOT_FOUND","message":"x"}}' },
      'not-found',
      { status: 404 },
    ],
    [
      'of status 404 with an object without a message',
      { status: 404, body: '{"error":{"code":"NOT_FOUND"}}' },
      'bad-response',
      { reason: 'not-the-service' },
    ],
    ['with many keys of over 64 KiB', { body: objectOf(12_000) }, 'bad-response', { reason: 'too-large' }],
    [
      'that is too large when decompressed',
      { body: gzipSync(`{"a":"${'x'.repeat(LIMIT_BYTES)}"}`) },
      'bad-response',
      { reason: 'no-json-object' },
    ],
    [
      'whose Retry-After counts from the service’s own clock',
      {
        status: 503,
        headers: {
          date: 'Sat, 21 Nov 2026 08:00:00 GMT',
          'retry-after': 'Sat, 21 Nov 2026 08:00:07 GMT',
        },
        body: '',
      },
      'server-error',
      { retryAfterMs: 7_000 },
    ],
  ])('%s is %s', async (_what, sent, code, facts) => {
    await expect(readFrom(sent)).rejects.toMatchObject({ code, facts });
  });

  test('that is not HTTP is a bad response', async () => {
    await expect(connectTo(await startRaw('hello\r\n\r\n')).get()).rejects.toMatchObject({
      code: 'bad-response',
      facts: { reason: 'malformed-http' },
    });
  });
});

test('no answer after a connection times out', async () => {
  // TLS to a server that says nothing: connected, but not ready for a request.
  const url = (await startRaw(undefined)).replace('http:', 'https:');
  await expect(connectTo(url).get(200)).rejects.toMatchObject({ code: 'timeout' });
});

test('each call logs one line with operation and duration, a warning for failures that matter', async () => {
  withoutJitter(); // A second attempt does not fit into the budget.
  const answers = [
    [200, '{}'],
    [404, '{"error":{"code":"NOT_FOUND","message":""}}'],
    [404, '{}'],
    [503, '{}'],
  ] as const;
  let count = 0;
  const url = await startService((_request, response) => {
    const [status, body] = answers[count++] ?? [503, '{}'];
    response.writeHead(status).end(body);
  });
  const { service, get, lines } = connectTo(url);
  await service.signIn();
  for (const _ of answers) await get(250).catch(() => undefined);
  const calls = lines.filter(({ operation }) => operation === 'general-info');
  expect(calls).toMatchObject([
    { level: 20, operation: 'general-info', durationMs: expect.any(Number) },
    { level: 20, code: 'not-found', status: 404 },
    { level: 40, code: 'bad-response', status: 404, reason: 'not-the-service' },
    { level: 40, code: 'server-error', status: 503 },
  ]);
});
