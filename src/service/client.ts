// service/ is the client of the Backup Account Service: sign-in, token, HTTP, and what an account looks like on the wire.
// It must never know Slack, verdicts, caches of answers or the words people read.
import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { startCountdown, within } from '../async.ts';
import type { Account, ServiceZone } from '../domain/account.ts';
import type { Observe } from '../domain/events.ts';
import { isZone } from '../domain/zoned-time.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { isAnswer, ServiceError } from './errors.ts';
import { createDriftLog, parseAccount, type ReportDrift } from './parse-account.ts';
import { createRequests, type Deadline } from './requests.ts';
import { type AccessToken, createTokenCache, type LoginLock } from './token-cache.ts';

export interface BackupServiceDeps {
  /** With its api prefix; a trailing slash makes no difference. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** IANA name or offset. Absent: the UTC offset of the login's `expiresAt`; failing that, UTC. */
  readonly timeZone?: string;
  /** Look-ups at the same time; a login comes besides. */
  readonly maxConcurrentRequests: number;
  /** Default 2,000. */
  readonly maxWaiting?: number;
  /** See `RequestsDeps`. */
  readonly loginAttemptMs?: number;
  /** Shared with other replicas. Absent: the token stays in this process. Made with `throwOnErrors`. */
  readonly tokenStore?: Keyv;
  readonly loginLock?: LoginLock;
  readonly now: () => number;
  readonly observe?: Observe;
  /** Told of each departure from the interface. Default: a log line, once for each field and kind. */
  readonly reportDrift?: ReportDrift;
  readonly log: Logger;
}

/** The Backup Account Service as the other parts see it. */
export type BackupService = ReturnType<typeof createBackupService>;
export type ServiceHealth = ReturnType<BackupService['health']>;

/** Eight at a time at a tenth of a second each make some 1,500 within a look-up's time: more would wait in vain. */
const MAX_WAITING = 2_000;
/** A pause that ends within this time is waited for. */
const SHORT_PAUSE_MS = 2_000;
/** The token at hand, its replacement, and one more if another replica was faster than that. */
const MAX_TOKENS = 3;
/** A service that refuses every token must not be stormed with logins. */
const USELESS_RENEWAL_PAUSE_MS = 5_000;
const STOP_WITHIN_MS = 5_000;

