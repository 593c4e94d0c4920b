import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createSettings } from '../../../sandbox/backup-service/settings.ts';
import { createTokens } from '../../../sandbox/backup-service/tokens.ts';
import { EVENING_MS } from './ask.ts';

function setUp(nowMs = EVENING_MS) {
  const clock = { nowMs };
  const settings = createSettings({ tokenLifetimeMs: 90_500 });
  const tokens = createTokens({ now: () => clock.nowMs, settings: settings.get, resellerId: 77 });
  return { clock, settings, tokens };
}

test('a token is a JWT that says when it was issued and when it expires', async () => {
  const { token, expiresAtMs } = await setUp().tokens.issue();
  expect(expiresAtMs).toBe(EVENING_MS + 90_500);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(decodeJwt(token)).toEqual({
    jti: '1',
    resellerId: 77,
    iat: Math.floor(EVENING_MS / 1000),
    exp: (EVENING_MS + 90_500) / 1000,
  });
});

test('a token is good up to the last millisecond of its life and no longer', async () => {
  const { clock, tokens } = setUp();
  const { token, expiresAtMs } = await tokens.issue();
  clock.nowMs = expiresAtMs - 1;
  expect(await tokens.isValid(token)).toBe(true);
  clock.nowMs = expiresAtMs;
  expect(await tokens.isValid(token)).toBe(false);
});

test.each([Date.UTC(2001, 0), Date.UTC(2099, 0)])(
  'only the clock of the service counts: %d',
  async (nowMs) => {
    const { clock, tokens } = setUp(nowMs);
    const { token, expiresAtMs } = await tokens.issue();
    expect(await tokens.isValid(token)).toBe(true);
    clock.nowMs = expiresAtMs;
    expect(await tokens.isValid(token)).toBe(false);
  },
);

test('a token keeps the lifetime it was issued with', async () => {
  const { clock, settings, tokens } = setUp();
  const { token } = await tokens.issue();
  settings.set({ tokenLifetimeMs: 1 });
  clock.nowMs += 90_000;
  expect(await tokens.isValid(token)).toBe(true);
});

test('earlier tokens live on, unless there may be only one', async () => {
  const { settings, tokens } = setUp();
  const first = await tokens.issue();
  const second = await tokens.issue();
  expect(await tokens.isValid(first.token)).toBe(true);
  settings.set({ singleToken: true });
  expect(await tokens.isValid(second.token)).toBe(true);
  const third = await tokens.issue();
  expect(await tokens.isValid(first.token)).toBe(false);
  expect(await tokens.isValid(second.token)).toBe(false);
  expect(await tokens.isValid(third.token)).toBe(true);
});

test('of two logins at once, one token survives when there may be only one', async () => {
  const { settings, tokens } = setUp();
  settings.set({ singleToken: true });
  const issued = await Promise.all([tokens.issue(), tokens.issue()]);
  const valid = await Promise.all(issued.map(({ token }) => tokens.isValid(token)));
  expect(valid).toEqual([false, true]);
});

test('revoking kills every token so far, not the next one', async () => {
  const { tokens } = setUp();
  const { token } = await tokens.issue();
  tokens.revokeAll();
  expect(await tokens.isValid(token)).toBe(false);
  expect(await tokens.isValid((await tokens.issue()).token)).toBe(true);
});

describe('a token is refused', () => {
  const claims = { jti: '1', exp: 4_000_000_000 };
  const foreign = () => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));

  test.each([
    ['that is no JWT', async () => 'abc'],
    ['that is empty', async () => ''],
    ['that nobody signed', async () => new UnsecuredJWT(claims).encode()],
    ['signed with another key', foreign],
    ['of another server', async () => (await setUp().tokens.issue()).token],
  ])('%s', async (_case, forge) => {
    const { tokens } = setUp();
    await tokens.issue();
    expect(await tokens.isValid(await forge())).toBe(false);
  });

  test('whose claims were changed', async () => {
    const { tokens } = setUp();
    const { token } = await tokens.issue();
    const [head, , signature] = token.split('.');
    const longer = Buffer.from(JSON.stringify({ ...decodeJwt(token), exp: 4_000_000_000 })).toString(
      'base64url',
    );
    expect(await tokens.isValid(`${head}.${longer}.${signature}`)).toBe(false);
  });
});
