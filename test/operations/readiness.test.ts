import { expect, test } from 'vitest';
import { checkReadiness, type Health } from '../../src/operations/readiness.ts';

const LEVELS = { critical: 1, attention: 0, unknown: 0, healthy: 2 };
const WATCHED = { accounts: 3, levels: LEVELS, brokenChannels: 0, lateMs: 600_000 };
const WELL: Health = {
  phase: 'running',
  transport: 'socket',
  slack: { connections: () => 2, tokenRefusal: () => undefined },
  service: { hasToken: true },
  store: storeWith(),
  nowMs: 1_000_000,
};

function storeWith(figures = async () => WATCHED, ping = async () => {}) {
  return { ping, watchStore: { figures, readStates: async () => [] } };
}

test('all is well', async () => {
  const { ready, parts } = await checkReadiness(WELL);
  expect(ready).toBe(true);
  expect(Object.values(parts).map(({ why }) => why)).toEqual([
    'running',
    '2 sockets connected',
    'token in hand',
    'answers',
    '3 accounts watched',
  ]);
});

test.each<[keyof Awaited<ReturnType<typeof checkReadiness>>['parts'], Partial<Health>, string]>([
  ['process', { phase: 'starting' }, 'starting'],
  ['process', { phase: 'stopping' }, 'stopping'],
  ['slack', { slack: { connections: () => 0, tokenRefusal: () => undefined } }, 'no socket connected'],
  ['slack', { transport: 'http', slack: undefined }, 'not listening'],
  [
    'slack',
    { slack: { connections: () => 2, tokenRefusal: () => 'token_revoked' } },
    'Slack refuses the bot token: token_revoked',
  ],
  ['service', { service: { hasToken: false } }, 'no token, and no answer lately'],
  ['service', { service: { hasToken: false, answeredAtMs: 699_000 } }, 'no token, and no answer lately'],
  [
    'service',
    { service: { hasToken: true, failing: { sinceMs: 0, reason: 'no-answer' } } },
    'look-ups fail since 1970-01-01T00:00:00.000Z: no-answer',
  ],
  [
    'watch',
    { store: storeWith(async () => ({ ...WATCHED, lateMs: 660_000 })) },
    'something has been due for 11 minutes',
  ],
  ['watch', { store: storeWith(() => Promise.reject(new Error('down'))) }, 'the database does not answer'],
  [
    'database',
    { store: storeWith(undefined, () => Promise.reject(new Error('ada@customer.example'))) },
    'the database does not answer',
  ],
  [
    'database',
    { store: storeWith(undefined, () => new Promise(() => {})) },
    'the database did not answer in time',
  ],
])('%s: %j', async (part, change, why) => {
  const { ready, parts } = await checkReadiness({ ...WELL, ...change });
  // Without service or database people still get an answer; without Slack nobody does.
  expect(ready).toBe(part === 'service' || part === 'database' || part === 'watch');
  expect(parts[part]).toEqual({ ok: false, why });
  const others = Object.entries(parts).filter(([name]) => name !== part);
  expect(others.every(([, { ok }]) => ok)).toBe(true);
});

test('without a token an answer of the last minutes will do', async () => {
  const { parts } = await checkReadiness({ ...WELL, service: { hasToken: false, answeredAtMs: 940_000 } });
  expect(parts.service.ok).toBe(true);
});

test('until the parts are open each says so', async () => {
  const { ready, parts } = await checkReadiness({ phase: 'starting', transport: 'socket', nowMs: 1e12 });
  expect(ready).toBe(false);
  expect(Object.values(parts).map(({ why }) => why)).toEqual([
    'starting',
    'no socket connected',
    'no token, and no answer lately',
    'not open',
    'not open',
  ]);
});
