import { expect, test } from 'vitest';
import { renewalTimes } from '../../../src/backup-service/token/access-token.ts';

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
  ['half a minute', 30 * SECOND, 8 * SECOND, 5 * SECOND, true],
  ['twenty seconds', 20 * SECOND, 7 * SECOND, 5 * SECOND, false],
  ['two seconds', 2 * SECOND, 1_200, SECOND, false],
])('a token of %s', (_what, lifetimeMs, renewAhead, mustRenew, unasked) => {
  expect(windows(lifetimeMs)).toEqual([renewAhead, mustRenew, unasked]);
});

test('jitter narrows the first window by up to a quarter, never so far that somebody has to wait', () => {
  expect(windows(60 * MINUTE, 1)[0]).toBe(3.75 * MINUTE);
  expect(windows(30 * SECOND, 1)[0]).toBe(8 * SECOND);
});

test('there is always time to renew behind the backs of those who ask, however short a token lives', () => {
  for (const lifetimeMs of [500, 2 * SECOND, 10 * SECOND, 25 * SECOND, 30 * SECOND, MINUTE, 60 * MINUTE]) {
    for (const jitter of [0, 0.5, 1]) {
      const { renewAtMs, mustRenewAtMs } = renewalTimes({ token: 't', expiresAtMs: 0, lifetimeMs }, jitter);
      expect(mustRenewAtMs - renewAtMs).toBeGreaterThanOrEqual(
        lifetimeMs > MINUTE ? MINUTE : lifetimeMs / 24,
      );
    }
  }
});
