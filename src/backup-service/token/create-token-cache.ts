import type { Logger } from 'pino';
import type { Observe } from '../../domain/events.ts';
import { startSpan } from '../circuit-breaker/start-span.ts';
import { isBackupServiceError, LoginRejectedError } from '../errors.ts';
import { factsOf } from '../facts-of.ts';
import { createDeadlines } from '../http/create-deadlines.ts';
import { orAborted } from '../http/or-aborted.ts';
import { abortedWait } from '../http/to-service-error.ts';
import { createAlarm } from './create-alarm.ts';
import { createTokenSource, type HeldToken, type TokenSourceDeps } from './create-token-source.ts';

/** Of a login, its retries and its turn: less than a look-up's budget, so that those who wait hear why. */
const LOGIN_BUDGET_MS = 17_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;
const REFUSED_KEPT = 50;

/** The one current token of the service account. */
export interface TokenCache {
  /** At once while there is a good token; else waits for the one login in flight, no longer than the signal allows. */
  get(signal: AbortSignal): Promise<HeldToken>;
  /** The service refuses this token. Its successor, if there is one already, stays. */
  invalidate(token: string): void;
  /** The token held, or the one another replica has stored, if it is another than this. Never logs in. */
  adoptInsteadOf(token: string): Promise<HeldToken | undefined>;
  /** Logs in ahead of whoever asks first. Never fails: what goes wrong is logged and tried again later. */
  warmUp(): void;
  /** Whether `get` would answer at once. */
  isHeld(): boolean;
  /** Ends the login in flight, and renews no more behind anybody's back. */
  close(): Promise<void>;
}

export interface TokenCacheDeps extends Omit<TokenSourceDeps, 'isRefused' | 'random'> {
  readonly observe?: Observe;
  readonly log: Logger;
  /** From 0 to 1, for jitter. Default Math.random. */
  readonly random?: () => number;
}

/** Knows when a token is renewed and who waits for it. How to log in is not its business, nor what a 401 is. */
export function createTokenCache(deps: TokenCacheDeps): TokenCache {
  const { now, observe = () => {}, log, random = Math.random } = deps;
  const refused = new Set<string>();
  const source = createTokenSource({ ...deps, random, isRefused: (token) => refused.has(token) });
  const logins = createDeadlines();
  const alarm = createAlarm(now, renewBehind);
  let held: HeldToken | undefined;
  let flight: Promise<HeldToken> | undefined;
  let failures = 0;
  let noRetryForMs = () => 0;
  let isClosed = false;

  function hold(token: HeldToken): HeldToken {
    held = token;
    failures = 0;
    noRetryForMs = () => 0;
    if (token.isRenewedUnasked && !isClosed) alarm.setFor(token.renewAtMs);
    else alarm.clear();
    const expiresAt = new Date(token.expiresAtMs).toISOString();
    if (token.source === 'login') observe({ kind: 'token-renewed' });
    log.info({ source: token.source, expiresAt, lifetimeMs: token.lifetimeMs }, 'holding a new access token');
    return token;
  }

  function failed(error: unknown): never {
    if (isClosed) throw error;
    failures++;
    observe({ kind: 'token-renewal-failed' });
    const backOffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS) * (1 - random() / 4);
    const isRejected = error instanceof LoginRejectedError;
    const retryInMs = isRejected ? (error.retryAfterMs ?? LONGEST_RETRY_MS) : Math.round(backOffMs);
    noRetryForMs = startSpan(now, retryInMs);
    // Refused credentials wait for somebody who asks: a process left alone must not lock the account overnight.
    if (isRejected) alarm.clear();
    else alarm.setFor(now() + retryInMs);
    log.warn(
      { ...(isBackupServiceError(error) ? factsOf(error) : { err: error }), retryInMs },
      'no new access token',
    );
    throw error;
  }

  /** The only way to a new token, so that there is one login in flight whoever asks. */
  function renew(): Promise<HeldToken> {
    flight ??= logins
      .within(LOGIN_BUDGET_MS, (deadline) => source.obtain(held, deadline))
      .then(hold)
      .catch(failed)
      .finally(() => {
        flight = undefined;
      });
    return flight;
  }

  function renewBehind(): void {
    if (isClosed || flight || noRetryForMs() > 0) return;
    renew().catch(() => undefined); // `failed` has logged it and set the alarm for another try.
  }

  return {
    async get(signal) {
      if (held === undefined || now() >= held.mustRenewAtMs) {
        const facts = { operation: 'login', waitingFor: 'token' } as const;
        return orAborted(renew(), signal, () => abortedWait(signal, facts));
      }
      if (now() >= held.renewAtMs) renewBehind();
      return held;
    },
    invalidate(token) {
      refused.add(token);
      for (const oldest of refused) if (refused.size > REFUSED_KEPT) refused.delete(oldest);
      if (held?.token !== token) return;
      held = undefined;
      alarm.clear();
    },
    async adoptInsteadOf(token) {
      if (held && held.token !== token) return held;
      const other = await source.readShared(held);
      return other && hold(other);
    },
    warmUp() {
      if (held === undefined) renewBehind();
    },
    isHeld: () => held !== undefined && now() < held.mustRenewAtMs,
    async close() {
      isClosed = true;
      alarm.clear();
      logins.abort();
      await logins.ended();
    },
  };
}
