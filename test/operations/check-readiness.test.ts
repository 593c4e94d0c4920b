import { expect, test } from 'vitest';
import { checkReadiness, type Health } from '../../src/operations/check-readiness.ts';

const LEVELS = { critical: 1, attention: 0, unknown: 0, healthy: 2 };
const WATCHED = { accounts: 3, levels: LEVELS, brokenChannels: 0, lateMs: 600_000 };
const WELL: Health = {
  phase: 'running',
  transport: 'socket',
  slackConnections: 2,
  slackTokenRefusal: undefined,
  hasToken: true,
  serviceAnsweredAgoMs: undefined,
  failing: undefined,
  breaker: 'closed',
  pingDatabase: async () => {},
  watchFigures: async () => WATCHED,
};

test('all is well', async () => {
  const { isReady, parts } = await checkReadiness(WELL);
  expect(isReady).toBe(true);
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
  ['slack', { slackConnections: 0 }, 'no socket connected'],
  ['slack', { transport: 'http', slackConnections: 0 }, 'not listening'],
  ['slack', { slackTokenRefusal: () => 'token_revoked' }, 'Slack refuses the bot token: token_revoked'],
  ['service', { hasToken: false }, 'no token, and no answer lately'],
  ['service', { hasToken: false, serviceAnsweredAgoMs: 301_000 }, 'no token, and no answer lately'],
  [
    'service',
    { failing: { sinceMs: 0, reason: 'no-answer' } },
    'look-ups fail since 1970-01-01T00:00:00.000Z: no-answer',
  ],
  ['watch', { watchFigures: undefined }, 'not open'],
  [
    'watch',
    { watchFigures: async () => ({ ...WATCHED, lateMs: 660_000 }) },
    'something has been due for 11 minutes',
  ],
  [
    'watch',
    { watchFigures: () => Promise.reject(new Error('down')) },
    'not known: the database does not answer',
  ],
  ['database', { pingDatabase: undefined }, 'not open'],
  ['database', { pingDatabase: () => Promise.reject(new Error('ada@customer.example')) }, 'does not answer'],
  ['database', { pingDatabase: () => new Promise(() => {}) }, 'no answer in time'],
])('%s: %j', async (part, change, why) => {
  const { isReady, parts } = await checkReadiness({ ...WELL, ...change });
  // Without service or database people still get an answer; without Slack nobody does.
  expect(isReady).toBe(part === 'service' || part === 'database' || part === 'watch');
  expect(parts[part]).toEqual({ isOk: false, why });
  const others = Object.entries(parts).filter(([name]) => name !== part);
  expect(others.every(([, { isOk }]) => isOk)).toBe(true);
});

test('without a token an answer of the last minutes will do', async () => {
  const { parts } = await checkReadiness({ ...WELL, hasToken: false, serviceAnsweredAgoMs: 60_000 });
  expect(parts.service.isOk).toBe(true);
});
