import { expect, test } from 'vitest';
import type { Fault } from '../../sandbox/backup-service/reply.ts';
import { answer } from '../support/people.ts';
import { EARLIER_ANSWER, FINE, inOrder } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const { failure } = words;
const unavailable = (reason: keyof typeof failure.unavailable) =>
  inOrder(failure.unavailable[reason](undefined).what);
const [NO_ANSWER, BAD_RESPONSE] = [unavailable('no-answer'), unavailable('bad-response')];
const [TOO_MANY, SIGN_IN] = [unavailable('busy'), unavailable('login-rejected')];
const CANNOT_TELL = inOrder('[…]');
/** Refusals that the service gives for one account. */
const refused = (kind: 'not-found' | 'forbidden') => inOrder(failure[kind].what);

/** The earlier answer, and what went wrong. */
const earlierAnd = (problem: RegExp) => inOrder(problem, EARLIER_ANSWER, FINE);

/** What a person reads for an unknown account, for one answered before, and if the login fails with the same fault. */
type Row = readonly [fault: Fault, unknown: RegExp, known?: RegExp, login?: RegExp];

/** Faults that are retried within the budget. The last two may still keep a sign-in waiting when the next row begins. */
const TRIED_AGAIN: readonly Row[] = [
  ...[500, 502, 503, 504].map((status): Row => [{ kind: 'status', status }, NO_ANSWER]),
  [{ kind: 'html-page' }, NO_ANSWER],
  [{ kind: 'reset' }, NO_ANSWER],
  [{ kind: 'reset', when: 'mid-body' }, NO_ANSWER],
  [{ kind: 'hang' }, NO_ANSWER],
  [{ kind: 'slow-drip' }, NO_ANSWER],
];

const IN_TWO_MINUTES = new Date(Date.now() + 120_000).toUTCString();

const ONCE: readonly Row[] = [
  [{ kind: 'status', status: 503, headers: { 'retry-after': '60' } }, NO_ANSWER],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, TOO_MANY],
  [{ kind: 'status', status: 429, headers: { 'retry-after': IN_TWO_MINUTES } }, TOO_MANY],
  ...[200, 400, 401, 403, 404].map((status): Row => [{ kind: 'html-page', status }, BAD_RESPONSE]),
  [{ kind: 'truncated-json' }, BAD_RESPONSE],
  [{ kind: 'not-an-object' }, BAD_RESPONSE],
  [{ kind: 'huge' }, BAD_RESPONSE],
  [{ kind: 'huge', isDeclared: true }, BAD_RESPONSE],
  [{ kind: 'status', status: 302, headers: { location: '/elsewhere' } }, BAD_RESPONSE],
  [{ kind: 'status', status: 204 }, BAD_RESPONSE],
  [{ kind: 'gzip' }, inOrder(FINE), inOrder(FINE), inOrder(FINE)],
  [{ kind: 'wrong-types' }, CANNOT_TELL, CANNOT_TELL, BAD_RESPONSE],
  [{ kind: 'status', status: 400 }, refused('not-found'), refused('not-found'), BAD_RESPONSE],
  [{ kind: 'status', status: 404 }, refused('not-found'), refused('not-found'), BAD_RESPONSE],
  [{ kind: 'status', status: 403 }, refused('forbidden'), refused('forbidden'), SIGN_IN],
  // The first account may be one that this sign-in may not read. A second one shows that the sign-in is refused.
  [{ kind: 'status', status: 401 }, refused('forbidden'), earlierAnd(SIGN_IN), SIGN_IN],
];

/** Why an answer could not be used, as the log names it. */
const REASONS = ['no-json-object', 'too-large', 'moved', 'not-the-service'];

test.each([
  ['retries', TRIED_AGAIN, 200],
  ['does not retry', ONCE, 60_000],
])(
  'shows what went wrong for each fault that the app %s, and the earlier answer if there is one',
  async (_what, rows, budgetMs) => {
    const setup = { standsAtMs: Date.now(), lookup: { freshForMs: 0, budgetMs } };
    // A socket that reconnects while the clock jumps must not find its ticket expired.
    const slackOptions = { now: Date.now };
    const { ada, service, clock, logLines } = await startBot({ transport: 'socket', slackOptions, ...setup });
    const answered = (id: string) => expect.poll(() => answer(ada, id)).toContain(FINE);
    const isOver = () => {
      service.clearFaults();
      // Ends every pause of the service and of the app. No token is renewed meanwhile.
      clock.advance(20 * 60_000);
    };
    for (const [at, [fault, unknown, known = earlierAnd(unknown), login = unknown]] of rows.entries()) {
      const what = JSON.stringify(fault);
      await answered('1001');
      service.addFault(fault, { operation: 'general-info' });
      expect(await answer(ada, `load-${at}`), what).toMatch(unknown);
      const sent = service.requests.filter(({ accountId }) => accountId === `load-${at}`);
      // Once more with a new token.
      const isTokenRefused = fault.kind === 'status' && fault.status === 401;
      if (rows === ONCE) expect(sent, what).toHaveLength(isTokenRefused ? 2 : 1);
      expect(await answer(ada, '1001'), what).toMatch(known);
      isOver();
      await answered('1001');
      service.addFault(fault, { operation: 'login' });
      service.revokeTokens();
      expect(await answer(ada, `load-${rows.length + at}`), `login: ${what}`).toMatch(login);
      isOver();
    }
    await answered('1001');
    const logged = new Set(logLines.map(({ reason }) => reason));
    if (rows === ONCE) for (const reason of REASONS) expect(logged).toContain(reason);
    const refusals = logLines.filter(({ msg }) => msg.startsWith('LOGIN REFUSED'));
    expect(refusals).toHaveLength(rows.filter(([, , , login]) => login === SIGN_IN).length);
  },
);
