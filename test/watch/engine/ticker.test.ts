import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreError } from '../../../src/store/store-error.ts';
import type { Watch } from '../../../src/watch/engine/engine.ts';
import { createHeartbeat, createTicker } from '../../../src/watch/engine/ticker.ts';
import { captureLog } from '../../support/capture-log.ts';
import { startServer } from '../../support/start-server.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** A ticker whose ticks are given by the test. `onTick` counts those that succeed. */
function ticking({
  read,
  notify = async () => NEVER,
  isSourceOut = () => false,
  now = Date.now,
}: Pick<Watch, 'read'> & Partial<Pick<Watch, 'notify' | 'isSourceOut'>> & { now?: () => number }) {
  const { log, lines } = captureLog();
  const watch = {
    read: vi.fn(read),
    notify: vi.fn(notify),
    idle: async () => {},
    isSourceOut,
  };
  const onTick = vi.fn();
  const ticker = createTicker({ watch, onTick, now, napMs: 1, log });
  onTestFinished(() => ticker.stop());
  return { ticker, watch, onTick, lines };
}

test('reads, then notifies, once at the start', async () => {
  const { ticker, watch, onTick } = ticking({ read: async () => NEVER });
  ticker.start();
  await expect.poll(() => onTick.mock.calls.length).toBe(1);
  expect(watch.read).toHaveBeenCalledOnce();
  expect(watch.notify).toHaveBeenCalledOnce();
  expect(watch.read).toHaveBeenCalledBefore(watch.notify);
});

test('notifies during an outage, but does not report the tick', async () => {
  const { ticker, watch, onTick } = ticking({ read: async () => NEVER, isSourceOut: () => true });
  ticker.start();
  await expect.poll(() => watch.notify.mock.calls.length).toBe(1);
  ticker.wake();
  await expect.poll(() => watch.notify.mock.calls.length).toBe(2);
  expect(onTick).not.toHaveBeenCalled();
});

/** A clock that the test moves. `looks` counts how often the ticker has read it since then. */
function standingClock() {
  let nowMs = 0;
  const clock = {
    looks: 0,
    now() {
      clock.looks += 1;
      return nowMs;
    },
    move(toMs: number) {
      nowMs = toMs;
      clock.looks = 0;
    },
  };
  return clock;
}

/** The ticker sleeps: it has read the clock many times since the clock moved. */
const asleep = (clock: ReturnType<typeof standingClock>) =>
  expect.poll(() => clock.looks).toBeGreaterThan(20);

test.each([
  ['at the time that the last one returned', 200, 200],
  ['after a pause if rows are due but cannot be claimed', 0, 50],
])('starts the next tick %s', async (_, returned, atMs) => {
  const clock = standingClock();
  const { ticker, watch } = ticking({ read: async () => returned, now: clock.now });
  ticker.start();
  await asleep(clock);
  clock.move(atMs - 1);
  await asleep(clock);
  expect(watch.read).toHaveBeenCalledTimes(1);
  clock.move(atMs);
  await expect.poll(() => watch.read.mock.calls.length).toBe(2);
});

test.each([
  ['a defect', new Error('a defect'), 50],
  ['a database that is down', new StoreError('unavailable', 'the database is away'), 40],
])('logs a failed half of a tick, and does the other one: %s', async (_what, error, level) => {
  const fail = () => Promise.reject(error);
  for (const [doing, halves] of [
    ['read', { read: fail }],
    ['notify', { read: async () => NEVER, notify: fail }],
  ] as const) {
    const { ticker, watch, onTick, lines } = ticking(halves);
    ticker.start();
    const msg = 'a tick of the watches failed; it is tried again';
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ level, msg, doing }));
    ticker.wake();
    await expect.poll(() => watch.notify.mock.calls.length).toBe(2);
    expect(watch.read).toHaveBeenCalledTimes(2);
    expect(onTick).not.toHaveBeenCalled();
  }
});

test('a stop starts nothing new and waits for the tick under way', async () => {
  let end = (_nextAtMs: number) => {};
  const { ticker, watch, onTick } = ticking({
    read: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  });
  ticker.start();
  const stopped = ticker.stop();
  expect(onTick).not.toHaveBeenCalled();
  end(0);
  await stopped;
  expect(watch.read).toHaveBeenCalledOnce();
  expect(watch.notify).not.toHaveBeenCalled();
});

const MINUTE_MS = 60_000;

/** A heartbeat to a real server that answers with this status, on a clock that the test moves. */
async function beating(status: number) {
  const { log, lines } = captureLog();
  let beats = 0;
  const { url: origin } = await startServer((_request, response) => {
    beats += 1;
    response.writeHead(status, { location: '/login' }).end();
  });
  const url = `${origin}/secret-of-the-check`;
  let nowMs = 0;
  const { beat } = createHeartbeat(url, () => nowMs, log);
  const move = (byMs: number) => {
    nowMs += byMs;
  };
  return { beat, move, lines, url, beats: () => beats };
}

test('the heartbeat calls once a minute while accounts are read and channels notified', async () => {
  const { beat, move, beats } = await beating(200);
  const turns = async () => {
    await beat();
    return beats();
  };
  expect(await turns()).toBe(1);
  move(MINUTE_MS - 1);
  expect(await turns()).toBe(1);
  move(1);
  expect(await turns()).toBe(2);
  // Also after the clock was set back.
  move(-2 * MINUTE_MS);
  expect(await turns()).toBe(3);
});

test.each([302, 500])('the heartbeat logs an answer of %i, without the URL', async (status) => {
  const { beat, lines, url } = await beating(status);
  await beat();
  expect(lines).toContainEqual(expect.objectContaining({ status }));
  expect(JSON.stringify(lines)).not.toContain(url);
});

test('the heartbeat logs a URL that cannot be reached', async () => {
  const { log, lines } = captureLog();
  const { beat } = createHeartbeat('http://127.0.0.1:9/', Date.now, log);
  await beat();
  expect(lines).toContainEqual(expect.objectContaining({ error: 'network' }));
});