/** Sends nothing yet. Throws RangeError for a time zone that does not exist. */
export function createBackupService(deps: BackupServiceDeps) {
  const { timeZone, maxConcurrentRequests, maxWaiting = MAX_WAITING, now, log } = deps;
  if (timeZone !== undefined && !isZone(timeZone)) throw new RangeError('timeZone is not a time zone');
  const reportDrift = deps.reportDrift ?? createDriftLog(log);
  const requests = createRequests(deps);
  const breaker = createCircuitBreaker({ now, log });
  const tokens = createTokenCache({
    ...deps,
    requests,
    store: deps.tokenStore ?? new Keyv({ throwOnErrors: true }),
    onLoginAnswered: breaker.loginAnswered,
  });
  /** People go before what nobody waits for. */
  const queue = new PQueue({ concurrency: maxConcurrentRequests });
  const refusals = createTokenRefusals();
  let pauseLeftMs = () => 0;
  let noRenewalForMs = () => 0;
  let stopped: Promise<void> | undefined;

  /** Answers a 401 with another token. A 401 that outlives a new token is the answer. */
  async function read(id: string, deadline: Deadline): Promise<Account> {
    let token = await tokens.get(deadline.signal);
    for (let tried = 1; ; tried += 1) {
      try {
        const { body } = await requests.send(generalInfoRequest(id, token), deadline);
        refusals.accepted(id, token);
        return parseAccount({ id, body, zone: zoneOf(timeZone, token), reportDrift });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (isAnswer(error)) refusals.accepted(id, token);
        if (error.code === 'rate-limited') pauseLeftMs = startCountdown(now, error.retryAfterMs ?? 0);
        if (error.code !== 'unauthorized') throw error;
        if (tried > 1 && token.source === 'login')
          noRenewalForMs = startCountdown(now, USELESS_RENEWAL_PAUSE_MS);
        const mayRenew = noRenewalForMs() === 0 && !refusals.isForThisAccount(id, token);
        const next =
          tried < MAX_TOKENS ? await tokens.insteadOf(token, mayRenew, deadline.signal) : undefined;
        if (next === undefined) throw new ServiceError(refusals.refused(id, token), error.facts);
        token = next;
      }
    }
  }

  /** What a look-up fails with at once, without asking the service. */
  function throwIfRefused(): void {
    if (stopped) throw new ServiceError('closed', { operation: 'general-info' });
    const retryAfterMs = pauseLeftMs();
    if (retryAfterMs > SHORT_PAUSE_MS) {
      throw new ServiceError('rate-limited', { operation: 'general-info', status: 429, retryAfterMs });
    }
    const refusal = breaker.refusal();
    if (refusal) throw refusal;
  }

  async function stop(): Promise<void> {
    tokens.close();
    await within(requests.ended(), STOP_WITHIN_MS); // Then they are cut.
    requests.abort();
    await requests.ended();
    await requests.close();
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
      if (queue.size >= maxWaiting) throw new ServiceError('busy', { operation: 'general-info' });
      return requests.within(budgetMs, 'general-info', async (deadline) => {
        let hasBegun = false;
        const lookUp = () => {
          hasBegun = true;
          throwIfRefused();
          return breaker.judge(id, () => read(id, deadline));
        };
        try {
          return await queue.add(lookUp, { priority: isBackground ? 0 : 1, signal: deadline.signal });
        } catch (error) {
          const hasWaitedInVain = !hasBegun && error instanceof ServiceError && error.code === 'timeout';
          throw hasWaitedInVain ? new ServiceError('busy', error.facts) : error;
        }
      });
    },
    /** Logs in unless a token is held; returns it with the zone of the service's times. Throws `ServiceError`. */
    signIn: ({ budgetMs }: { readonly budgetMs: number }) =>
      requests.within(budgetMs, 'login', async ({ signal }) => {
        const token = await tokens.get(signal);
        return { token, zone: zoneOf(timeZone, token) };
      }),
    /** Logs in in the background, so that the first look-up finds a token. Never fails: it is logged and tried again. */
    warmUp: tokens.warmUp,
    /** What is known of the service without asking it. */
    health() {
      const { failing, ...known } = breaker.health();
      const retryAfterMs = Math.max(pauseLeftMs(), failing?.retryAfterMs ?? 0);
      return { hasToken: tokens.isHeld(), ...known, failing: failing && { ...failing, retryAfterMs } };
    },
    /** Ends everything that is under way, and everything that comes later, with `closed`. */
    abort: requests.abort,
    /** Takes no more, gives what is under way 5 s to end, then cuts it. */
    close() {
      stopped ??= stop();
      return stopped;
    },
  };
}

const generalInfoRequest = (id: string, { token }: AccessToken) => ({
  operation: 'general-info' as const,
  method: 'GET' as const,
  path: `/v1/general-info?id=${encodeURIComponent(id.toWellFormed())}`,
  headers: { authorization: `Bearer ${token}` },
});

/** The zone of the service's dates: the setting's, else the login's offset, else a guess. */
function zoneOf(timeZone: string | undefined, { utcOffset }: AccessToken): ServiceZone {
  if (timeZone !== undefined) return { id: timeZone, assumedFrom: 'setting' };
  if (utcOffset !== undefined) return { id: utcOffset, assumedFrom: 'login' };
  return { id: 'UTC', assumedFrom: 'nothing' };
}

const REFUSED_ACCOUNTS_KEPT = 1_000;

/** Tells a 401 for one account from a service that refuses the token. */
function createTokenRefusals() {
  const refusedIds = new LRUCache<string, true>({ max: REFUSED_ACCOUNTS_KEPT });
  /** Since the service last took a token. */
  const inARow = new Set<string>();
  let acceptedToken: string | undefined;
  return {
    accepted(id: string, { token }: AccessToken): void {
      acceptedToken = token;
      refusedIds.delete(id);
      inARow.clear();
    },
    /** A new token would not help: this account was refused before, and others get answers with this very token. */
    isForThisAccount: (id: string, { token }: AccessToken) => refusedIds.has(id) && token === acceptedToken,
    /** No other token helps. A token that nobody's account was read with, and that fails for two, is at fault itself. */
    refused(id: string, { token }: AccessToken): 'forbidden' | 'login-rejected' {
      refusedIds.set(id, true);
      inARow.add(id);
      return token === acceptedToken || inARow.size === 1 ? 'forbidden' : 'login-rejected';
    },
  };
}
