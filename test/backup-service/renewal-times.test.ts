import { expect, test } from 'vitest';
import { renewalTimes } from '../../src/backup-service/renewal-times.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

/** Milliseconds before expiry at which the windows open, without jitter. */
function windows(lifetimeMs: number, jitter = 0) {
  const times = renewalTimes({ token: 't', expiresAtMs: 0, lifetimeMs }, jitter);
  return [-times.renewAtMs, -times.mustRenewAtMs, times.isRenewedUnasked];
}

test.each([
  ['a day', 1440 * MINUTE, 5 * MINUTE, 5 * SECOND, true],
  ['an hour', 60 * MINUTE, 5 * MINUTE, 5 * SECOND, true],
  ['ten minutes', 10 * MINUTE, 2 * MINUTE, 5 * SECOND, true],
  ['a minute', MINUTE, 12 * SECOND, 5 * SECOND, true],
  ['half a minute', 30 * SECOND, 6 * SECOND, 5 * SECOND, true],
  ['twenty seconds', 20 * SECOND, 5 * SECOND, 5 * SECOND, false],
  ['two seconds', 2 * SECOND, SECOND, SECOND, false],
])('a token of %s', (_what, lifetimeMs, renewAhead, mustRenew, unasked) => {
  expect(windows(lifetimeMs)).toEqual([renewAhead, mustRenew, unasked]);
});

test('jitter narrows the first window by up to a quarter, never below the second', () => {
  expect(windows(60 * MINUTE, 1)[0]).toBe(3.75 * MINUTE);
  expect(windows(30 * SECOND, 1)[0]).toBe(5 * SECOND);
});
