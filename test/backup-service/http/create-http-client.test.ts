import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ClosedError } from '../../../src/backup-service/http/abort.ts';
import { createHttpClient, type HttpRequest } from '../../../src/backup-service/http/create-http-client.ts';
import { createLog, startServer } from '../support.ts';

function connectTo(url: string, slowAfterMs = 5_000) {
  const { log, lines } = createLog();
  const client = createHttpClient({ url, maxConcurrentRequests: 4, slowAfterMs, now: Date.now, log });
  onTestFinished(() => client.close());
  const get = (options: Partial<HttpRequest> = {}) =>
    client.send({
      operation: 'general-info',
      method: 'GET',
      path: '/v1/general-info?id=1',
      headers: {},
      signal: new AbortController().signal,
      ...options,
    });
  return { client, get, lines };
}

/** A TCP server that accepts and then does as it is told. */
async function startRaw(answer: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer !== undefined && socket.end(answer));
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

describe('what is sent', () => {
  test.each(['', '/', '/api', '/api/', '/deep/api//'])('goes below the base path "%s"', async (path) => {
    const seen: (string | undefined)[] = [];
    const url = await startServer((request, response) => {
      seen.push(request.url);
      response.end('{}');
    });
    await connectTo(url + path).get();
    expect(seen).toEqual([`${path.replace(/\/+$/, '')}/v1/general-info?id=1`]);
  });

  test('asks for JSON and uses its connections again', async () => {
    const ports = new Set<number | undefined>();
    const accepts: (string | undefined)[] = [];
    const url = await startServer((request, response) => {
      ports.add(request.socket.remotePort);
      accepts.push(request.headers.accept);
      response.end('{"a":1}');
    });
    const { get } = connectTo(url);
    for (let count = 0; count < 20; count++) await get();
    expect(ports.size).toBeLessThanOrEqual(4);
    expect(accepts).toEqual(Array(20).fill('application/json'));
  });
});

describe('what comes back', () => {
  test('the object, the status and the clock of the service', async () => {
    const url = await startServer((_request, response) => {
      response.setHeader('date', 'Sat, 21 Nov 2026 08:00:00 GMT').end('{"a":1}');
    });
    await expect(connectTo(url).get()).resolves.toEqual({
      status: 200,
      body: { a: 1 },
      dateMs: Date.parse('2026-11-21T08:00:00Z'),
    });
  });

  test('a redirect is not followed: it would carry the token elsewhere', async () => {
    const elsewhere = vi.fn((_request, response) => response.end('{}'));
    const target = await startServer(elsewhere);
    const url = await startServer((_request, response) => {
      response.writeHead(302, { location: target }).end();
    });
    await expect(connectTo(url).get()).rejects.toMatchObject({ code: 'http', status: 302 });
    expect(elsewhere).not.toHaveBeenCalled();
  });

  test.each(['', 'null', '[]', '"text"', '42', '<html>', '{"a":'])(
    '200 with %o is of no use',
    async (body) => {
      const url = await startServer((_request, response) => void response.end(body));
      await expect(connectTo(url).get()).rejects.toMatchObject({ code: 'bad-response', status: 200 });
    },
  );

  test.each([
    ['the error object', 'application/json', '{"error":{"code":"NOT_FOUND","message":"x"}}', 'NOT_FOUND'],
    ['an object without a message', 'application/json', '{"error":{"code":"NOT_FOUND"}}', undefined],
    ['a page', 'text/html', '<html>', undefined],
    ['JSON of another shape', 'application/json', '["error"]', undefined],
    [
      'a code that may be a token',
      'application/json',
      '{"error":{"code":"eyJhbGciOi.x","message":""}}',
      undefined,
    ],
    [
      'a code that may be an id',
      'application/json',
      '{"error":{"code":"acme-1001","message":""}}',
      undefined,
    ],
    [
      'a code without an end',
      'application/json',
      `{"error":{"code":"${'A'.repeat(42)}","message":""}}`,
      undefined,
    ],
    [
      'a code that is a text',
      'application/json',
      '{"error":{"code":"no such <account>","message":""}}',
      undefined,
    ],
    ['an endless page', 'text/html', 'x'.repeat(100_000), undefined],
  ])('an error is its status, whatever the body: %s', async (_what, type, body, serviceCode) => {
    const url = await startServer((_request, response) => {
      response.writeHead(404, { 'content-type': type }).end(body);
    });
    const failure = connectTo(url).get();
    await expect(failure).rejects.toMatchObject({ code: 'http', status: 404 });
    const isErrorObject = /"code":"[^"]*","message"/.test(body);
    await failure.catch((error) => {
      expect([error.hasErrorObject, error.serviceCode]).toEqual([isErrorObject, serviceCode]);
    });
  });

  test('a 404 whose body breaks off is a broken connection, as nobody knows who said it', async () => {
    const url = await startRaw('HTTP/1.1 404 Not Found\r\ncontent-length: 100\r\n\r\n{"error":');
    await expect(connectTo(url).get()).rejects.toMatchObject({ code: 'network' });
  });

  test('an error whose body never ends is its status all the same', async () => {
    const url = await startServer((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).write('{"error":');
    });
    await expect(connectTo(url).get()).rejects.toMatchObject({ code: 'http', status: 403 });
  });

  test('Retry-After counts from the clock of the service', async () => {
    const url = await startServer((_request, response) => {
      response
        .writeHead(503, {
          date: 'Sat, 21 Nov 2026 08:00:00 GMT',
          'retry-after': 'Sat, 21 Nov 2026 08:00:07 GMT',
        })
        .end();
    });
    await expect(connectTo(url).get()).rejects.toMatchObject({ status: 503, retryAfterMs: 7_000 });
  });

  test('what is no HTTP is of no use', async () => {
    await expect(connectTo(await startRaw('hello\r\n\r\n')).get()).rejects.toMatchObject({
      code: 'bad-response',
      reason: 'malformed-http',
    });
  });
});

