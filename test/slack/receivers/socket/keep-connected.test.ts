import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { keepConnected } from '../../../../src/slack/receivers/socket/keep-connected.ts';
import type { SocketConnection } from '../../../../src/slack/receivers/socket/socket-connection.ts';
import { captureLog } from '../../../support/capture-log.ts';

/** A connection that leaves and ends when the test says so. */
function createConnection() {
  const leaving = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let closes = 0;
  const connection = {
    leaving: leaving.promise,
    ended: ended.promise,
    async close() {
      closes += 1;
    },
  } satisfies SocketConnection;
  return { connection, leave: leaving.resolve, end: ended.resolve, closes: () => closes };
}

function setUp(connect: () => Promise<SocketConnection>) {
  const stopping = new AbortController();
  const { log, lines } = captureLog();
  const first = createConnection();
  const kept = keepConnected({
    first: first.connection,
    connect,
    stopping: stopping.signal,
    stopped: once(stopping.signal, 'abort'),
    log,
  });
  onTestFinished(() => stopping.abort());
  return { first, kept, stopping, lines };
}

test('a connection that will end is replaced first, and closed only when Slack has ended it', async () => {
  const second = createConnection();
  const { promise: connecting, resolve: connected } = Promise.withResolvers<void>();
  const { first } = setUp(async () => {
    connected();
    return second.connection;
  });
  first.leave();
  await connecting;
  expect(first.closes()).toBe(0);
  first.end();
  await expect.poll(first.closes).toBe(1);
  expect(second.closes()).toBe(0);
});

test('a Slack that cannot be reached is asked again', async () => {
  const second = createConnection();
  const attempts: number[] = [];
  const { first, lines } = setUp(async () => {
    attempts.push(attempts.length);
    if (attempts.length === 1) throw new Error('no route');
    return second.connection;
  });
  first.leave();
  await expect.poll(() => attempts).toHaveLength(2);
  expect(lines.map(({ msg }) => msg)).toEqual(['no connection to Slack; trying again']);
});

test('stopping ends it, in the middle of a pause too', async () => {
  const { first, kept, stopping, lines } = setUp(() => Promise.reject(new Error('no route')));
  first.leave();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  stopping.abort();
  await kept;
});
