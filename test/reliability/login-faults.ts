import type { Fault } from '../../sandbox/backup-service/faults.ts';
import { FINE, UNCHECKED } from '../support/phrases.ts';
import { ALWAYS_ASK, BETWEEN, EARLIER, FAILURE, type FaultRow, LIVE } from './fault-row.ts';
import { ask, eventually } from './world.ts';

const SIGN_IN = /sign-in refused/;
const DAY_MS = 86_400_000;

/** The login fails in this way, and everything else works. */
const failing = (name: string, fault: Fault, reads: RegExp = FAILURE): FaultRow => ({
  fault: `login: ${name}`,
  given: 'no token',
  before: ({ service }) => service.addFault(fault, { operation: 'login' }),
  reads,
});

/** What can go wrong with signing in, and with the token in hand. */
export const loginFaults: readonly FaultRow[] = [
  {
    fault: 'wrong password',
    given: 'no token',
    world: { env: { BACKUP_SERVICE_PASSWORD: 'not-the-password' } },
    reads: SIGN_IN,
  },
  {
    fault: 'wrong password',
    given: 'the second person to ask',
    world: { env: { BACKUP_SERVICE_PASSWORD: 'not-the-password' } },
    setUp: ({ bora }) => ask(bora, '/backup-status 1001'),
    reads: SIGN_IN,
  },
  failing('400', { kind: 'status', status: 400 }),
  failing('403', { kind: 'status', status: 403 }),
  failing('404', { kind: 'status', status: 404 }),
  failing('500', { kind: 'status', status: 500 }),
  failing('a proxy’s HTML page', { kind: 'html-page' }),
  failing('a proxy’s HTML page, 403', { kind: 'html-page', status: 403 }, BETWEEN),
  failing('truncated JSON', { kind: 'truncated-json' }),
  failing('every field of a wrong type', { kind: 'wrong-types' }),
  failing('a token with a line break in it', { kind: 'not-an-object', value: { token: 'a\r\nb' } }),
  failing('connection reset', { kind: 'reset' }),
  failing('no answer, ever', { kind: 'hang' }),
  failing('429, Retry-After 1 h', { kind: 'rate-limited', retryAfterSeconds: 3_600 }),
  failing(
    '429, Retry-After 999999999 s',
    { kind: 'rate-limited', retryAfterSeconds: 999_999_999 },
    /Try again in 5\u00A0min/,
  ),
  {
    fault: 'the clock is set back a day',
    given: 'the bot had begun to wait after a refused login; two minutes later',
    world: { env: { BOT_CLOCK_AHEAD_MS: String(DAY_MS) } },
    before: ({ service }) => service.addFault({ kind: 'status', status: 401 }, { operation: 'login' }),
    async setUp({ bora, service, bot }) {
      await ask(bora, '/backup-status 1001');
      service.clearFaults();
      await bot().setClockAhead(0);
      await bot().setClockAhead(120_000);
    },
    reads: LIVE,
  },
  {
    fault: 'no login works any more',
    given: 'token in hand',
    async setUp({ service }) {
      await eventually(() => service.counts.logins || undefined);
      service.addFault({ kind: 'hang' }, { operation: 'login' });
    },
    reads: LIVE,
  },
  {
    fault: 'all tokens revoked',
    given: 'token in hand',
    async setUp({ bora, service }) {
      await ask(bora, '/backup-status 1002');
      service.revokeTokens();
    },
    reads: LIVE,
  },
  {
    fault: 'all tokens revoked, and no login works any more',
    given: 'token and an earlier answer',
    world: { env: ALWAYS_ASK },
    async setUp({ bora, service }) {
      await ask(bora, '/backup-status 1001');
      service.addFault({ kind: 'status', status: 503 }, { operation: 'login' });
      service.revokeTokens();
    },
    reads: EARLIER,
  },
  {
    fault: 'somebody else signs in, which kills our token',
    given: 'token in hand',
    world: { service: { singleToken: true } },
    async setUp({ bora, service }) {
      await ask(bora, '/backup-status 1002');
      const { username, password } = service;
      await fetch(`${service.url}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
    },
    reads: LIVE,
  },
  { fault: 'tokens live for one second', world: { service: { tokenLifetimeMs: 1_000 } }, reads: LIVE },
  {
    fault: 'the service’s clock is an hour ahead',
    given: 'no token',
    world: { service: { now: () => Date.now() + 3_600_000 } },
    // Its dates are an hour ahead of ours as well, and its backups two hours old.
    reads: LIVE,
  },
  {
    fault: 'the service’s clock is an hour behind',
    given: 'no token',
    world: { service: { now: () => Date.now() - 3_600_000 } },
    reads: LIVE,
  },
  {
    fault: 'the service’s clock is an hour behind, and it sends no Date header',
    given: 'no token',
    world: { service: { now: () => Date.now() - 3_600_000, omitDateHeader: true } },
    reads: new RegExp(`${FINE}|${UNCHECKED}`),
  },
];
