import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BadResponseError,
  HttpError,
  LoginRejectedError,
  NetworkError,
  TimeoutError,
} from '../../../src/backup-service/errors.ts';
import type { Deadline } from '../../../src/backup-service/http/create-deadlines.ts';
import { withRetries } from '../../../src/backup-service/http/with-retries.ts';

const operation = 'general-info';
const http = (status: number, retryAfterMs?: number) =>
  new HttpError({ operation, status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
const deadlineOf = (remainingMs: number, signal = new AbortController().signal): Deadline => ({
  signal,
  remainingMs: () => remainingMs,
});

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(1 - 1e-9); // The shortest back-off: 150, 450, 1,350 ms.
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('what is repeated', () => {
  test.each([
    ['a 503', http(503)],
    ['a 429', http(429, 0)],
    ['a reset', new NetworkError({ operation, reason: 'ECONNRESET' })],
    ['a hang', new TimeoutError({ operation, waitingFor: 'response' })],
  ])('%s', async (_what, failure) => {
    const attempt = vi.fn().mockRejectedValueOnce(failure).mockResolvedValue('fine');
    await expect(withRetries(deadlineOf(10_000), attempt)).resolves.toBe('fine');
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['a 400', http(400)],
    ['a 401', http(401)],
    ['a 403', http(403)],
    ['a 404', http(404)],
    ['a redirect', http(302)],
    ['an unusable answer', new BadResponseError({ operation, reason: 'not-json' })],
    ['refused credentials', new LoginRejectedError()],
    ['no slot in time', new TimeoutError({ operation, waitingFor: 'slot' })],
    ['a closed adapter', new NetworkError({ operation, reason: 'closed' })],
    ['a defect', new TypeError('ours')],
  ])('never %s', async (_what, failure) => {
    const attempt = vi.fn().mockRejectedValue(failure);
    await expect(withRetries(deadlineOf(10_000), attempt)).rejects.toBe(failure);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});

test('four attempts, then the last failure', async () => {
  const failures = [500, 501, 502, 503].map((status) => http(status));
  const attempt = vi.fn();
  for (const failure of failures) attempt.mockRejectedValueOnce(failure);
  await expect(withRetries(deadlineOf(10_000), attempt)).rejects.toBe(failures[3]);
  expect(attempt).toHaveBeenCalledTimes(4);
});

test.each([
  ['back-off', http(503), 249],
  ['Retry-After', http(429, 5_000), 5_099],
])('a %s that leaves less than a tenth of a second is not begun', async (_what, failure, remainingMs) => {
  const attempt = vi.fn().mockRejectedValue(failure);
  await expect(withRetries(deadlineOf(remainingMs), attempt)).rejects.toBe(failure);
  expect(attempt).toHaveBeenCalledTimes(1);
});

test('one that leaves a tenth of a second is', async () => {
  const attempt = vi.fn().mockRejectedValueOnce(http(503)).mockResolvedValue('fine');
  await expect(withRetries(deadlineOf(251), attempt)).resolves.toBe('fine');
});

test('an end in the middle of a wait is told as the failure before it', async () => {
  const controller = new AbortController();
  const failure = http(429, 60_000);
  const attempt = vi.fn().mockImplementation(() => {
    setImmediate(() => controller.abort());
    return Promise.reject(failure);
  });
  await expect(withRetries(deadlineOf(90_000, controller.signal), attempt)).rejects.toBe(failure);
  expect(attempt).toHaveBeenCalledTimes(1);
});
