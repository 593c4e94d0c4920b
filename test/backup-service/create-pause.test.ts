import { expect, test } from 'vitest';
import { createPause } from '../../src/backup-service/create-pause.ts';
import { HttpError, NetworkError } from '../../src/backup-service/errors.ts';
import { createClock } from './support.ts';

const told = (retryAfterMs?: number, status = 429) =>
  new HttpError({ operation: 'general-info', status, ...(retryAfterMs !== undefined && { retryAfterMs }) });

test('counts down for everybody, and is then over', () => {
  const clock = createClock();
  const pause = createPause(clock.now);
  expect(pause.failure()).toBeUndefined();
  pause.learnFrom(told(30_000));
  clock.advance(10_000);
  expect(pause.failure()).toMatchObject({ code: 'http', status: 429, retryAfterMs: 20_000 });
  expect(pause.failure(20_000)).toBeUndefined();
  clock.advance(20_000);
  expect(pause.failure()).toBeUndefined();
});

test('the longest that was asked for counts, but never more than five minutes', () => {
  const clock = createClock();
  const pause = createPause(clock.now);
  pause.learnFrom(told(30_000));
  expect(pause.learnFrom(told(1_000))).toMatchObject({ retryAfterMs: 30_000 });
  expect(pause.failure()).toMatchObject({ retryAfterMs: 30_000 });
  expect(pause.learnFrom(told(86_400_000))).toMatchObject({ retryAfterMs: 300_000 });
  expect(pause.failure()).toMatchObject({ retryAfterMs: 300_000 });
});

test.each([
  ['a 429 without a time', told()],
  ['a 503', told(30_000, 503)],
  ['something else', new NetworkError({ operation: 'general-info', reason: 'ECONNRESET' })],
])('%s begins none', (_what, error) => {
  const pause = createPause(createClock().now);
  pause.learnFrom(error);
  expect(pause.failure()).toBeUndefined();
});

test('a clock that is set back ends it', () => {
  const clock = createClock();
  const pause = createPause(clock.now);
  pause.learnFrom(told(30_000));
  clock.advance(-3_600_000);
  expect(pause.failure()).toBeUndefined();
});
