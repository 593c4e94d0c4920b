import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AppEvent } from '../../src/operations/events.ts';
import { found } from '../messages/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { limit } from '../support/limit.ts';
import { FINE } from '../support/phrases.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type EdgeSetup, startEdge } from '../support/start-edge.ts';
import { startSlack } from '../support/start-slack.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** A command of Ada's, as Slack sends it. */
const command = (text: string, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    command: '/backup-status',
    text,
    user_id: 'U0ADA000001',
    team_id: 'T0LOCAL0001',
    channel_id: 'C0ONCALL001',
    response_url: 'http://127.0.0.1:1/commands/1',
    ...more,
  }).toString();

interface Posted {
  readonly body?: string;
  /** What is signed in its place. */
  readonly signed?: string;
  readonly secret?: string;
  readonly ageS?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly method?: string;
}

/** A bot on signed HTTP, with what it asked the service for, and what it refused. */
async function start(setup: Partial<EdgeSetup> = {}) {
  const asked: string[] = [];
  const events: AppEvent[] = [];
  const edge = await startEdge({
    transport: 'http',
    async lookup(id) {
      asked.push(id);
      return found({ id });
    },
    observe: (event) => events.push(event),
    ...setup,
  });
  const { signingSecret } = edge.slack;
  /** Posts as Slack does, but for what is said otherwise. */
  async function post({ body = command('1001'), method = 'POST', ...posted }: Posted = {}) {
    const { signed = body, secret = signingSecret, ageS = 0, path = '/slack/events' } = posted;
    const headers = { 'content-type': FORM, ...signedHeaders(signed, { secret, ageS }), ...posted.headers };
    const url = new URL(path, edge.requestUrl);
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  const port = Number(new URL(edge.requestUrl).port);
  const refused = () => events.filter(({ kind }) => kind === 'request-refused').length;
  const reasons = () =>
    edge.logLines.flatMap(({ msg, reason }) => (msg === 'refused a request' ? [reason] : []));
  return { ...edge, post, port, asked, refused, reasons };
}

/** An event that opens the Home of Ada. */
const event = (more: object) =>
  JSON.stringify({
    type: 'event_callback',
    event_id: 'Ev1',
    event: { type: 'app_home_opened', tab: 'home', user: 'U0ADA000001' },
    ...more,
  });

const submission = (state: string) =>
  `{"type":"view_submission","user":{"id":"U0ADA000001"},"view":{"id":"V1","state":${state}}}`;

describe('refused and counted, and no listener hears of it', () => {
  test.each<[string, Posted, number, string]>([
    ['a wrong secret', { secret: 'other' }, 401, 'http_401'],
    ['a body that was changed', { signed: command('1002') }, 401, 'http_401'],
    ['a stamp six minutes old', { ageS: 360 }, 401, 'http_401'],
    ['a stamp an hour ahead', { ageS: -3_600 }, 401, 'http_401'],
    ['a stamp that is no number', { headers: { 'x-slack-request-timestamp': 'soon' } }, 401, 'http_401'],
    ['another version of signature', { headers: { 'x-slack-signature': 'v1=00' } }, 401, 'http_401'],
    ['a signature that is cut', { headers: { 'x-slack-signature': 'v0=00' } }, 401, 'http_401'],
    ['a body of over 1 MiB', { body: command('x'.repeat(2 ** 20)) }, 413, 'http_413'],
    ['JSON that breaks off', { body: '{"type":', headers: { 'content-type': JSON_TYPE } }, 400, 'http_400'],
    ['JSON that is null', { body: ' null', headers: { 'content-type': JSON_TYPE } }, 400, 'http_400'],
    ['a payload that is null', { body: 'payload=null' }, 400, 'http_400'],
    ['a payload that is null, percent-encoded', { body: 'payload=%6eull' }, 400, 'http_400'],
    ['a payload that is no JSON', { body: 'payload=%7B' }, 400, 'http_400'],
    [
      'a list too deep to be of use',
      { body: '['.repeat(50_000), headers: { 'content-type': JSON_TYPE } },
      400,
      'http_400',
    ],
    ['another path', { path: '/' }, 404, 'http_404'],
    ['another method', { method: 'GET' }, 404, 'http_404'],
    [
      'an event of another team',
      {
        body: event({ authorizations: [{ team_id: 'T9', enterprise_id: null }] }),
        headers: { 'content-type': JSON_TYPE },
      },
      200,
      'other-team',
    ],
    [
      'an event of another organisation',
      {
        body: event({ authorizations: [{ team_id: null, enterprise_id: 'E9' }] }),
        headers: { 'content-type': JSON_TYPE },
      },
      200,
      'other-team',
    ],
    [
      'a window with fields too deep to be read',
      {
        body: new URLSearchParams({
          payload: submission(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
        }).toString(),
      },
      200,
      'malformed',
    ],
    [
      'an event whose installations are none',
      { body: event({ authorizations: [null] }), headers: { 'content-type': JSON_TYPE } },
      200,
      'malformed',
    ],
  ])('%s', async (_what, posted, status, reason) => {
    const { post, ada, asked, refused, reasons } = await start();
    const answer = await post(posted);
    expect([answer.status, answer.text, refused(), reasons()]).toEqual([status, '', 1, [reason]]);
    expect((await ada.command('/backup-status 1002')).message?.text).toContain(FINE);
    expect([asked, ada.home()]).toEqual([['1002'], undefined]);
  });
});

test.each<[string, Posted, string]>([
  ['a stamp four minutes old', { ageS: 240 }, FINE],
  ['a stamp four minutes ahead', { ageS: -240 }, FINE],
  ['a look at the certificate', { body: 'ssl_check=1', secret: 'none' }, ''],
  [
    'the challenge of Slack',
    {
      body: JSON.stringify({ type: 'url_verification', challenge: 'c4a11' }),
      headers: { 'content-type': JSON_TYPE },
    },
    'c4a11',
  ],
])('answered and not counted: %s', async (_what, posted, expected) => {
  const { post, refused } = await start();
  const { status, text } = await post(posted);
  expect([status, refused()]).toEqual([200, 0]);
  expect(text).toContain(expected);
});

test('closes the connection of an unsigned request', async () => {
  const { post } = await start();
  expect((await post()).headers.get('connection')).not.toBe('close');
  expect((await post({ secret: 'other' })).headers.get('connection')).toBe('close');
  expect((await post({ body: 'ssl_check=1', secret: 'other' })).headers.get('connection')).toBe('close');
});

/** A connection of its own, and what comes back on it. */
async function connection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, write: (text: string) => void socket.write(text), received: () => received, closed };
}

