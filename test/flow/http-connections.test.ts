import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { found } from '../messages/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { limit } from '../support/limit.ts';
import { answer } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { startServer } from '../support/start-server.ts';
import { startSlack } from '../support/start-slack.ts';
import { command, FORM, startSigned } from './signed-bot.ts';

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
