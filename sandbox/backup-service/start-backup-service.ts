// sandbox/backup-service/ owns the whole service interface, server side, and the accounts of the reference service.
// It must never know the bot, Slack, or anything in src.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createFaults } from '../faults.ts';
import { freePort } from '../net/free-port.ts';
import type { AccountsAsOf } from './accounts/account.ts';
import { answerGeneralInfo, answerLogin, targetOf } from './answer-request.ts';
import type { Fault, FaultScope, Operation } from './faults.ts';
import { type Reply, send, spoil } from './reply.ts';
import { createTokens } from './tokens.ts';

const RESELLER_ID = 77;
/** Of the newest requests. */
const KEPT = 10_000;

/** How the service behaves. Every one may be changed while it runs. */
interface BackupServiceSettings {
  /** How long a token is good for; an hour. Tokens issued earlier keep the lifetime they were issued with. */
  readonly tokenLifetimeMs: number;
  /** `+03:00`, `-03:30`: the offset of `expiresAt` and of every date and time of an account; `+03:00`. */
  readonly utcOffset: string;
  /** Whether a new login kills the tokens issued before it; no. */
  readonly singleToken: boolean;
  /** Waited before each login and general-info is looked at; nothing. */
  readonly latencyMs: number;
}

/** Where and how to start. Anything not said has a default; see `BackupServiceSettings` for the rest. */
export interface StartOptions extends Partial<BackupServiceSettings> {
  /** 0 or absent: a free one, which nobody else is given once this server is closed. */
  readonly port?: number;
  /** The server's clock, epoch milliseconds: tokens and the `Date` header. */
  readonly now?: () => number;
  /** The moments that the times of an account are told from. Default: `now`, so that nothing ages. */
  readonly accountsAsOf?: (accountId: string) => AccountsAsOf;
  readonly username?: string;
  readonly password?: string;
  /** Called after each request that is over. */
  readonly onServed?: () => void;
}

/** A running Backup Account Service on 127.0.0.1. */
export type ReferenceBackupService = Awaited<ReturnType<typeof startBackupService>>;

/** One request. `path` has no query; `accountId` is the `id` asked for; no `status` while there is no answer. */
interface LoggedRequest {
  readonly path: string;
  readonly accountId?: string;
  status?: number;
}

/** Resolves when the service listens. Rejects with Node's error when the port is taken. */
export async function startBackupService(options: StartOptions = {}) {
  const { port = 0, now = Date.now, username = 'sandbox', password = 'sandbox-password', onServed } = options;
  const { accountsAsOf = () => ({ backupsMs: now(), packagesMs: now() }), ...initial } = options;
  let settings: BackupServiceSettings = {
    tokenLifetimeMs: 60 * 60 * 1000,
    utcOffset: '+03:00',
    singleToken: false,
    latencyMs: 0,
    ...initial,
  };
  const faults = createFaults<
    Fault,
    FaultScope,
    { operation: Operation | undefined; accountId: string | undefined }
  >(
    ({ operation, account }, asked) =>
      (operation ?? asked.operation) === asked.operation && (account ?? asked.accountId) === asked.accountId,
  );
  const tokens = createTokens({ now, settings: () => settings });
  const deps = {
    username,
    password,
    resellerId: RESELLER_ID,
    tokens,
    settings: () => settings,
    accountsAsOf,
  };
  const counts = { logins: 0, rejectedLogins: 0, generalInfos: 0, inFlight: 0, maxInFlight: 0 };
  const requests: LoggedRequest[] = [];
  let opened = Promise.resolve();

  /** The log, the gate, the latency, the answer or what a fault makes of it. */
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { path, operation, accountId, refusal } = targetOf(request);
    const logged: LoggedRequest = { path, ...(accountId !== undefined && { accountId }) };
    if (requests.push(logged) > KEPT) requests.shift();
    counts.inFlight += 1;
    counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
    const gone = new AbortController();
    response.once('close', () => {
      counts.inFlight -= 1;
      gone.abort();
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
    const fault = faults.take({ operation, accountId });
    if (!isLogin) await opened;
    if (settings.latencyMs > 0) {
      await setTimeout(settings.latencyMs, undefined, { signal: gone.signal }).catch(() => {});
    }
    const answer = async (): Promise<Reply> =>
      isLogin
        ? answerLogin(request, deps)
        : answerGeneralInfo(request.headers.authorization, accountId, deps);
    const spoiled = await spoil(fault, answer, now());
    if (spoiled && isLogin) counts[spoiled.status === 200 ? 'logins' : 'rejectedLogins'] += 1;
    if (response.destroyed) return;
    if (fault?.kind === 'reset' && !spoiled) response.socket?.resetAndDestroy();
    if (!spoiled) return;
    logged.status = spoiled.status;
    send(response, spoiled);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      // A client that went away is nobody's mistake.
      if (response.destroyed) return;
      console.error(error);
      response.destroy();
    });
  });
  server.listen(port === 0 ? await freePort() : port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** The base address with its api prefix: `http://127.0.0.1:PORT/api`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    username,
    password,
    set(changes: Partial<BackupServiceSettings>): void {
      settings = { ...settings, ...changes };
    },
    /** Without a `next` the fault lasts until cleared. See `Fault` for the kinds, `FaultScope` for whom it meets. */
    addFault: faults.add,
    clearFaults: faults.clear,
    /** General-infos that come from now on wait until the function that it returns is called; logins do not. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      opened = promise;
      return resolve;
    },
    /** Every token issued so far becomes a 401. */
    revokeTokens: tokens.revokeAll,
    /**
     * Since the start or `resetCounts`, live: logins answered with 200 and with an error, by a fault too; general-infos
     * that came, whatever became of them; requests of any kind that are not yet answered in full.
     */
    counts: counts as Readonly<typeof counts>,
    /** The newest 10,000, oldest first, live. Never with a header or a body, so without credentials. */
    requests: requests as readonly Readonly<LoggedRequest>[],
    /** Empties `counts` and `requests`; what is in flight stays counted. */
    resetCounts(): void {
      requests.splice(0);
      Object.assign(counts, { logins: 0, rejectedLogins: 0, generalInfos: 0, maxInFlight: counts.inFlight });
    },
    /** Destroys open connections, too. May be called again. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