describe('what does not come back', () => {
  test('nobody listens', async () => {
    await expect(connectTo('http://127.0.0.1:1').get()).rejects.toMatchObject({
      code: 'network',
      reason: 'ECONNREFUSED',
    });
  });

  test('a request that is to end when it is slow', async () => {
    const { get } = connectTo(await startRaw(undefined), 100);
    await expect(get({ endsWhenSlow: true })).rejects.toMatchObject({
      code: 'timeout',
      waitingFor: 'response',
    });
  });

  test('a service that takes connections and never greets', async () => {
    // TLS spoken to a server that says nothing: connected, yet not ready for a request.
    const url = (await startRaw(undefined)).replace('http:', 'https:');
    await expect(connectTo(url, 100).get()).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a request that is aborted while it connects rejects at once', async () => {
    const { get } = connectTo((await startRaw(undefined)).replace('http:', 'https:'));
    const controller = new AbortController();
    const waiting = get({ signal: controller.signal });
    controller.abort(new ClosedError());
    await expect(waiting).rejects.toMatchObject({ code: 'network', reason: 'closed' });
  });

  test('a body that trickles, when it is to end when it is slow', async () => {
    const url = await startServer((_request, response) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    await expect(connectTo(url, 150).get({ endsWhenSlow: true })).rejects.toMatchObject({
      code: 'timeout',
      waitingFor: 'response',
    });
  });

  test('the end of the whole time ends the attempt', async () => {
    const controller = new AbortController();
    const url = await startServer(() => controller.abort(new DOMException('', 'TimeoutError')));
    await expect(connectTo(url).get({ signal: controller.signal })).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  test('a connection that breaks in the middle of the body', async () => {
    const url = await startRaw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":');
    await expect(connectTo(url).get()).rejects.toMatchObject({ code: 'network' });
  });
});

test('one line a call: operation, status, duration; a failure that matters is a warning', async () => {
  const statuses = [200, 404, 404, 503];
  const url = await startServer((_request, response) => {
    response.statusCode = statuses.shift() ?? 200;
    response.end(statuses.length === 2 ? '{"error":{"code":"NOT_FOUND","message":""}}' : '{}');
  });
  const { get, lines } = connectTo(url);
  await get();
  await expect(get()).rejects.toThrow();
  await expect(get()).rejects.toThrow();
  await expect(get()).rejects.toThrow();
  expect(lines).toMatchObject([
    { level: 20, operation: 'general-info', status: 200, durationMs: expect.any(Number) },
    {
      level: 20,
      operation: 'general-info',
      status: 404,
      serviceCode: 'NOT_FOUND',
      durationMs: expect.any(Number),
    },
    { level: 40, operation: 'general-info', status: 404, durationMs: expect.any(Number) },
    { level: 40, operation: 'general-info', status: 503, durationMs: expect.any(Number) },
  ]);
});
