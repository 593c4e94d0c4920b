import type { Keyv } from 'keyv';
import type { Account } from '../../src/account/account.ts';
import { within } from '../../src/async.ts';
import { createLastAnswers } from '../../src/lookup/last-answers.ts';
import { createLookups, type LookupDeps } from '../../src/lookup/lookup-backup-status.ts';
import { ServiceError, type ServiceErrorCode } from '../../src/service/errors.ts';
import { accountWith, HOUR_MS, NOW_MS, THRESHOLDS } from '../account/accounts.ts';
import { captureLog } from '../support/capture-log.ts';

const BUDGET_MS = 20_000;
export const FRESH_FOR_MS = 15_000;

/** An e-mail address that must not be in any log line. */
export const EMAIL = 'customer@acme.example';

/** Failures of the service. */
export const errorOf = (code: ServiceErrorCode) => new ServiceError(code, { operation: 'general-info' });
export const DOWN = new ServiceError('network', { operation: 'general-info', reason: 'ECONNREFUSED' });

/** The next answer of the service: an account, or an error to throw. */
export type Reply = (id: string) => Promise<Account>;

export const answering: Reply = async (id) => accountWith({ id, email: EMAIL, sent: { email: EMAIL } });
export const failing =
  (error: unknown): Reply =>
  () =>
    Promise.reject(error);

/** Look-ups whose service, clock and log the test controls. */
export function createBench(given: Partial<LookupDeps> & { readonly store?: Keyv } = {}) {
  const clock = { nowMs: NOW_MS };
  const service = { reply: answering, asked: [] as string[], isDown: false };
  const { log, lines } = captureLog();
  const now = () => clock.nowMs;
  const lastAnswers = createLastAnswers({ now, log }, 24 * HOUR_MS, given.store);
  const lookups = createLookups({
    // As the client of the service does: an answer or a failure within the budget.
    readAccount: async (id, { budgetMs }) => {
      service.asked.push(id);
      const done = await within(service.reply(id), budgetMs);
      if (done === undefined) throw errorOf('timeout');
      return done.value;
    },
    health: () => ({ isOpen: service.isDown }),
    lastAnswers,
    rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    freshForMs: FRESH_FOR_MS,
    budgetMs: BUDGET_MS,
    now,
    log,
    ...given,
  } satisfies LookupDeps);
  return { ...lookups, service, clock, lines, lastAnswers };
}
