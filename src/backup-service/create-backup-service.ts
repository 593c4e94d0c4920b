// backup-service/ owns the talk with the Backup Account Service: login, token, HTTP, and reading what came back.
// It must never know Slack, verdicts, caches of answers or the words people read.
import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import type { Account, ServiceZone } from '../domain/account.ts';
import { createDeadlines, type Deadline } from './create-deadlines.ts';
import { createDriftLog } from './create-drift-log.ts';
import { createGeneralInfoReader } from './create-general-info-reader.ts';
import { createHttpClient } from './create-http-client.ts';
import { createLoginGate } from './create-login-gate.ts';
import { createSharedToken } from './create-shared-token.ts';
import { createTokenCache } from './create-token-cache.ts';
import { NetworkError } from './errors.ts';
import { logIn } from './log-in.ts';
import { orAborted } from './or-aborted.ts';
import { parseAccount } from './parse-account.ts';
import { type Reach, reachService } from './reach-service.ts';
import { isTimeZone } from './service-time.ts';
import { ClosedError } from './to-service-error.ts';
import { zoneOf } from './zone-of.ts';

/** The Backup Account Service as the rest of the house sees it. */
export interface BackupService {
  /**
   * Reads one account. `budgetMs` covers everything: waiting for a slot, login, attempts, back-off, replays.
   * Throws only `BackupServiceError`s for what the service or the network does.
   */
  readAccount(id: string, options: { budgetMs: number }): Promise<Account>;
  /** Opens a connection to the service's host and closes it; sends nothing. */
  reach(options: { budgetMs: number }): Promise<Reach>;
  /** The token's end by the local clock, and the zone assumed. Logs in if need be; throws `BackupServiceError`s. */
  signIn(options: {
    budgetMs: number;
  }): Promise<{ readonly expiresAtMs: number; readonly zone: ServiceZone }>;
  /** When an account was last read, epoch milliseconds; undefined when none has been. */
  lastReadAtMs(): number | undefined;
  /** Logs in behind, so that the first look-up finds a token. Never fails: what goes wrong is logged and tried again. */
  warmUp(): void;
  /** Stops the renewal timer, gives what is in flight one attempt's time to end, then aborts it and closes the pool. */
  close(): Promise<void>;
}

export interface BackupServiceDeps {
  /** With its api prefix; a trailing slash makes no difference. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** IANA name or offset. Absent: the UTC offset of the login's `expiresAt`; failing that, UTC. */
  readonly timeZone?: string;
  /** Requests in flight to the service, login included. One of them is kept free for the login. */
  readonly maxConcurrentRequests: number;
  /** One attempt, from connecting to the last byte. Default 5,000. */
  readonly attemptTimeoutMs?: number;
  /** Shared with other replicas. Absent: the token stays in this process. Switched to `throwOnErrors`. */
  readonly tokenStore?: Keyv;
  readonly now: () => number;
  readonly log: Logger;
}

const ATTEMPT_TIMEOUT_MS = 5_000;

/** Joins the adapter's parts. Sends nothing yet; throws RangeError for a time zone that does not exist. */
export function createBackupService(deps: BackupServiceDeps): BackupService {
  const { timeZone, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS, now, log } = deps;
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new RangeError('timeZone is not a time zone');
  const lookups = createDeadlines();
  const http = createHttpClient({ ...deps, attemptTimeoutMs });
  const login = (deadline: Deadline) => logIn({ ...deps, http }, deadline);
  const tokens = createTokenCache({
    login: createLoginGate({ login, now, log }),
    ...(deps.tokenStore && { shared: createSharedToken({ ...deps, store: deps.tokenStore }) }),
    now,
    log,
  });
  const readGeneralInfo = createGeneralInfoReader({ http, tokens, now });
  const reportDrift = createDriftLog(log);
  let lastReadAtMs: number | undefined;

  async function read(id: string, deadline: Deadline): Promise<Account> {
    const { body, token } = await readGeneralInfo(id, deadline);
    lastReadAtMs = now();
    return parseAccount({ id, body, zone: zoneOf(timeZone, token), reportDrift });
  }

  async function stop(): Promise<void> {
    const grace = AbortSignal.timeout(attemptTimeoutMs);
    await orAborted(lookups.ended(), grace, () => new ClosedError()).catch(() => undefined); // Then they are cut.
    lookups.abort();
    await lookups.ended();
    await tokens.close();
    await http.close();
  }

  let stopped: Promise<void> | undefined;
  return {
    async readAccount(id, { budgetMs }) {
      if (stopped) throw new NetworkError({ operation: 'general-info', reason: 'closed' });
      return lookups.within(budgetMs, (deadline) => read(id, deadline));
    },
    reach: ({ budgetMs }) => reachService(deps.url, budgetMs),
    signIn: ({ budgetMs }) =>
      lookups.within(budgetMs, async ({ signal }) => {
        const token = await tokens.get(signal);
        return { expiresAtMs: token.expiresAtMs, zone: zoneOf(timeZone, token) };
      }),
    lastReadAtMs: () => lastReadAtMs,
    warmUp: () => tokens.warmUp(),
    close() {
      stopped ??= stop();
      return stopped;
    },
  };
}
