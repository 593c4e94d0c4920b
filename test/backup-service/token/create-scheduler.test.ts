import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScheduler } from '../../../src/backup-service/token/create-token-cache.ts';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls at its moment, once', () => {
  const onDue = vi.fn();
  createScheduler(Date.now, onDue).set(Date.now() + 1_000);
  vi.advanceTimersByTime(999);
  expect(onDue).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * DAY_MS);
  expect(onDue).toHaveBeenCalledTimes(1);
});

test('a moment further off than a timer can count is waited for', () => {
  const onDue = vi.fn();
  createScheduler(Date.now, onDue).set(Date.now() + 60 * DAY_MS);
  vi.advanceTimersByTime(59 * DAY_MS);
  expect(onDue).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1 * DAY_MS);
  expect(onDue).toHaveBeenCalledTimes(1);
});

test('setting it again replaces, clearing cancels', () => {
  const onDue = vi.fn();
  const scheduler = createScheduler(Date.now, onDue);
  scheduler.set(Date.now() + 1_000);
  scheduler.set(Date.now() + 5_000);
  vi.advanceTimersByTime(4_000);
  expect(onDue).not.toHaveBeenCalled();
  scheduler.clear();
  vi.advanceTimersByTime(DAY_MS);
  expect(onDue).not.toHaveBeenCalled();
});

test('a moment in the past calls soon', () => {
  const onDue = vi.fn();
  createScheduler(Date.now, onDue).set(Date.now() - 1);
  vi.advanceTimersByTime(10);
  expect(onDue).toHaveBeenCalledTimes(1);
});

test('a clock that is set back does not put it off', () => {
  const onDue = vi.fn();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  createScheduler(now, onDue).set(now() + 1_000);
  aheadMs = -DAY_MS;
  vi.advanceTimersByTime(1_000);
  expect(onDue).toHaveBeenCalledTimes(1);
});
