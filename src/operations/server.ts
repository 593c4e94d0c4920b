import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { createSingleFlight } from '../async.ts';
import { createAccountMetrics } from './account-metrics.ts';
import { createMetrics } from './metrics.ts';
import { checkReadiness, type Health } from './readiness.ts';

export interface OperationsDeps {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly health: () => Health;
  /** Whether `/metrics/accounts` shows the watched accounts one by one. */
  readonly hasAccountMetrics: boolean;
  readonly log: Logger;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  /** A long text comes in pieces, each sent by itself. */
  readonly body: string | readonly string[];
}

/** A probe is short. A client that takes longer only occupies a connection. */
const LONGEST_REQUEST_MS = 5_000;
const LIMITS = {
  headersTimeout: LONGEST_REQUEST_MS,
  requestTimeout: LONGEST_REQUEST_MS,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
};
const MAX_CONNECTIONS = 50;

const text = (status: number, body: string, type = 'text/plain; charset=utf-8'): Reply => ({
  status,
  type,
  body,
});

/** `/healthz`, `/readyz`, `/metrics` and `/metrics/accounts`, each by GET or HEAD, and what is counted for them. */
export function createOperations({ host, port, health, hasAccountMetrics, log }: OperationsDeps) {
  const metrics = createMetrics(health);
  const accountMetrics = createAccountMetrics(() => health().store?.watchStore);
  // Probes at the same time share one check.
  const check = createSingleFlight(() => checkReadiness(health()));
  const routes = new Map<string | undefined, () => Promise<Reply>>([
    ['/healthz', async () => text(200, 'ok\n')],
    [
      '/readyz',
      async () => {
        const readiness = await check('').result;
        return text(
          readiness.ready ? 200 : 503,
          `${JSON.stringify(readiness)}\n`,
          'application/json; charset=utf-8',
        );
      },
    ],
    ['/metrics', async () => text(200, await metrics.text(), metrics.contentType)],
  ]);
  if (hasAccountMetrics) {
    routes.set('/metrics/accounts', async () => ({
      ...text(200, '', metrics.contentType),
      body: await accountMetrics(),
    }));
  }
  const server = createServer(LIMITS, (request, response) => void answer(routes, request, response));
  server.maxConnections = MAX_CONNECTIONS;
  return {
    /** Counts what happens, from the first moment on. */
    observe: metrics.observe,
    /** Resolves with the port. Rejects, naming the setting, when it cannot be listened on. */
    start: () =>
      new Promise<number>((resolve, reject) => {
        server.once('error', (cause: NodeJS.ErrnoException) => {
          const problem = `OPERATIONS_PORT ${port} on OPERATIONS_HOST ${host} cannot be listened on (${cause.code})`;
          reject(new Error(`${problem}. Choose another port, 0 for a free one, or off.`));
        });
        server.listen(port, host, () => {
          // Without a listener a connection that could not be accepted would end the process.
          server.on('error', (err) => log.warn({ err }, 'a connection could not be taken'));
          resolve((server.address() as AddressInfo).port);
        });
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  routes: ReadonlyMap<string | undefined, () => Promise<Reply>>,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const route = routes.get(url?.split('?', 1)[0]);
  const isRead = method === 'GET' || method === 'HEAD';
  const { status, type, body } =
    route === undefined
      ? text(404, 'not found\n')
      : isRead
        ? // A defect of ours. A stranger must not read about it; the probe sees the status.
          await route().catch(() => text(500, 'failed\n'))
        : text(405, 'method not allowed\n');
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // An unexpected body is not waited for.
    connection: 'close',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  if (method === 'HEAD') response.end();
  // A client that hangs up early does not need the rest.
  else await pipeline(Readable.from(typeof body === 'string' ? [body] : body), response).catch(() => {});
}
