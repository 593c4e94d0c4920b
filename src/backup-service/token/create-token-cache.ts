import { AsyncResource } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createSingleFlight, startCountdown } from '../../async.ts';
import type { Observe } from '../../domain/events.ts';
import { factsOf, isBackupServiceError, LoginRejectedError } from '../errors.ts';
import { orAborted } from '../http/abort.ts';
import { createDeadlines, type Deadline } from '../http/create-deadlines.ts';
import type { AccessToken } from './access-token.ts';
import type { SharedToken } from './create-shared-token.ts';
import { createTokenSource, type HeldToken } from './create-token-source.ts';

/** Of a login, its retries and its lock: less than a look-up's budget, so that those who wait learn the reason. */
const LOGIN_BUDGET_MS = 17_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;
const REFUSED_KEPT = 50;

/** The one current token of the service account. */
export type TokenCache = ReturnType<typeof createTokenCache>;

interface TokenCacheDeps {
  readonly login: (deadline: Deadline) => Promise<AccessToken>;
  /** Absent: the token stays in this process. */
  readonly shared: SharedToken | undefined;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

/** Decides when a token is renewed and who waits for it. It does not know how to log in or what a 401 is. */
export function createTokenCache(deps: TokenCacheDeps) {
  const { login, shared, now, observe = () => {}, log } = deps;
  const refused = new LRUCache<string, true>({ max: REFUSED_KEPT });
  const source = createTokenSource({ login, shared, isRefused: (token) => refused.has(token), now });
  const logins = createDeadlines();
  let held: HeldToken | undefined;

  /** The only way to a new token, so that there is one login in flight. */
  const renewOnce = createSingleFlight(() =>
    logins.within(LOGIN_BUDGET_MS, (deadline) => source.obtain(held, deadline)).then(hold, failed),
  );
  const renew = () => renewOnce('').result;
  const background = createBackgroundRenewal(renew, now);

  function hold(token: HeldToken): HeldToken {
    held = token;
    background.renewed(token);
    const expiresAt = new Date(token.expiresAtMs).toISOString();
    if (token.source === 'login') observe({ kind: 'token-renewed' });
    log.info({ source: token.source, expiresAt, lifetimeMs: token.lifetimeMs }, 'holding a new access token');
    return token;
  }

  function failed(error: unknown): never {
    const retryInMs = background.failed(error);
    if (retryInMs === undefined) throw error;
    observe({ kind: 'token-renewal-failed' });
    const facts = isBackupServiceError(error) ? factsOf(error) : { err: error };
    log.warn({ ...facts, retryInMs }, 'no new access token');
    throw error;
  }

  return {
    /** At once while there is a good token; else waits for the one login in flight, no longer than the signal allows. */
    async get(signal: AbortSignal) {
      if (held === undefined || now() >= held.mustRenewAtMs)
        return orAborted(renew(), signal, { operation: 'login', waitingFor: 'token' });
      if (now() >= held.renewAtMs) background.start();
      return held;
    },
    /** The service refuses this token. Its successor, if there is one already, stays. */
    invalidate(token: string) {
      refused.set(token, true);
      if (held?.token !== token) return;
      held = undefined;
      background.cancel();
    },
    /** The token held, or the one another replica has stored, if it is another than this. Never logs in. */
    async adoptInsteadOf(token: string) {
      if (held && held.token !== token) return held;
      const other = await source.readShared(held);
      return other && hold(other);
    },
    /** Logs in before anybody asks. Never fails: errors are logged, and it is tried again later. */
    warmUp: () => void (held ?? background.start()),
    /** Whether `get` would answer at once. */
    isHeld: () => held !== undefined && now() < held.mustRenewAtMs,
    /** Ends the login in flight, and renews no more in the background. */
    async close() {
      background.close();
      logins.abort();
      await logins.ended();
    },
  };
}

/** Renews ahead of expiry even when nobody asks, and again after a failure, at growing distances. */
function createBackgroundRenewal(renew: () => Promise<unknown>, now: () => number) {
  const scheduler = createScheduler(now, start);
  let failures = 0;
  let noRetryForMs = () => 0;
  let isClosed = false;

  /** Renews now, unless that has failed moments ago. */
  function start(): void {
    if (isClosed || noRetryForMs() > 0) return;
    renew().catch(() => undefined); // It has been logged, and another try is scheduled.
  }

  return {
    start,
    renewed(token: HeldToken): void {
      failures = 0;
      noRetryForMs = () => 0;
      if (token.isRenewedUnasked && !isClosed) scheduler.set(token.renewAtMs);
      else scheduler.clear();
    },
    /** Returns after how long to try again; undefined once closed. */
    failed(error: unknown): number | undefined {
      if (isClosed) return undefined;
      failures++;
      const retryInMs = retryDelay(error, failures);
      noRetryForMs = startCountdown(now, retryInMs);
      // After refused credentials the next login waits for a request: an idle process must not lock the account.
      if (error instanceof LoginRejectedError) scheduler.clear();
      else scheduler.set(now() + retryInMs);
      return retryInMs;
    },
    cancel: () => scheduler.clear(),
    close(): void {
      isClosed = true;
      scheduler.clear();
    },
  };
}

function retryDelay(error: unknown, failures: number): number {
  if (error instanceof LoginRejectedError) return error.retryAfterMs ?? LONGEST_RETRY_MS;
  const backOffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  return Math.round(backOffMs * (1 - Math.random() / 4));
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const SHORTEST_TIMER_MS = 10;

/** One timer, set to a moment of the clock given. Keeps no process alive. */
export interface Scheduler {
  /** Replaces what was set before. */
  set(atMs: number): void;
  clear(): void;
}

/**
 * Calls `onDue` at the moment set, not before by that clock, however far off: Node's own timers overflow after 24 days.
 * If the clock was set back behind the moment of setting, it is called when the time is up all the same.
 */
export function createScheduler(now: () => number, onDue: () => void): Scheduler {
  // A request may set the timer: what the timer does hours later must not be logged as part of that request.
  const callOnDue = AsyncResource.bind(onDue);
  let timer: NodeJS.Timeout | undefined;
  const set = (atMs: number) => {
    clearTimeout(timer);
    const setAtMs = now();
    const delayMs = Math.min(Math.max(atMs - setAtMs, SHORTEST_TIMER_MS), LONGEST_TIMER_MS);
    const isAhead = () => now() >= setAtMs && now() < atMs;
    timer = setTimeout(() => (isAhead() ? set(atMs) : callOnDue()), delayMs);
    timer.unref();
  };
  return { set, clear: () => clearTimeout(timer) };
}
