import { expect, test } from 'vitest';
import { createFailureCount } from '../../../src/backup-service/circuit-breaker/create-failure-count.ts';
import { createClock } from '../support.ts';

test('five different subjects within a minute are an outage, until something is answered', () => {
  const clock = createClock();
  const failures = createFailureCount(clock.now);
  for (const subject of ['1', '1', '1', '2', '3', '4']) failures.add(subject);
  expect(failures.isOutage()).toBe(false);
  clock.advance(59_999);
  failures.add('5');
  expect(failures.isOutage()).toBe(true);
  failures.clear();
  expect(failures.isOutage()).toBe(false);
});

test('a minute later they count no more', () => {
  const clock = createClock();
  const failures = createFailureCount(clock.now);
  for (const subject of ['1', '2', '3', '4']) failures.add(subject);
  clock.advance(60_000);
  failures.add('5');
  expect(failures.isOutage()).toBe(false);
});
