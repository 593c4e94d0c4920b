import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AppEvent } from '../../src/operations/events.ts';
import { found } from '../messages/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { limit } from '../support/limit.ts';
import { answer } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type EdgeSetup, startEdge } from '../support/start-edge.ts';
import { startServer } from '../support/start-server.ts';
import { startSlack } from '../support/start-slack.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A command from Ada, as Slack sends it. */
const command = (text: string, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    ...{ command: '/backup-status', text, user_id: 'U0ADA000001', team_id: 'T0LOCAL0001' },
    ...{ channel_id: 'C0ONCALL001', response_url: 'http://127.0.0.1:1/commands/1', ...more },
  }).toString();

/** A request as Slack sends it, except for these fields. */
interface Posted {
  /** Default: a command. */
  readonly body?: string;
  /** The text that is signed instead of `body`. */
  readonly signed?: string;
  readonly secret?: string;
  readonly ageS?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly method?: string;
}

/** A bot on signed HTTP, with the accounts that it looked up and the requests that it refused. */
async function startSigned(setup: Partial<EdgeSetup> = {}) {
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
  async function post({ body = command('1001'), method = 'POST', ...posted }: Posted = {}) {
    const { signed = body, secret = edge.slack.signingSecret, ageS = 0, path = '/slack/events' } = posted;
    const type = /^\s*[{[n\d]/.test(body) ? 'application/json' : FORM;
    const headers = { 'content-type': type, ...signedHeaders(signed, { secret, ageS }), ...posted.headers };
    const url = new URL(path, edge.requestUrl);
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  return {
    ...edge,
    post,
    asked,
    port: Number(new URL(edge.requestUrl).port),
    refused: () => events.filter(({ kind }) => kind === 'request-refused').length,
    reasons: () => edge.logLines.flatMap(({ msg, reason }) => (msg === 'refused a request' ? [reason] : [])),
  };
}

/** An event that opens Ada's Home. */
const event = (authorizations: readonly unknown[]) =>
  JSON.stringify({
    ...{ type: 'event_callback', event_id: 'Ev1', authorizations },
    event: { type: 'app_home_opened', tab: 'home', user: 'U0ADA000001' },
  });

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const WITH_DEEP_FIELDS = `{"type":"view_submission","user":{"id":"U0ADA000001"},"view":{"id":"V1","state":${nested(50_000)}}}`;

const REFUSED: readonly (readonly [what: string, posted: Posted, status: number, reason: string])[] = [
  ['a wrong secret', { secret: 'other' }, 401, 'http_401'],
  ['a body that was changed', { signed: command('1002') }, 401, 'http_401'],
  ['a stamp six minutes old', { ageS: 360 }, 401, 'http_401'],
  ['a timestamp an hour ahead', { ageS: -3_600 }, 401, 'http_401'],
  ['a stamp that is no number', { headers: { 'x-slack-request-timestamp': 'soon' } }, 401, 'http_401'],
  ['another version of signature', { headers: { 'x-slack-signature': 'v1=00' } }, 401, 'http_401'],
  ['a signature that is cut', { headers: { 'x-slack-signature': 'v0=00' } }, 401, 'http_401'],
  ['a body of over 1 MiB', { body: command('x'.repeat(2 ** 20)) }, 413, 'http_413'],
  ['JSON that breaks off', { body: '{"type":' }, 400, 'http_400'],
  ['JSON that is null', { body: ' null' }, 400, 'http_400'],
  ['JSON that is a number', { body: '1' }, 400, 'http_400'],
  ['a payload that is a status', { body: 'payload=200' }, 400, 'http_400'],
  ['a payload that is null', { body: 'payload=null' }, 400, 'http_400'],
  ['a payload that is null, percent-encoded', { body: 'payload=%6eull' }, 400, 'http_400'],
  ['a payload that is no JSON', { body: 'payload=%7B' }, 400, 'http_400'],
  ['a list too deep to be of use', { body: '['.repeat(50_000) }, 400, 'http_400'],
  ['another path', { path: '/' }, 404, 'http_404'],
  ['another method', { method: 'GET' }, 404, 'http_404'],
  ['an event of another team', { body: event([{ team_id: 'T9', enterprise_id: null }]) }, 200, 'other-team'],
  [
    'an event of another organisation',
    { body: event([{ team_id: null, enterprise_id: 'E9' }]) },
    200,
    'other-team',
  ],
  ['an event whose installations are none', { body: event([null]) }, 200, 'malformed'],
  [
    'a window with fields too deep to be read',
    { body: new URLSearchParams({ payload: WITH_DEEP_FIELDS }).toString() },
    200,
    'malformed',
  ],
];

test.each([...Map.groupBy(REFUSED, ([, , , reason]) => reason)])(
  'refuses and counts as %s, without reaching a listener',
  async (reason, rows) => {
    const { post, ada, asked, refused, reasons } = await startSigned();
    for (const [what, posted, status] of rows) {
      const answered = await post(posted);
      expect([answered.status, answered.text], what).toEqual([status, '']);
      if (status === 401) expect(answered.headers.get('connection'), what).toBe('close');
    }
    // Each reason is logged once a second: on a slow machine that may be more than one line.
    expect([refused(), ...new Set(reasons())]).toEqual([rows.length, reason]);
    expect(await answer(ada, '1002')).toContain(FINE);
    expect([asked, ada.home()]).toEqual([['1002'], undefined]);
  },
);

const ACCEPTED: readonly (readonly [what: string, posted: Posted, answer: string])[] = [
  ['a stamp four minutes old', { ageS: 240 }, FINE],
  ['a stamp four minutes ahead', { ageS: -240 }, FINE],
  ['a look at the certificate', { body: 'ssl_check=1', secret: 'none' }, ''],
  [
    'the challenge of Slack',
    { body: JSON.stringify({ type: 'url_verification', challenge: 'c4a11' }) },
    'c4a11',
  ],
  ['nothing', { body: '{}' }, ''],
  ['an event that is null', { body: '{"type":"event_callback","event":null}' }, ''],
  ['a press of nothing', { body: '{"type":"block_actions","user":{"id":"U1"}}' }, ''],
  ['a window without values', { body: '{"type":"view_submission","view":{"state":null}}' }, ''],
  ['a shortcut on nothing', { body: '{"type":"message_action","user":{"id":"U1"},"message":{}}' }, ''],
  ['fields that are very deep', { body: deep(15_000) }, ''],
  ['an event with such fields', { body: `{"type":"event_callback","event":${deep(14_000)}}` }, ''],
];

test('answers without counting a refusal', async () => {
  const { post, refused } = await startSigned();
  for (const [what, posted, expected] of ACCEPTED) {
    const { status, text, headers } = await post(posted);
    expect([status, refused()], what).toEqual([200, 0]);
    // The connection of an unsigned request is closed, that of a command is kept.
    const isUnsigned = posted.secret === 'none';
    if (isUnsigned || expected === FINE) expect(headers.get('connection') === 'close', what).toBe(isUnsigned);
    expect(text, what).toContain(expected);
  }
});

test('refuses and counts each of hundreds of forged requests, with a few lines in the log', async () => {
  const { post, refused, logLines, ada } = await startSigned();
  for (let round = 0; round < 6; round += 1) {
    const forged = Array.from({ length: 50 }, () => post({ secret: 'not the secret' }));
    for (const { status } of await Promise.all(forged)) expect(status).toBe(401);
  }
  expect(refused()).toBe(300);
  const lines = logLines.filter(({ msg }) => msg === 'refused a request');
  expect(lines.length).toBeLessThan(100);
  expect(lines[0]?.reason).toBe('http_401');
  expect(JSON.stringify(lines)).not.toContain('backup-status');
  expect(await answer(ada, '1001')).toContain(FINE);
});

/** A raw connection, and what arrives on it. */
async function connection(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return {
    closed,
    received: () => received,
    write: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    /** As when a client disappears. */
    breakOff: () => void socket.resetAndDestroy(),
  };
}

/** As Slack's load balancers send it: without `connection: close`. */
function raw(body: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ host: 'bot', 'content-type': FORM, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST /slack/events HTTP/1.1\r\n${head}\r\n${body}`;
}
const signed = (text: string, secret: string, body = command(text)) =>
  raw(body, { 'content-length': Buffer.byteLength(body), ...signedHeaders(body, { secret }) });

test.each([
  ['not HTTP', 'SSH-2.0-hello\r\n\r\n', /^HTTP\/1.1 400/],
  ['headers without an end', `POST /slack/events HTTP/1.1\r\nx: ${'x'.repeat(100_000)}`, /^HTTP\/1.1 431/],
  ['a malformed path', 'POST http://[ HTTP/1.1\r\nhost: bot\r\n\r\n', /^HTTP\/1.1 404/],
  [
    'a body without an end',
    raw('x'.repeat(2 ** 20 + 1), { 'content-length': 5_000_000_000 }),
    /^HTTP\/1.1 413/,
  ],
])('%s is turned away, and the bot goes on', async (_what, sent, expected) => {
  const { port, ada } = await startSigned();
  const one = await connection(port);
  void one.write(sent);
  await one.closed;
  expect(one.received()).toMatch(expected);
  expect(await answer(ada, '1002')).toContain(FINE);
});

test('a sender that disconnects in the middle of a body is not counted as refused', async () => {
  const { port, ada, refused } = await startSigned();
  const one = await connection(port);
  await one.write(raw('half', { 'content-length': 900 }));
  one.breakOff();
  await one.closed;
  expect(await answer(ada, '1002')).toContain(FINE);
  expect(refused()).toBe(0);
});

describe('an ack that cannot be delivered', () => {
  /** Waits until Slack has given up; then the answer goes to the `response_url`. */
  async function startLate() {
    const held = holdLookup();
    const posted: string[] = [];
    const { url } = await startServer(async (request, response) => {
      posted.push(await text(request));
      response.end('ok');
    });
    const body = command('1001', { response_url: `${url}/` });
    return { ...(await startSigned({ lookup: held.lookup })), held, posted, body };
  }

  test('sends the answer to the response_url when the connection is gone', async () => {
    const { held, posted, body, port, slack } = await startLate();
    const one = await connection(port);
    void one.write(signed('', slack.signingSecret, body));
    await expect.poll(() => held.asked).toHaveLength(1);
    one.breakOff();
    await one.closed;
    held.answer(found());
    await expect.poll(() => posted.join('')).toContain(FINE);
  });

  test('sends Slack an error and the answer to the response_url when it is late', async () => {
    limit({ ack: 100 });
    const { held, posted, body, post } = await startLate();
    expect((await post({ body })).status).toBe(504);
    held.answer(found());
    await expect.poll(() => posted.join('')).toContain(FINE);
  });
});

test('a port in use fails the start', async () => {
  const { port } = await startServer();
  const slack = await startSlack();
  await expect(startSigned({ slack, port })).rejects.toThrow(
    `PORT ${port} on HOST 127.0.0.1 cannot be listened on (EADDRINUSE). Choose another port, or a host of this machine.`,
  );
  // An address for documents, which no machine has.
  await expect(startSigned({ slack, settings: { HOST: '192.0.2.1', PORT: 0 } })).rejects.toThrow(
    'PORT 0 on HOST 192.0.2.1 cannot be listened on (EADDRNOTAVAIL). Choose another port, or a host of this machine.',
  );
});

describe('a stop', () => {
  test('answers requests under way, closes their connections, and refuses new ones', async () => {
    const held = holdLookup();
    const { port, slack, stop } = await startSigned({ lookup: held.lookup });
    const [busy, ahead] = [await connection(port), await connection(port)];
    void busy.write(signed('1001', slack.signingSecret));
    await expect.poll(() => held.asked).toHaveLength(1);
    const stopped = stop();

    void ahead.write(signed('1002', slack.signingSecret));
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

  test('does not wait for idle, unused or incomplete connections', async () => {
    const { port, slack, stop } = await startSigned();
    const [kept, ahead, half] = [await connection(port), await connection(port), await connection(port)];
    void half.write(signed('1001', slack.signingSecret).slice(0, -2));
    void kept.write(signed('1002', slack.signingSecret));
    await expect.poll(kept.received).toContain(FINE);
    await stop();
    await Promise.all([kept.closed, ahead.closed, half.closed]);
    expect([ahead.received(), half.received()]).toEqual(['', '']);
  });
});
