import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limit } from '../../../support/limit.ts';
import { signedHeaders } from '../../../support/signed-headers.ts';
import {
  command,
  FORM,
  post,
  rawHead,
  secret,
  sendRaw,
  startReceiver,
  statusOf,
} from '../../start-receiver.ts';

test('a signed request is heard on the port it says', async () => {
  const { url, heard, refused } = await startReceiver();
  const { status, text } = await post(url);
  expect([status, text]).toEqual([200, 'heard 1001']);
  expect([heard, refused]).toEqual([['1001'], []]);
});

test.each([
  'application/x-www-form-urlencoded; charset=utf-8',
  'Application/X-WWW-Form-URLEncoded;charset="UTF-8"',
])('the content type %s is fine', async (type) => {
  const { url } = await startReceiver();
  expect((await post(url, { headers: { 'content-type': type } })).status).toBe(200);
});

test.each([
  ['4 minutes old', 240],
  ['4 minutes ahead', -240],
])('a stamp %s is fine', async (_what, ageS) => {
  const { url } = await startReceiver();
  expect((await post(url, { ageS })).status).toBe(200);
});

test('chunks without a length are as good as a body with one', async () => {
  const { port, heard } = await startReceiver();
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
  const { url, heard } = await startReceiver();
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

describe('what Slack asks of the address itself', () => {
  test('a look at the certificate, unsigned', async () => {
    const { url, heard, refused } = await startReceiver();
    const body = `ssl_check=1&${command('1001')}`;
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': FORM }, body });
    expect([answer.status, heard, refused]).toEqual([200, [], ['ssl-check']]);
    // Anybody can send this, so it must not hold a connection.
    expect(answer.headers.get('connection')).toBe('close');
  });

  test('a look at the certificate, signed, is neither counted nor handed on', async () => {
    const { url, heard, refused } = await startReceiver();
    const { status } = await post(url, { body: `ssl_check=1&${command('1001')}` });
    expect([status, heard, refused]).toEqual([200, [], []]);
  });

  test('the challenge, signed', async () => {
    const { url } = await startReceiver();
    const body = JSON.stringify({ type: 'url_verification', challenge: 'c4a11' });
    const { status, text } = await post(url, { body, headers: { 'content-type': 'application/json' } });
    expect([status, JSON.parse(text)]).toEqual([200, { challenge: 'c4a11' }]);
  });
});

test('what is not acknowledged while Slack waits is 404, as ever', async () => {
  limit({ ack: 1 });
  const { url } = await startReceiver({ lateAck: true });
  expect((await post(url)).status).toBe(404);
});

test('a port that is taken is an error, not a receiver that hears nothing', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => {
    other.close();
  });
  const { port } = other.address() as AddressInfo;
  await expect(startReceiver({ port })).rejects.toThrow(
    `PORT ${port} on HOST 127.0.0.1 cannot be listened on (EADDRINUSE). Choose another port.`,
  );
});
