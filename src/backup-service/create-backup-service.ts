// backup-service/ owns the talk with the Backup Account Service: login, token, HTTP, and reading what came back.
// It must never know Slack, verdicts, caches of answers or the words people read.
import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { within } from '../async.ts';
import type { Account } from '../domain/account.ts';
import type { Observe } from '../domain/events.ts';
import { isZone } from '../domain/zoned-time.ts';
import { type CircuitBreaker, createCircuitBreaker, type LookupHealth } from './create-circuit-breaker.ts';
import { createGeneralInfoReader } from './create-general-info-reader.ts';
import { createPause } from './create-pause.ts';
import { BusyError, NetworkError } from './errors.ts';
import { createDeadlines, type Deadline } from './http/create-deadlines.ts';
import { createHttpClient, type HttpClient } from './http/create-http-client.ts';
import { createDriftLog } from './parse/general-info-fields.ts';
import { parseAccount } from './parse/parse-account.ts';
import { zoneOf } from './token/access-token.ts';
import { createLoginBackOff } from './token/create-login-back-off.ts';
import { createSharedToken, type LoginLock } from './token/create-shared-token.ts';
import { createTokenCache, type TokenCache } from './token/create-token-cache.ts';
import { logIn } from './token/log-in.ts';

/** The Backup Account Service as the other parts see it. */
export type BackupService = ReturnType<typeof createBackupService>;

export interface ServiceHealth extends LookupHealth {
  readonly hasToken: boolean;
}

export interface BackupServiceDeps {
  /** With its api prefix; a trailing slash makes no difference. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** IANA name or offset. Absent: the UTC offset of the login's `expiresAt`; failing that, UTC. */
  readonly timeZone?: string;
  /** Requests in flight to the service, login included. */
  readonly maxConcurrentRequests: number;
  /** A login that takes longer is begun once more. Default 5,000. */
  readonly slowAfterMs?: number;
  /** Shared with other replicas. Absent: the token stays in this process. Made with `throwOnErrors`. */
  readonly tokenStore?: Keyv;
  /** Where the token is shared. Absent: replicas may log in at the same time. */
  readonly loginLock?: LoginLock;
  /** Look-ups under way, those that wait included. Default 2,000. */
  readonly maxUnderWay?: number;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

const SLOW_AFTER_MS = 5_000;
/**
 * Eight at a time at a tenth of a second each make some 1,500 within the 20 s of a look-up: number 2,001 would wait in
 * vain. Counted here and not in the queue for slots, because look-ups also wait for the login.
 */
const MAX_UNDER_WAY = 2_000;
/** A pause that ends within this time is waited for. */
const SHORT_PAUSE_MS = 2_000;

/** Joins the adapter's parts. Sends nothing yet; throws RangeError for a time zone that does not exist. */
export function createBackupService(deps: BackupServiceDeps) {
  const { url, timeZone, maxConcurrentRequests, now, observe, log } = deps;
  const { slowAfterMs = SLOW_AFTER_MS, maxUnderWay = MAX_UNDER_WAY } = deps;
  if (timeZone !== undefined && !isZone(timeZone)) throw new RangeError('timeZone is not a time zone');
  const lookups = createDeadlines();
  const http = createHttpClient({ url, maxConcurrentRequests, slowAfterMs, now, observe, log });
  const breaker = createCircuitBreaker({ now, log });
  const pause = createPause(now);
  const tokens = createTokens(deps, http, breaker);
  const readGeneralInfo = createGeneralInfoReader({ http, tokens, pause, now });
  const reportDrift = createDriftLog(log);

  async function read(id: string, deadline: Deadline, isBackground: boolean): Promise<Account> {
    const { body, token } = await readGeneralInfo(id, deadline, isBackground);
    return parseAccount({ id, body, zone: zoneOf(timeZone, token), reportDrift });
  }

  function health(): ServiceHealth {
    const { failing, ...known } = breaker.health();
    const retryAfterMs = pause.failure(SHORT_PAUSE_MS)?.retryAfterMs ?? failing?.retryAfterMs ?? 0;
    return { hasToken: tokens.isHeld(), ...known, failing: failing && { ...failing, retryAfterMs } };
  }

  async function stop(): Promise<void> {
    await within(lookups.ended(), slowAfterMs); // Then they are cut.
    lookups.abort();
    await lookups.ended();
    await tokens.close();
    await http.close();
  }

  let stopped: Promise<void> | undefined;
  return {
    /**
     * Reads one account. `budgetMs` covers everything: waiting for a slot, login, attempts, back-off, replays. Fails
     * immediately while the service is known to be down, while it has asked for a pause, and when too many look-ups are
     * under way. Throws only `BackupServiceError`s for what the service or the network does. `isBackground`: nobody waits
     * for it, and everybody else goes first.
     */
    async readAccount(
      id: string,
      { budgetMs, isBackground = false }: { budgetMs: number; isBackground?: boolean },
    ) {
      if (stopped) throw new NetworkError({ operation: 'general-info', reason: 'closed' });
      if (lookups.count() >= maxUnderWay) throw new BusyError({ retryAfterMs: lookups.roomAfterMs() });
      const pausing = pause.failure(SHORT_PAUSE_MS);
      if (pausing !== undefined) throw pausing;
      return breaker.run(id, budgetMs, () =>
        lookups.within(budgetMs, (deadline) => read(id, deadline, isBackground)),
      );
    },
    /** Logs in unless a token is held; throws `BackupServiceError`s. */
    signIn: ({ budgetMs }: { budgetMs: number }) =>
      lookups.within(budgetMs, async ({ signal }) => {
        await tokens.get(signal);
      }),
    /** Logs in in the background, so that the first look-up finds a token. Never fails: errors are logged, and it is tried again. */
    warmUp: () => tokens.warmUp(),
    /** What is known of the service without asking it. */
    health,
    /** Ends everything that is under way, and everything that comes later, with a NetworkError `closed`. */
    abort: () => lookups.abort(),
    /** Stops the renewal timer, gives what is in flight `slowAfterMs` to end, then aborts it and closes the pool. */
    close() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** The token cache and its login are the only parts that get the password: one sends it, one derives a key from it. */
function createTokens(deps: BackupServiceDeps, http: HttpClient, breaker: CircuitBreaker): TokenCache {
  const { url, username, password, tokenStore: store, loginLock, now, observe, log } = deps;
  const shared = store && createSharedToken({ store, loginLock, url, username, password, now, log });
  const login = async (deadline: Deadline) => {
    const token = await logIn({ http, username, password, now }, deadline);
    breaker.loginAnswered();
    return token;
  };
  const backedOff = createLoginBackOff({ login, shared: shared?.refusals, now, log });
  return createTokenCache({ login: backedOff, shared, now, observe, log });
}
