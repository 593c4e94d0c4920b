import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { createSingleFlight } from '../async.ts';
import type { CheckUp } from '../lookup/check-up.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/create-store.ts';
import { LATE_AFTER_MS } from '../watch/pace.ts';
import { createMetrics, readAccountMetrics, type SlackHealth } from './metrics.ts';

/** The state of the app, and its parts. A part is absent until it is created. */
export interface Health {
  readonly phase: 'starting' | 'running' | 'stopping';
  readonly slack?: SlackHealth;
  checkUp?(budgetMs: number, signsIn: boolean): Promise<CheckUp>;
  readonly watchStore?: Pick<Store['watchStore'], 'readStates'>;
}

/** A long body is a list of pieces, which are sent one by one. */
type Reply = readonly [status: number, type: string, body: string | readonly string[]];

/** Probes are short. A client that takes longer only occupies a connection. */
const LONGEST_REQUEST_MS = 5_000;
const MAX_CONNECTIONS = 50;
const CHECK_UP_WITHIN_MS = 500;
const TEXT = 'text/plain; charset=utf-8';
const NOT_FOUND: Reply = [404, TEXT, 'not found\n'];

/** Serves `/healthz`, `/readyz`, `/metrics` and `/metrics/accounts`, and counts events for the metrics. */
export function createOperations(settings: Settings, port: number, health: () => Health, log: Logger) {
  const { OPERATIONS_HOST: host, ACCOUNT_METRICS: accountMetrics } = settings;
  // Simultaneous probes share one query of the database.
  const flight = createSingleFlight(async () => await health().checkUp?.(CHECK_UP_WITHIN_MS, false));
  const checkUp = () => flight('').result;
  const metrics = createMetrics(() => health().slack, checkUp);
  const accounts = createSingleFlight(async () => await readAccountMetrics(health().watchStore));
  const routes = new Map<string, () => Promise<Reply>>();
  routes.set('/healthz', async () => [200, TEXT, 'ok\n']);
  routes.set('/metrics', async () => [200, metrics.contentType, await metrics.text()]);
  routes.set('/readyz', async () => {
    const readiness = readinessOf(health(), await checkUp());
    return [readiness.ready ? 200 : 503, 'application/json', `${JSON.stringify(readiness)}\n`];
  });
  if (accountMetrics === 'on')
    routes.set('/metrics/accounts', async () => [200, metrics.contentType, await accounts('').result]);
  const server = createServer(
    { requestTimeout: LONGEST_REQUEST_MS, connectionsCheckingInterval: 1_000 },
    async ({ url = '' }, response) => {
      const route = routes.get(url.split('?', 1)[0] ?? '');
      // The database does not answer, or there is a defect. The body tells strangers nothing; the probe sees the status.
      const reply = route ? route().catch((): Reply => [500, TEXT, 'failed\n']) : NOT_FOUND;
      const [status, type, body] = await reply;
      // Closes the connection, so that the body of a request need not be read.
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', connection: 'close' });
      // Node sends no body for HEAD. A client that disconnects early does not need the rest.
      await pipeline(Readable.from([body].flat()), response).catch(() => {});
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  return {
    /** Counts events, even before `start`. */
    observe: metrics.observe,
    /** Resolves with the port. Rejects with an Error that names the setting if it cannot listen. */
    async start() {
      try {
        await once(server.listen(port, host), 'listening');
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException;
        const problem = `OPERATIONS_PORT ${port} on OPERATIONS_HOST ${host} cannot be listened on (${code})`;
        throw new Error(`${problem}. Choose a free port, 0 for any, or off, or a host of this machine.`);
      }
      // Without a listener, a connection that cannot be accepted would crash the process.
      server.on('error', (err) => log.warn({ err }, 'a connection could not be accepted'));
      return (server.address() as AddressInfo).port;
    },
    async stop() {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

const timeOf = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString());

/**
 * The body of `/readyz`: each part with what is known of it. `ready`: whether people get an answer. It does not depend on
 * the service, the database and the watches: the app answers without them, and if a load balancer removed every replica,
 * nobody could tell people what is wrong. Without a check-up these parts are not open yet.
 */
export function readinessOf({ phase, slack }: Health, checkUp: CheckUp | undefined) {
  const { failing, hasToken = false, databaseDownSinceMs, watch } = checkUp ?? {};
  const [connections, tokenRefusal] = [slack?.connections() ?? 0, slack?.tokenRefusal()];
  const isWatching = watch && watch.outageSinceMs === undefined && watch.lateMs <= LATE_AFTER_MS;
  const parts = {
    process: { ok: phase === 'running', phase },
    slack: { ok: connections > 0 && tokenRefusal === undefined, connections, tokenRefusal },
    service: {
      ok: failing === undefined && hasToken,
      failingSince: timeOf(failing?.sinceMs),
      reason: failing?.reason,
      hasToken,
    },
    database: {
      ok: checkUp !== undefined && databaseDownSinceMs === undefined,
      downSince: timeOf(databaseDownSinceMs),
    },
    watch: {
      ok: watch?.accounts === 0 || isWatching === true,
      outageSince: timeOf(watch?.outageSinceMs),
      accounts: watch?.accounts,
      brokenChannels: watch?.brokenChannels,
      lateSeconds: watch && Math.round(watch.lateMs / 1000),
    },
  };
  return { ready: parts.process.ok && parts.slack.ok, parts };
}
