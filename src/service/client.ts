// service/ is the client of the Backup Account Service: sign-in, token, HTTP, and what an account looks like on the wire.
// It must never know Slack, verdicts, caches of answers or the words people read.
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { Agent, type Dispatcher, request } from 'undici';
import type { Account, ServiceZone } from '../account/account.ts';
import { startCountdown, within } from '../async.ts';
import type { Observe, ServiceCallResult } from '../operations/events.ts';
import { type AccessToken, parseLogin } from './access-token.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { factsOf, isAnswer, type Operation, ServiceError, type ServiceErrorCode } from './errors.ts';
import { createDriftLog, parseAccount, type ReportDrift } from './parse-account.ts';
import { MAX_BODY_BYTES, readReply, type ServiceReply, toServiceError } from './read-reply.ts';
import { createTokenCache, type TokenCacheDeps } from './token-cache.ts';

export interface BackupServiceDeps extends Omit<TokenCacheDeps, 'logIn'> {
  /** IANA name or offset. Absent: the UTC offset of the login's `expiresAt`; failing that, UTC. */
  readonly timeZone?: string;
  /** Look-ups at the same time; a login comes besides. */
  readonly maxConcurrentRequests: number;
  /** Default 8,000. */
  readonly loginAttemptMs?: number;
  readonly observe?: Observe;
  /** Told of each departure from the interface. Default: a log line, once for each field and kind. */
  readonly reportDrift?: ReportDrift;
}

/** The Backup Account Service as the other parts see it. */
export type BackupService = ReturnType<typeof createBackupService>;
export type ServiceHealth = ReturnType<BackupService['health']>;

/** Eight at a time at a tenth of a second each make some 1,500 within a look-up's time: more would wait in vain. */
const MAX_WAITING = 2_000;
const CONNECT_WITHIN_MS = 3_000;
/** A login that hangs is cut and sent again. Never two at a time: the later one may kill the token of the earlier. */
const LOGIN_ATTEMPT_MS = 8_000;
/** With the wait for other replicas it is less than a look-up has. */
const LOGIN_BUDGET_MS = 11_000;
/** After these a request is sent again. */
const RETRIED: readonly (number | ServiceErrorCode)[] = [429, 500, 502, 503, 504, 'network', 'timeout'];
/** Before the second attempt, the third and the fourth; less up to half at random. */
const RETRY_DELAYS_MS = [300, 900, 2_700];
/** A longer one is told to the person who waits. */
const LONGEST_RETRY_AFTER_MS = 3_000;
const STOP_WITHIN_MS = 5_000;

