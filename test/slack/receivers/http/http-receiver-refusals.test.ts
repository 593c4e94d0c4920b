import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signedHeaders } from '../../../support/signed-headers.ts';
import {
  command,
  FORM,
  type Posted,
  post,
  rawHead,
  secret,
  sendRaw,
  startReceiver,
  statusOf,
} from '../../start-receiver.ts';

describe('refused, and counted by its reason', () => {
  const event = (more: object) => JSON.stringify({ type: 'event_callback', ...more });
  const json = { 'content-type': 'application/json' };
  test.each<[string, Posted, number, string]>([
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
    ['a body of over 1 MB', { body: command('x'.repeat(1_000_001)) }, 413, 'too-large'],
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
    const { url, refused, heard } = await startReceiver();
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
    const { port, refused } = await startReceiver();
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
    const { port, refused } = await startReceiver();
    expect(statusOf(await sendRaw(port, rawHead({}, `POST ${path} HTTP/1.1`)))).toBe(404);
    expect(refused).toEqual(['path']);
  });

  test('what is no HTTP', async () => {
    const { port, refused } = await startReceiver();
    expect(statusOf(await sendRaw(port, 'SSH-2.0-hello\r\n\r\n'))).toBe(400);
    expect(refused).toEqual(['not-http']);
  });

  test('headers without end', async () => {
    const { port, refused } = await startReceiver();
    const answer = await sendRaw(
      port,
      `POST /slack/events HTTP/1.1\r\nhost: bot\r\nx: ${'x'.repeat(100_000)}`,
    );
    expect(statusOf(answer)).toBe(431);
    expect(refused).toEqual(['too-large']);
  });

  test('a huge body is refused by its length alone, with the connection closed and nothing read', async () => {
    const { port, refused } = await startReceiver();
    const signed = signedHeaders('', { secret });
    const head = rawHead({ 'content-type': FORM, 'content-length': 5_000_000_000, ...signed });
    expect(statusOf(await sendRaw(port, head, 'x'.repeat(1_000)))).toBe(413);
    expect(refused).toEqual(['too-large']);
  });

  test('a huge body in chunks, without a length, is refused as soon as it is too large', async () => {
    const { port, refused } = await startReceiver();
    const signed = signedHeaders('', { secret });
    const chunk = `${(600_000).toString(16)}\r\n${'x'.repeat(600_000)}\r\n`;
    const head = rawHead({ 'content-type': FORM, 'transfer-encoding': 'chunked', ...signed });
    expect(statusOf(await sendRaw(port, head, chunk, chunk))).toBe(413);
    expect(refused).toEqual(['too-large']);
  });

  test('twenty large bodies are taken at a time, and any number of ordinary ones beside them', async () => {
    const { port, refused, url } = await startReceiver({ arriveWithinMs: 60_000 });
    const large = 'x'.repeat(200_000);
    const headers = { 'content-type': FORM, 'content-length': 300_000, ...signedHeaders('', { secret }) };
    const arriving = Array.from({ length: 20 }, () => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(rawHead(headers));
      return new Promise((resolve) => socket.write(large, resolve));
    });
    await Promise.all(arriving);
    await expect.poll(async () => (await post(url, { body: command(large) })).status).toBe(413);
    expect((await post(url)).status).toBe(200);
    expect(new Set(refused)).toEqual(new Set(['too-large']));
  });

  test('a large body leaves its place when it has arrived', async () => {
    const { url, refused } = await startReceiver();
    for (let count = 0; count < 25; count += 1) {
      expect((await post(url, { body: command(`${count} ${'x'.repeat(200_000)}`) })).status).toBe(200);
    }
    expect(refused).toEqual([]);
  });

  test.each([
    ['headers', 'POST /slack/events HTTP/1.1\r\nhost: bot\r\n'],
    ['a body', rawHead({ 'content-type': FORM, 'content-length': 900, ...signedHeaders('', { secret }) })],
  ])('%s that do not come to an end in time', async (_what, sent) => {
    const { port, refused, url } = await startReceiver({ arriveWithinMs: 200 });
    expect([408, Number.NaN]).toContain(statusOf(await sendRaw(port, sent)));
    await expect.poll(() => refused).toEqual(['too-slow']);
    expect((await post(url)).status).toBe(200);
  });

  test('a sender who goes away in the middle of a body is not counted', async () => {
    const { port, refused, url } = await startReceiver();
    const socket = connect(port, '127.0.0.1');
    socket.write(rawHead({ 'content-type': FORM, 'content-length': 900, ...signedHeaders('', { secret }) }));
    socket.write('half', () => socket.resetAndDestroy());
    await once(socket, 'close');
    expect((await post(url)).status).toBe(200);
    expect(refused).toEqual([]);
  });
});
