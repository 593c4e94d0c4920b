import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlarm } from '../../../src/backup-service/token/create-alarm.ts';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('rings at its moment, once', () => {
  const ring = vi.fn();
  createAlarm(Date.now, ring).setFor(Date.now() + 1_000);
  vi.advanceTimersByTime(999);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * DAY_MS);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('a moment further off than a timer can count is waited for', () => {
  const ring = vi.fn();
  createAlarm(Date.now, ring).setFor(Date.now() + 60 * DAY_MS);
  vi.advanceTimersByTime(59 * DAY_MS);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1 * DAY_MS);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('setting it again replaces, clearing silences', () => {
  const ring = vi.fn();
  const alarm = createAlarm(Date.now, ring);
  alarm.setFor(Date.now() + 1_000);
  alarm.setFor(Date.now() + 5_000);
  vi.advanceTimersByTime(4_000);
  expect(ring).not.toHaveBeenCalled();
  alarm.clear();
  vi.advanceTimersByTime(DAY_MS);
  expect(ring).not.toHaveBeenCalled();
});

test('a moment that is past rings soon', () => {
  const ring = vi.fn();
  createAlarm(Date.now, ring).setFor(Date.now() - 1);
  vi.advanceTimersByTime(10);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('a clock that is set back does not put it off', () => {
  const ring = vi.fn();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  createAlarm(now, ring).setFor(now() + 1_000);
  aheadMs = -DAY_MS;
  vi.advanceTimersByTime(1_000);
  expect(ring).toHaveBeenCalledTimes(1);
});