/** Sends nothing yet. */
export function createBackupService(deps: BackupServiceDeps) {
  const { timeZone, username, password, now, log } = deps;
  const { reportDrift = createDriftLog(log) } = deps;
  const http = createHttp(deps);
  const breaker = createCircuitBreaker({ now, log });
  const tokens = createTokenCache({ ...deps, logIn });
  const refusals = createTokenRefusals(now);
  const queue = new PQueue({ concurrency: deps.maxConcurrentRequests });
  let stopped: Promise<void> | undefined;

  async function logIn(): Promise<AccessToken> {
    const askedAtMs = now();
    const reply = await http.send(
      {
        operation: 'login',
        method: 'POST',
        path: '/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      },
      performance.now() + LOGIN_BUDGET_MS,
    );
    breaker.loginAnswered();
    return parseLogin(reply, askedAtMs, now());
  }

  /** Answers a 401 with another token. A 401 that outlives a new token is the answer. */
  async function read(id: string, endsAt: number): Promise<Account> {
    const path = `/v1/general-info?id=${encodeURIComponent(id.toWellFormed())}`;
    const operation = 'general-info';
    let token = await inTime(tokens.get(), operation, endsAt);
    for (let isRenewed = false; ; isRenewed = true) {
      try {
        const headers = { authorization: `Bearer ${token.token}` };
        const { body } = await http.send({ operation, method: 'GET', path, headers }, endsAt);
        refusals.accepted(id, token);
        return parseAccount(id, body, zoneOf(timeZone, token), reportDrift);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (isAnswer(error)) refusals.accepted(id, token);
        if (error.code !== 'unauthorized') throw error;
        if (isRenewed && token.source === 'login') refusals.renewedInVain();
        const renewed = tokens.insteadOf(token, refusals.mayRenew(id, token));
        const next = await inTime(renewed, operation, endsAt);
        if (next === undefined) throw new ServiceError(refusals.refused(id, token), error.facts);
        token = next;
      }
    }
  }

  function throwIfRefused(): void {
    if (stopped) throw new ServiceError('closed', { operation: 'general-info' });
    const refusal = breaker.refusal();
    if (refusal) throw refusal;
  }

  async function stop(): Promise<void> {
    tokens.close();
    await within(queue.onIdle(), STOP_WITHIN_MS);
    await http.abort();
  }

  return {
    /**
     * Reads one account. `budgetMs` covers everything: the queue, login, attempts, back-off, replays. Fails at once
     * while the service is known to be down or has asked for a pause, and when too many look-ups wait. Throws
     * `ServiceError` for what the service or the network does. `isBackground`: nobody waits for it, everybody else goes
     * first.
     */
    async readAccount(
      id: string,
      { budgetMs, isBackground = false }: { readonly budgetMs: number; readonly isBackground?: boolean },
    ): Promise<Account> {
      throwIfRefused();
      const operation = 'general-info';
      if (queue.size >= MAX_WAITING) throw new ServiceError('busy', { operation });
      const endsAt = performance.now() + budgetMs;
      const signal = abortedAt(endsAt);
      let lateAs: ServiceErrorCode = 'busy';
      const lookUp = () => {
        lateAs = 'timeout';
        throwIfRefused();
        return breaker.judge(id, () => read(id, endsAt));
      };
      return queue.add(lookUp, { priority: isBackground ? 0 : 1, signal }).catch((error) => {
        throw error === signal.reason ? new ServiceError(lateAs, { operation }) : error;
      });
    },
    /** Logs in unless a token is held; returns it with the zone of the service's times. Throws `ServiceError`. */
    async signIn({ budgetMs }: { readonly budgetMs: number }) {
      const token = await inTime(tokens.get(), 'login', performance.now() + budgetMs);
      return { token, zone: zoneOf(timeZone, token) };
    },
    /** Logs in in the background, so that the first look-up finds a token. Never fails: it is logged and tried again. */
    warmUp: tokens.warmUp,
    /** What is known of the service without asking it. */
    health: () => ({ hasToken: tokens.isHeld(), ...breaker.health() }),
    /** Ends everything that is under way, and everything that comes later, with `closed`. */
    abort: http.abort,
    /** Takes no more, gives what is under way 5 s to end, then cuts it. */
    close() {
      stopped ??= stop();
      return stopped;
    },
  };
}

const abortedAt = (endsAt: number) => AbortSignal.timeout(Math.max(0, Math.ceil(endsAt - performance.now())));

/** The value of work that others wait for, too. */
async function inTime<T>(work: Promise<T>, operation: Operation, endsAt: number): Promise<T> {
  const done = await within(work, endsAt - performance.now());
  if (done === undefined) throw new ServiceError('timeout', { operation });
  return done.value;
}

/** The zone of the service's dates: the setting's, else the login's offset, else a guess. */
function zoneOf(timeZone: string | undefined, { utcOffset }: AccessToken): ServiceZone {
  if (timeZone !== undefined) return { id: timeZone, assumedFrom: 'setting' };
  if (utcOffset !== undefined) return { id: utcOffset, assumedFrom: 'login' };
  return { id: 'UTC', assumedFrom: 'nothing' };
}

/** A service that refuses every token must not be stormed with logins. */
const USELESS_RENEWAL_PAUSE_MS = 5_000;
const MAX_REFUSED_IDS = 1_000;

/** Tells a 401 for one account from a service that refuses the token. */
function createTokenRefusals(now: () => number) {
  /** Ids for which a new token was refused, too. */
  const refusedIds = new LRUCache<string, true>({ max: MAX_REFUSED_IDS });
  let acceptedToken: string | undefined;
  /** Since the service last took a token. */
  let lastRefusedId: string | undefined;
  let noRenewalForMs = () => 0;
  return {
    accepted(id: string, { token }: AccessToken): void {
      acceptedToken = token;
      refusedIds.delete(id);
      lastRefusedId = undefined;
    },
    renewedInVain(): void {
      noRenewalForMs = startCountdown(now, USELESS_RENEWAL_PAUSE_MS);
    },
    /** A new token would not help an account that was refused before, while others get answers with this very token. */
    mayRenew: (id: string, { token }: AccessToken) =>
      noRenewalForMs() === 0 && !(refusedIds.has(id) && token === acceptedToken),
    /** No other token helps. A token that no account was read with, and that fails for two, is at fault itself. */
    refused(id: string, { token }: AccessToken): 'forbidden' | 'login-rejected' {
      const isForAll = token !== acceptedToken && lastRefusedId !== undefined && lastRefusedId !== id;
      refusedIds.set(id, true);
      lastRefusedId = id;
      return isForAll ? 'login-rejected' : 'forbidden';
    },
  };
}

type Request = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'> & {
  readonly operation: Operation;
};

