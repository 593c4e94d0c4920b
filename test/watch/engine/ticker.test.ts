import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreError } from '../../../src/store/store-error.ts';
import type { Watch } from '../../../src/watch/engine/engine.ts';
import { createTicker } from '../../../src/watch/engine/ticker.ts';
import { captureLog } from '../../support/capture-log.ts';

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
