// sandbox/backup-service/ owns the whole service interface, server side, and the accounts of the reference service.
// It must never know the bot, Slack, or anything in src.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createFaults } from '../faults.ts';
import { freePort, listen } from '../net.ts';
import type { AccountsAsOf } from './accounts/account.ts';
import { answerGeneralInfo, answerLogin, createTokens, type Operation, targetOf } from './answer-request.ts';
import { type Fault, type Reply, send, spoil } from './reply.ts';

/** How many requests are kept, the newest. */
const KEPT = 10_000;

/** How the service behaves. Each setting may change while it runs. */
interface BackupServiceSettings {
  /**
   * How long a token is valid, in milliseconds; an hour by default. Earlier tokens keep the lifetime they were issued with.
   */
  readonly tokenLifetimeMs: number;
  /** The offset of `expiresAt` and of every date and time of an account, such as `-03:30`; `+03:00` by default. */
  readonly utcOffset: string;
  /** Whether a new login revokes all earlier tokens; false by default. */
  readonly singleToken: boolean;
  /** The delay before each login and general-info, in milliseconds; 0 by default. */
  readonly latencyMs: number;
}

/** Where and how to start. Everything has a default; see `BackupServiceSettings` for the rest. */
export interface StartOptions extends Partial<BackupServiceSettings> {
  /** 0 or absent: a free port, which nobody else gets after this server has closed. */
  readonly port?: number;
  /** The server's clock for tokens and the `Date` header, in epoch milliseconds. */
  readonly now?: () => number;
  /** The times that an account's dates are relative to. Default: `now`, so nothing ages. */
  readonly accountsAsOf?: (accountId: string) => AccountsAsOf;
  readonly username?: string;
  readonly password?: string;
  /** Called after each request has ended. */
  readonly onServed?: () => void;
}

/** A running Backup Account Service on 127.0.0.1. */
export type ReferenceBackupService = Awaited<ReturnType<typeof startBackupService>>;

/** One request. `path` has no query; `accountId` is the `id` asked for; `status` is absent until there is an answer. */
interface LoggedRequest {
  readonly path: string;
  readonly accountId?: string;
  status?: number;
}

/** Resolves once the service listens. Rejects with Node's error when the port is taken. */
export async function startBackupService(options: StartOptions = {}) {
  const { port = 0, now = Date.now, username = 'sandbox', password = 'sandbox-password', onServed } = options;
  const { accountsAsOf = () => ({ backupsMs: now(), packagesMs: now() }), ...initial } = options;
  const settings: BackupServiceSettings = {
    tokenLifetimeMs: 60 * 60 * 1000,
    utcOffset: '+03:00',
    singleToken: false,
    latencyMs: 0,
    ...initial,
  };
  const faults = createFaults<
    Fault,
    { readonly operation: Operation; readonly account?: string | undefined }
  >();
  const tokens = createTokens(now, settings);
  const deps = { username, password, tokens, settings, accountsAsOf };
  const counts = { logins: 0, rejectedLogins: 0, generalInfos: 0, inFlight: 0, maxInFlight: 0 };
  const requests: LoggedRequest[] = [];
  let opened = Promise.resolve();

  /** Logs the request, waits for the hold and the latency, then answers or applies a fault. */
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { path, operation, accountId, refusal } = targetOf(request);
    const logged: LoggedRequest = { path, ...(accountId !== undefined && { accountId }) };
    if (requests.push(logged) > KEPT) requests.shift();
    counts.inFlight += 1;
    counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
    response.once('close', () => {
      counts.inFlight -= 1;
      onServed?.();
    });
    response.sendDate = false;
    response.setHeader('date', new Date(now()).toUTCString());
    if (refusal) {
      logged.status = refusal.status;
      return send(response, refusal);
    }
    const isLogin = operation === 'login';
    if (!isLogin) counts.generalInfos += 1;
    const fault = faults.take({ operation, account: accountId });
    if (!isLogin) await opened;
    if (settings.latencyMs > 0) await setTimeout(settings.latencyMs, undefined, { ref: false });
    const answer = async (): Promise<Reply> =>
      isLogin
        ? answerLogin(request, deps)
        : answerGeneralInfo(request.headers.authorization, accountId, deps);
    const spoiled = await spoil(fault, answer);
    if (spoiled && isLogin) counts[spoiled.status === 200 ? 'logins' : 'rejectedLogins'] += 1;
    if (response.destroyed) return;
    if (fault?.kind === 'reset' && !spoiled) response.socket?.resetAndDestroy();
    if (!spoiled) return;
    logged.status = spoiled.status;
    send(response, spoiled);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      // A client that disconnected is not an error.
      if (response.destroyed) return;
      console.error(error);
      response.destroy();
    });
  });
  const { origin, close } = await listen(server, port || (await freePort()));
  return {
    /** The base address with its api prefix: `http://127.0.0.1:PORT/api`. */
    url: `${origin}/api`,
    username,
    password,
    set: (changes: Partial<BackupServiceSettings>) => void Object.assign(settings, changes),
    /** Without `next`, the fault lasts until it is cleared. `account`: only general-info of this id. */
    addFault: faults.add,
    clearFaults: faults.clear,
    /** Holds new general-info requests until the returned function is called. Logins go through. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      opened = promise;
      return resolve;
    },
    /** Makes every token issued so far get a 401. */
    revokeTokens: tokens.revokeAll,
    /**
     * Counts since the start or `resetCounts`, live: logins answered with 200, logins answered with an error (faults
     * included), general-info requests received, and requests of any kind in flight.
     */
    counts: counts as Readonly<typeof counts>,
    /** The newest 10,000, oldest first, live. Headers and bodies are never kept, so there are no credentials in it. */
    requests: requests as readonly Readonly<LoggedRequest>[],
    /** Empties `counts` and `requests`. Requests in flight stay counted. */
    resetCounts(): void {
      requests.splice(0);
      Object.assign(counts, { logins: 0, rejectedLogins: 0, generalInfos: 0, maxInFlight: counts.inFlight });
    },
    close,
  };
}
