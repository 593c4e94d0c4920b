import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { createSingleFlight } from '../async.ts';
import { readAccountMetrics } from './account-metrics.ts';
import { createMetrics } from './metrics.ts';
import { type Health, readinessOf } from './readiness.ts';

export interface OperationsDeps {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Whether `/metrics/accounts` shows the watched accounts one by one. */
  readonly hasAccountMetrics: boolean;
  readonly health: () => Health;
  readonly log: Logger;
}

/** A long body comes in pieces, each sent by itself. */
type Reply = readonly [status: number, type: string, body: string | readonly string[]];

/** A probe is short. A client that takes longer only occupies a connection. */
const LONGEST_REQUEST_MS = 5_000;
const MAX_CONNECTIONS = 50;
const CHECK_UP_WITHIN_MS = 1_000;
const TEXT = 'text/plain; charset=utf-8';

/** `/healthz`, `/readyz`, `/metrics` and `/metrics/accounts`, each by GET or HEAD, and what is counted for them. */
export function createOperations(deps: OperationsDeps) {
  const { host, port, health, log } = deps;
  // Probes at the same time share what they ask the database for.
  const flight = createSingleFlight(
    async () => await health().checkUp?.({ budgetMs: CHECK_UP_WITHIN_MS, signsIn: false }),
  );
  const checkUp = () => flight('').result;
  const metrics = createMetrics(() => health().slack, checkUp);
  const accounts = createSingleFlight(async () => await readAccountMetrics(health().watchStore));
  const routes = new Map<string, () => Promise<Reply>>([
    ['/healthz', async () => [200, TEXT, 'ok\n']],
    ['/metrics', async () => [200, metrics.contentType, await metrics.text()]],
    [
      '/readyz',
      async () => {
        const readiness = readinessOf(health(), await checkUp());
        return [readiness.ready ? 200 : 503, 'application/json', `${JSON.stringify(readiness)}\n`];
      },
    ],
  ]);
  if (deps.hasAccountMetrics)
    routes.set('/metrics/accounts', async () => [200, metrics.contentType, await accounts('').result]);
  const server = createServer(
    { requestTimeout: LONGEST_REQUEST_MS, connectionsCheckingInterval: 1_000 },
    async ({ method = '', url = '' }, response) => {
      const [status, type, body] = await replyTo(method, routes.get(url.split('?', 1)[0] ?? ''));
      // An unexpected body is not waited for.
      const headers = { 'content-type': type, 'cache-control': 'no-store', connection: 'close' };
      response.writeHead(status, status === 405 ? { ...headers, allow: 'GET, HEAD' } : headers);
      // Nothing of the body is sent to HEAD. A client that hangs up early does not need the rest.
      await pipeline(Readable.from([body].flat()), response).catch(() => {});
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  return {
    /** Counts what happens, from the first moment on. */
    observe: metrics.observe,
    /** Resolves with the port. Rejects, naming the setting, when it cannot be listened on. */
    async start() {
      try {
        await once(server.listen(port, host), 'listening');
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException;
        const problem = `OPERATIONS_PORT ${port} on OPERATIONS_HOST ${host} cannot be listened on (${code})`;
        throw new Error(`${problem}. Choose another port, 0 for a free one, or off.`);
      }
      // Without a listener a connection that could not be accepted would end the process.
      server.on('error', (err) => log.warn({ err }, 'a connection could not be taken'));
      return (server.address() as AddressInfo).port;
    },
    async stop() {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function replyTo(method: string, route?: () => Promise<Reply>): Promise<Reply> {
  if (route === undefined) return [404, TEXT, 'not found\n'];
  if (method !== 'GET' && method !== 'HEAD') return [405, TEXT, 'method not allowed\n'];
  // The database does not answer, or a defect of ours. A stranger must not read about it; the probe sees the status.
  return await route().catch(() => [500, TEXT, 'failed\n'] as const);
}
