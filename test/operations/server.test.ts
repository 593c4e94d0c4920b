import { expect, onTestFinished, test, vi } from 'vitest';
import type { CheckUp } from '../../src/lookup/check-up.ts';
import { createOperations, type Health, readinessOf } from '../../src/operations/server.ts';
import type { Settings } from '../../src/settings.ts';
import { captureLog } from '../support/capture-log.ts';

const LEVELS = { critical: 1, attention: 0, unknown: 0, healthy: 2 };
const NEVER = { outageSinceMs: undefined, aliveAtMs: undefined };
const WATCHED = { accounts: 3, levels: LEVELS, brokenChannels: 0, lateMs: 600_000, ...NEVER };
const slackWith = (open: number, refusal?: string) => ({
  connections: () => open,
  tokenRefusal: () => refusal,
});
const WELL: Health = { phase: 'running', slack: slackWith(2) };
const CHECKED = { hasToken: true, watch: WATCHED } as CheckUp;

type Parts = ReturnType<typeof readinessOf>['parts'];
const notOk = (parts: Parts) => Object.keys(parts).filter((name) => !parts[name as keyof Parts].ok);

test('is ready when every part works', () => {
  const { ready, parts } = readinessOf(WELL, CHECKED);
  expect([ready, notOk(parts)]).toEqual([true, []]);
  expect(parts).toMatchObject({ slack: { connections: 2 }, watch: { accounts: 3, brokenChannels: 0 } });
});

// The states that a whole app can be brought into are in test/flow/readiness.test.ts.
test.each<[keyof Parts, Partial<Health>, Partial<CheckUp>, object]>([
  ['process', { phase: 'starting' }, {}, { phase: 'starting' }],
  ['process', { phase: 'stopping' }, {}, { phase: 'stopping' }],
  ['slack', { slack: slackWith(0) }, {}, { connections: 0 }],
  ['slack', { slack: slackWith(2, 'token_revoked') }, {}, { tokenRefusal: 'token_revoked' }],
  ['service', {}, { hasToken: false }, { hasToken: false }],
  ['watch', {}, { watch: { ...WATCHED, lateMs: 660_000 } }, { lateSeconds: 660 }],
  [
    'watch',
    {},
    { watch: { ...WATCHED, outageSinceMs: 0 } },
    { accounts: 3, outageSince: '1970-01-01T00:00:00.000Z' },
  ],
])('%s: %j %j', (part, health, checked, known) => {
  const { ready, parts } = readinessOf({ ...WELL, ...health }, { ...CHECKED, ...checked });
  // Without service or database people still get an answer; without Slack nobody does.
  expect(ready).toBe(part === 'service' || part === 'watch');
  expect(parts[part]).toMatchObject({ ok: false, ...known });
  expect(notOk(parts)).toEqual([part]);
});

test('accepts late reads when nothing is watched', () => {
  const { parts } = readinessOf(WELL, { ...CHECKED, watch: { ...WATCHED, accounts: 0, lateMs: 660_000 } });
  expect(notOk(parts)).toEqual([]);
});

test('no part is ok before it is open', () => {
  const { ready, parts } = readinessOf({ phase: 'starting' }, undefined);
  expect([ready, notOk(parts)]).toEqual([false, ['process', 'slack', 'service', 'database', 'watch']]);
});

type CheckingUp = NonNullable<Health['checkUp']>;
async function serve(host = '127.0.0.1', checkUp: CheckingUp = async () => CHECKED): Promise<string> {
  const settings = { OPERATIONS_HOST: host, ACCOUNT_METRICS: 'off' } as Settings;
  const health = () => ({ ...WELL, checkUp });
  const operations = createOperations(settings, 0, health, captureLog().log);
  const port = await operations.start();
  onTestFinished(operations.stop);
  return `http://127.0.0.1:${port}`;
}

// Kubernetes waits for a second by default.
test('a probe gives the database half a second, and signs in nowhere', async () => {
  const checkUp = vi.fn<CheckingUp>(async () => CHECKED);
  const answer = await fetch(`${await serve(undefined, checkUp)}/readyz`);
  expect(answer.status).toBe(200);
  expect(checkUp.mock.calls).toEqual([[500, false]]);
});

test('an address of another machine fails the start, with what to set', async () => {
  await expect(serve('192.0.2.1')).rejects.toThrow(
    'OPERATIONS_PORT 0 on OPERATIONS_HOST 192.0.2.1 cannot be listened on (EADDRNOTAVAIL). Choose a free port, 0 for any, or off, or a host of this machine.',
  );
});

test.each([
  ['GET', '/', 404],
  ['GET', '/toString', 404],
  ['GET', '/metrics/', 404],
  ['HEAD', '/healthz', 200],
])('answers %s %s with %i and a short text', async (method, path, status) => {
  const answer = await fetch((await serve()) + path, { method });
  expect(answer.status).toBe(status);
  expect((await answer.text()).length).toBeLessThan(30);
});
