import { expect, test } from 'vitest';
import { createRateLimit } from '../../../src/slack/shared/rate-limit.ts';

const ADA = { teamId: 'T1', userId: 'U1' };
const BORA = { teamId: 'T1', userId: 'U2' };

function setUp(lookupsPerMinute: number) {
  const clock = { nowMs: 1_000_000 };
  const events: unknown[] = [];
  const rateLimit = createRateLimit(
    lookupsPerMinute,
    () => clock.nowMs,
    (event) => events.push(event),
  );
  return { rateLimit, clock, events };
}

test('thirty a minute, then one for each that is a minute old', () => {
  const { rateLimit, clock } = setUp(30);
  for (let count = 0; count < 30; count += 1) {
    expect(rateLimit.take(ADA, 1)).toBeUndefined();
    clock.nowMs += 1_000;
  }
  expect(rateLimit.take(ADA, 1)).toEqual({ asked: 1, left: 0, perMinute: 30, retryAfterMs: 30_000 });
  clock.nowMs += 30_000;
  expect(rateLimit.take(ADA, 1)).toBeUndefined();
  expect(rateLimit.take(ADA, 1)).toMatchObject({ retryAfterMs: 1_000 });
});

test('several at once are granted together or not at all', () => {
  const { rateLimit, clock } = setUp(30);
  rateLimit.take(ADA, 5);
  clock.nowMs += 10_000;
  rateLimit.take(ADA, 20);
  expect(rateLimit.take(ADA, 10)).toEqual({ asked: 10, left: 5, perMinute: 30, retryAfterMs: 50_000 });
  expect(rateLimit.take(ADA, 5)).toBeUndefined();
  clock.nowMs += 50_000;
  expect(rateLimit.take(ADA, 10)).toMatchObject({ left: 5, retryAfterMs: 10_000 });
});

test('a refusal is counted by its caller', () => {
  const { rateLimit, clock, events } = setUp(2);
  rateLimit.take(ADA, 2);
  for (let count = 0; count < 100; count += 1) rateLimit.take(ADA, 1);
  expect(events).toHaveLength(100);
  expect(events[0]).toEqual({ kind: 'rate-limited' });
  clock.nowMs += 60_000;
  expect(rateLimit.take(ADA, 2)).toBeUndefined();
});

test('each person has their own', () => {
  const { rateLimit } = setUp(1);
  expect(rateLimit.take(ADA, 1)).toBeUndefined();
  expect(rateLimit.take(BORA, 1)).toBeUndefined();
  expect(rateLimit.take({ ...ADA, teamId: 'T2' }, 1)).toBeUndefined();
  expect(rateLimit.take(ADA, 1)).toBeDefined();
});

test('ten at once are possible with a limit below ten, after a quiet minute', () => {
  const { rateLimit, clock } = setUp(3);
  expect(rateLimit.take(ADA, 10)).toBeUndefined();
  expect(rateLimit.take(ADA, 10)).toMatchObject({ left: 0, retryAfterMs: 60_000 });
  clock.nowMs += 60_000;
  expect(rateLimit.take(ADA, 10)).toBeUndefined();
});

test('0 is no limit', () => {
  const { rateLimit } = setUp(0);
  for (let count = 0; count < 1_000; count += 1) expect(rateLimit.take(ADA, 10)).toBeUndefined();
});

test('no more than 10,000 people are remembered', () => {
  const { rateLimit } = setUp(1);
  const people = Array.from({ length: 10_001 }, (_, index) => ({ teamId: 'T1', userId: `U${index}` }));
  const refused = () => people.filter((person) => rateLimit.take(person, 1) !== undefined);
  expect(refused()).toEqual([]);
  people.reverse();
  expect(refused()).toHaveLength(10_000);
});

test('a clock that is set back locks nobody out', () => {
  const { rateLimit, clock } = setUp(1);
  rateLimit.take(ADA, 1);
  clock.nowMs -= 3_600_000;
  expect(rateLimit.take(ADA, 1)).toBeUndefined();
});
