import { expect, onTestFinished, test, vi } from 'vitest';
import { createTicker } from '../../src/watch/ticker.ts';
import { captureLog } from '../support/capture-log.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** A ticker whose turns end as they are told; both are counted. */
function ticking({
  read,
  tell = async () => NEVER,
}: Record<'read', () => Promise<number>> & { tell?: () => Promise<number> }) {
  const { log, lines } = captureLog();
  const watch = { read: vi.fn(read), tell: vi.fn(tell), stop: vi.fn() };
  const ended: string[] = [];
  const ticker = createTicker({ watch, onTurn: (turn) => ended.push(turn), now: Date.now, log });
  onTestFinished(() => ticker.stop());
  return { ticker, watch, ended, lines };
}

test('reading and telling have their first turn at the start', async () => {
  const { ticker, ended } = ticking({ read: async () => NEVER });
  ticker.start();
  await expect.poll(() => ended.toSorted()).toEqual(['read', 'tell', 'tell']);
});

test('the next turn is due at the moment that the last one names', async () => {
  const startedAtMs = performance.now();
  const { ticker, watch } = ticking({ read: async () => Date.now() + 200 });
  ticker.start();
  await expect.poll(() => watch.read.mock.calls.length).toBe(2);
  expect(performance.now() - startedAtMs).toBeGreaterThan(190);
});

test('what is due and cannot be claimed makes no busy loop', async () => {
  const { ticker, watch } = ticking({ read: async () => 0 });
  const startedAtMs = performance.now();
  ticker.start();
  await expect.poll(() => watch.read.mock.calls.length, { interval: 1 }).toBeGreaterThanOrEqual(4);
  expect(performance.now() - startedAtMs).toBeGreaterThan(3 * 45);
});

test('a change wakes both at once', async () => {
  const { ticker, watch } = ticking({ read: async () => NEVER });
  ticker.start();
  await expect.poll(() => watch.read.mock.calls.length).toBe(1);
  ticker.wake();
  await expect.poll(() => watch.read.mock.calls.length).toBe(2);
});

test('a turn that fails is logged, and the other goes on', async () => {
  const { ticker, watch, ended, lines } = ticking({ read: () => Promise.reject(new Error('a defect')) });
  ticker.start();
  await expect.poll(() => ended).toContain('tell');
  await expect
    .poll(() => lines)
    .toContainEqual(
      expect.objectContaining({ msg: 'a turn of the watches failed; it is tried again', doing: 'read' }),
    );
  expect(ended).not.toContain('read');
  ticker.wake();
  await expect.poll(() => watch.read.mock.calls.length).toBe(2);
});

test('a stop begins nothing new, and waits for the turn that is under way', async () => {
  let end = (_nextAtMs: number) => {};
  const { ticker, watch, ended } = ticking({
    read: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  });
  ticker.start();
  const stopped = ticker.stop();
  expect(watch.stop).toHaveBeenCalledOnce();
  expect(ended).not.toContain('read');
  end(0);
  await stopped;
  expect(watch.read).toHaveBeenCalledOnce();
});