/** As Slack's load balancers send it: with no word that the connection is to be closed. */
function raw(body: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ host: 'bot', 'content-type': FORM, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST /slack/events HTTP/1.1\r\n${head}\r\n${body}`;
}
const signed = (text: string, secret: string, body = command(text)) =>
  raw(body, { 'content-length': Buffer.byteLength(body), ...signedHeaders(body, { secret }) });

describe('what is no request', () => {
  test.each([
    ['what is no HTTP', 'SSH-2.0-hello\r\n\r\n', /^HTTP\/1.1 400/],
    ['headers without end', `POST /slack/events HTTP/1.1\r\nx: ${'x'.repeat(100_000)}`, /^HTTP\/1.1 431/],
    ['a path that is none', 'POST http://[ HTTP/1.1\r\nhost: bot\r\n\r\n', /^HTTP\/1.1 404/],
    [
      'a body without end',
      raw('x'.repeat(2 ** 20 + 1), { 'content-length': 5_000_000_000 }),
      /^HTTP\/1.1 413/,
    ],
  ])('%s is turned away, and the bot goes on', async (_what, sent, answer) => {
    const { port, ada } = await start();
    const one = await connection(port);
    one.write(sent);
    await one.closed;
    expect(one.received()).toMatch(answer);
    expect((await ada.command('/backup-status 1002')).message?.text).toContain(FINE);
  });

  test('a sender who goes away in the middle of a body is not counted', async () => {
    const { port, ada, refused } = await start();
    const one = await connection(port);
    await new Promise<void>((resolve) => {
      one.socket.write(raw('half', { 'content-length': 900 }), () => resolve());
    });
    one.socket.resetAndDestroy();
    await one.closed;
    expect((await ada.command('/backup-status 1002')).message?.text).toContain(FINE);
    expect(refused()).toBe(0);
  });
});

describe('an ack that cannot be delivered', () => {
  /** Held until Slack no longer waits; with what comes to the `response_url` then. */
  async function startLate() {
    const held = holdLookup();
    const posted: string[] = [];
    const server = createServer((request, response) => {
      request.on('data', (chunk) => posted.push(String(chunk)));
      request.on('end', () => response.end('ok'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return {
      ...(await start({ lookup: held.lookup })),
      held,
      posted,
      body: command('1001', { response_url: url }),
    };
  }

  test('because the connection is gone: the answer comes through the response_url', async () => {
    const { held, posted, body, port, slack } = await startLate();
    const one = await connection(port);
    one.write(signed('', slack.signingSecret, body));
    await expect.poll(() => held.asked).toHaveLength(1);
    one.socket.resetAndDestroy();
    await one.closed;
    held.answer(found());
    await expect.poll(() => posted.join('')).toContain(FINE);
  });

  test('because it is late: Slack gets an error, and the person the answer', async () => {
    limit({ ack: 100 });
    const { held, posted, body, post } = await startLate();
    expect((await post({ body })).status).toBe(504);
    held.answer(found());
    await expect.poll(() => posted.join('')).toContain(FINE);
  });
});

test('a port that is taken is an error, not a bot that hears nothing', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const slack = await startSlack();
  await expect(start({ slack, port })).rejects.toThrow(
    `PORT ${port} on HOST 127.0.0.1 cannot be listened on (EADDRINUSE). Choose another port.`,
  );
});

describe('a stop', () => {
  test('answers what is under way, says that the connection closes, and refuses everything else', async () => {
    const held = holdLookup();
    const { port, slack, stop } = await start({ lookup: held.lookup });
    const [busy, ahead] = [await connection(port), await connection(port)];
    busy.write(signed('1001', slack.signingSecret));
    await expect.poll(() => held.asked).toHaveLength(1);
    const stopped = stop();

    ahead.write(signed('1002', slack.signingSecret));
    await ahead.closed;
    expect(ahead.received()).toMatch(/^HTTP\/1.1 503/);
    expect(ahead.received()).toMatch(/^connection: close/im);

    held.answer(found());
    await Promise.all([busy.closed, stopped]);
    expect(busy.received()).toMatch(/^HTTP\/1.1 200/);
    expect(busy.received()).toMatch(/^connection: close/im);
    expect(busy.received()).toContain(FINE);
    expect(held.asked).toHaveLength(1);
  });

  test('waits for no connection that is kept, was opened ahead of time or sends only half', async () => {
    const { port, slack, stop } = await start();
    const [kept, ahead, half] = [await connection(port), await connection(port), await connection(port)];
    half.write(signed('1001', slack.signingSecret).slice(0, -2));
    kept.write(signed('1002', slack.signingSecret));
    await expect.poll(kept.received).toContain(FINE);
    await stop();
    await Promise.all([kept.closed, ahead.closed, half.closed]);
    expect([ahead.received(), half.received()]).toEqual(['', '']);
  });
});
