// sandbox/backup-service/ owns the whole service interface, server side, and the accounts of the reference service.
// It must never know the bot, Slack, or anything in src.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../net/free-port.ts';
import type { AccountsAsOf } from './accounts/account.ts';
import { createRequestListener, type ServedRequest } from './create-request-listener.ts';
import { createFaults, type Fault, type FaultScope } from './faults.ts';
import { createGate } from './gate.ts';
import { createRequestLog, type LoggedRequest, type RequestCounts } from './request-log.ts';
import { type BackupServiceSettings, createSettings } from './settings.ts';
import { createTokens } from './tokens.ts';

const RESELLER_ID = 77;

/** Where and how to start. Anything not said has a default; see `BackupServiceSettings` for the rest. */
export interface StartOptions extends Partial<BackupServiceSettings> {
  /** 0 or absent: a free one, which nobody else is given once this server is closed. */
  readonly port?: number;
  /** The server's clock, epoch milliseconds: tokens and the `Date` header. */
  readonly now?: () => number;
  /** The moments that account times are told from. Default: `now`, so that nothing ages. */
  readonly accountsAsOf?: () => AccountsAsOf;
  readonly username?: string;
  readonly password?: string;
  /** Told of each request once it is over. Never of credentials. */
  readonly onServed?: (served: ServedRequest) => void;
}

/** A running Backup Account Service on 127.0.0.1. */
export interface ReferenceBackupService {
  /** The base address with its api prefix: `http://127.0.0.1:PORT/api`. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Throws a RangeError for a value that makes no sense. */
  set(settings: Partial<BackupServiceSettings>): void;
  /** Without a `next` the fault lasts until cleared. See `Fault` for the kinds, `FaultScope` for whom it meets. */
  addFault(fault: Fault, scope?: FaultScope): void;
  clearFaults(): void;
  /** General-infos that come from now on wait until the function that it returns is called; logins do not. */
  hold(): () => void;
  /** Every token issued so far becomes a 401. */
  revokeTokens(): void;
  /** A live view, not a copy. */
  readonly counts: RequestCounts;
  /** A live view of the newest requests, never with credentials. */
  readonly requests: readonly LoggedRequest[];
  /** Empties `counts` and `requests`; what is in flight stays counted. */
  resetCounts(): void;
  /** Destroys open connections, too. May be called again. */
  close(): Promise<void>;
}

/** Resolves when the service listens. Rejects with Node's error when the port is taken, a RangeError for a bad setting. */
export async function startBackupService(options: StartOptions = {}): Promise<ReferenceBackupService> {
  const {
    port = 0,
    now = () => Date.now(),
    accountsAsOf = () => ({ backupsMs: now(), packagesMs: now() }),
    username = 'sandbox',
    password = 'sandbox-password',
    onServed,
    ...initial
  } = options;
  const settings = createSettings(initial);
  const faults = createFaults();
  const gate = createGate();
  const log = createRequestLog();
  const tokens = createTokens({ now, settings: settings.get, resellerId: RESELLER_ID });
  const credentials = { username, password };
  const server = createServer(
    createRequestListener({
      credentials,
      resellerId: RESELLER_ID,
      tokens,
      settings: settings.get,
      now,
      accountsAsOf,
      faults,
      gate,
      log,
      ...(onServed && { onServed }),
    }),
  );
  server.listen(port === 0 ? await freePort() : port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    username,
    password,
    set: settings.set,
    addFault: faults.add,
    clearFaults: faults.clear,
    hold: gate.close,
    revokeTokens: tokens.revokeAll,
    counts: log.counts,
    requests: log.requests,
    resetCounts: log.reset,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