/** HTTP to one service: an answer or a ServiceError, after retries. */
function createHttp(deps: BackupServiceDeps) {
  const { loginAttemptMs = LOGIN_ATTEMPT_MS, now, observe = () => {}, log } = deps;
  const base = deps.url.replace(/(?<!\/)\/+$/, '');
  const agent = new Agent({
    // The login comes besides: it must not wait for look-ups that hang.
    connections: deps.maxConcurrentRequests + 1,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_WITHIN_MS },
    // A general info has all the time of its look-up, which has a signal.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MAX_BODY_BYTES,
  });

  /** One attempt, counted and logged. */
  async function attempt({ operation, path, headers, ...rest }: Request, endsAt: number) {
    const startedAt = performance.now();
    const count = (result: ServiceCallResult) => {
      const facts = { operation, durationMs: Math.round(performance.now() - startedAt) };
      observe({ kind: 'service-call', result, ...facts });
      return facts;
    };
    try {
      const response = await request(base + path, {
        ...rest,
        dispatcher: agent,
        headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...headers },
        headersTimeout: operation === 'login' ? loginAttemptMs : 0,
        signal: abortedAt(endsAt),
      });
      const reply = await readReply(response, operation, now);
      log.debug(count('ok'), 'the service answered');
      return reply;
    } catch (thrown) {
      const error = toServiceError(thrown, operation);
      const level = isAnswer(error) || error.code === 'unauthorized' ? 'debug' : 'warn';
      // Safe: no other code comes of a request that was sent.
      log[level]({ ...count(error.code as ServiceCallResult), ...factsOf(error) }, 'the service failed');
      throw error;
    }
  }

  return {
    /**
     * Sends it, again after what may pass, while the deadline allows: waits 0.3, 0.9, 2.7 s, or as long as Retry-After
     * says, 3 s at most. `endsAt` is a time of `performance.now()`. Throws `ServiceError`.
     */
    async send(sent: Request, endsAt: number): Promise<ServiceReply> {
      for (let attempts = 0; ; attempts += 1) {
        try {
          return await attempt(sent, endsAt);
        } catch (error) {
          const delayMs = RETRY_DELAYS_MS[attempts];
          if (delayMs === undefined || !(error instanceof ServiceError)) throw error;
          const { code, facts, retryAfterMs = 0 } = error;
          const waitMs = Math.max(delayMs * (1 - Math.random() / 2), retryAfterMs);
          const isSoon = retryAfterMs <= LONGEST_RETRY_AFTER_MS && performance.now() + waitMs < endsAt;
          if (!isSoon || !RETRIED.includes(facts.status ?? code)) throw error;
          await sleep(waitMs);
        }
      }
    },
    abort: () => agent.destroy(),
  };
}
