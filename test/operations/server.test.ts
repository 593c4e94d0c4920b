import { expect, onTestFinished, test, vi } from 'vitest';
import type { CheckUp } from '../../src/lookup/check-up.ts';
import { createOperations, type Health, readinessOf } from '../../src/operations/server.ts';
import type { Settings } from '../../src/settings.ts';
import { captureLog } from '../support/capture-log.ts';

const LEVELS = { critical: 1, attention: 0, unknown: 0, healthy: 2 };
const NEVER = { aliveAtMs: undefined, outageSinceMs: undefined as number | undefined };
const WATCHED = { accounts: 3, levels: LEVELS, brokenChannels: 0, lateMs: 600_000, ...NEVER };
const WELL: Health = { phase: 'running', slack: { connections: () => 2, tokenRefusal: () => undefined } };
const CHECKED = { hasToken: true, watch: WATCHED } as CheckUp;

// The states that a whole app can be brought into are in test/flow: readiness, outage, stop, token-taken.
test.each<[Partial<typeof WATCHED>, known: object, isOk?: boolean]>([
  [{ lateMs: 660_000 }, { lateSeconds: 660 }],
  // Nothing is watched.
  [{ lateMs: 660_000, accounts: 0 }, { accounts: 0 }, true],
  [{ outageSinceMs: 0 }, { accounts: 3, outageSince: '1970-01-01T00:00:00.000Z' }],
])('people get an answer, whatever the state of the watches: %j', (changes, known, isOk = false) => {
  const { ready, parts } = readinessOf(WELL, { ...CHECKED, watch: { ...WATCHED, ...changes } });
  expect(ready).toBe(true);
  expect(parts).toMatchObject({ slack: { ok: true, connections: 2 }, watch: { ok: isOk, ...known } });
});

test('no part is ok before it is open', () => {
  const { ready, parts } = readinessOf({ phase: 'starting' }, undefined);
  expect([ready, ...Object.values(parts).map(({ ok }) => ok)]).toEqual(Array(6).fill(false));
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
