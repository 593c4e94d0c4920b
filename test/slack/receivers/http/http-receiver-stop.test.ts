import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { signedHeaders } from '../../../support/signed-headers.ts';
import { command, FORM, post, rawHead, secret, startReceiver, statusOf } from '../../start-receiver.ts';

async function connection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { write: (text: string) => void socket.write(text), received: () => received, closed };
}

/** As Slack's load balancers send it: with no word that the connection is to be closed. */
function signed(text: string): string {
  const body = command(text);
  const headers = { 'content-type': FORM, 'content-length': Buffer.byteLength(body) };
  return `${rawHead({ ...headers, ...signedHeaders(body, { secret }) })}${body}`;
}

test('a stop answers what is under way, says that the connection closes, and is over then', async () => {
  let answer = () => {};
  const beforeAck = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { port, heard, stop } = await startReceiver({ beforeAck });
  const [busy, ahead] = [await connection(port), await connection(port)];
  busy.write(signed('1001'));
  await expect.poll(() => heard).toEqual(['1001']);
  const stopped = stop();

  ahead.write(signed('1002'));
  await ahead.closed;
  expect(statusOf(ahead.received())).toBe(503);
  expect(ahead.received()).toMatch(/^connection: close/im);

  answer();
  await busy.closed;
  expect(statusOf(busy.received())).toBe(200);
  expect(busy.received()).toMatch(/^connection: close/im);
  expect(busy.received()).toContain('heard 1001');
  await stopped;
  expect(heard).toEqual(['1001']);
});

test('a stop waits for no connection that is kept or was opened ahead of time', async () => {
  const { url, port, stop } = await startReceiver();
  expect((await post(url)).status).toBe(200);
  const [kept, ahead] = [await connection(port), await connection(port)];
  kept.write(signed('1002'));
  await expect.poll(kept.received).toContain('heard 1002');
  expect(kept.received()).toMatch(/^connection: keep-alive/im);
  await stop();
  await Promise.all([kept.closed, ahead.closed]);
  expect(ahead.received()).toBe('');
});

test('a stop does not wait for the rest of a request for longer than it may take to arrive', async () => {
  const { port, heard, stop } = await startReceiver({ arriveWithinMs: 1_000 });
  const slow = await connection(port);
  slow.write(signed('1001').slice(0, -2));
  // The server has the headers once it is asked for the rest, of which nothing tells; a second request is behind them.
  const next = await connection(port);
  next.write(signed('1002'));
  await expect.poll(() => heard).toEqual(['1002']);
  await stop();
  await slow.closed;
  expect(heard).toEqual(['1002']);
});
