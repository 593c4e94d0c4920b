import { describe, expect, test } from 'vitest';
import { parseExpiry } from '../../../src/backup-service/token/log-in.ts';

const ISSUED_MS = Date.parse('2026-11-21T08:00:00Z');
const jwt = (payload: string) => `head.${Buffer.from(payload).toString('base64url')}.sign`;
const expiry = (expiresAt: string | undefined, token = 'opaque') =>
  parseExpiry({ token, expiresAt, issuedAtMs: ISSUED_MS });

describe('how long a token lives', () => {
  test.each([
    ['2026-11-21T12:00:00+03:00', '+03:00'],
    ['2026-11-21T12:00:00.000+03:00', '+03:00'],
    ['2026-11-21T12:00:00+0300', '+03:00'],
    ['2026-11-21T05:30-03:30', '-03:30'],
    ['2026-11-21T09:00:00Z', '+00:00'],
  ])('%s: an hour, and the offset is %s', (expiresAt, utcOffset) => {
    expect(expiry(expiresAt)).toEqual({
      lifetimeMs: 3_600_000,
      serviceExpiresAtMs: Date.parse('2026-11-21T09:00:00Z'),
      utcOffset,
    });
  });

  test.each([undefined, '', 'tomorrow', '2026-11-21T12:00:00', '2026-13-45T12:00:00+03:00', '1795240886'])(
    'when expiresAt is %o the exp of the JWT decides, and the offset is unknown',
    (expiresAt) => {
      const token = jwt(JSON.stringify({ exp: ISSUED_MS / 1000 + 1800 }));
      expect(expiry(expiresAt, token)).toEqual({ lifetimeMs: 1_800_000 });
    },
  );

  test('expiresAt wins over exp', () => {
    const token = jwt(JSON.stringify({ exp: ISSUED_MS / 1000 + 1800 }));
    expect(expiry('2026-11-21T12:00:00+03:00', token).lifetimeMs).toBe(3_600_000);
  });

  test.each([
    'opaque',
    'a.b',
    'a.!!.c',
    jwt('not json'),
    jwt('null'),
    jwt('{"exp":"soon"}'),
    jwt('{"exp":-1}'),
  ])('with nothing to go by (%s) it is one cautious minute', (token) => {
    expect(expiry(undefined, token)).toEqual({ lifetimeMs: 60_000 });
  });

  test('dead on arrival is one cautious minute, and its offset still counts', () => {
    expect(expiry('2026-11-21T10:00:00+03:00')).toMatchObject({ lifetimeMs: 60_000, utcOffset: '+03:00' });
    expect(expiry(undefined, jwt(JSON.stringify({ exp: 1 })))).toEqual({ lifetimeMs: 60_000 });
  });

  test('"never" is a year at most', () => {
    expect(expiry('9999-12-31T23:59:59+00:00').lifetimeMs).toBe(365 * 86_400_000);
    expect(expiry(undefined, jwt('{"exp":1e300}')).lifetimeMs).toBe(365 * 86_400_000);
  });
});
