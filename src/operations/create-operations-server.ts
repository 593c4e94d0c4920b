import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Readiness } from './check-readiness.ts';
import type { AccountMetrics } from './create-account-metrics.ts';
import type { Metrics } from './create-metrics.ts';

export interface OperationsServerDeps {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  /** Absent: switched off. */
  readonly accountMetrics?: AccountMetrics;
  readonly readiness: () => Promise<Readiness>;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  /** A long text comes in pieces, each sent by itself. */
  readonly body: string | readonly string[];
}

/** A probe is short. A client that takes longer only occupies a connection. */
const LONGEST_REQUEST_MS = 5_000;
const MAX_CONNECTIONS = 50;
const MAX_HEADER_BYTES = 8_192;

/** `/healthz`, `/readyz`, `/metrics` and `/metrics/accounts`, each by GET or HEAD. Not listening yet. */
export function createOperationsServer(deps: OperationsServerDeps): Server {
  const server = createServer(
    {
      headersTimeout: LONGEST_REQUEST_MS,
      requestTimeout: LONGEST_REQUEST_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => void answer(deps, request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function answer(deps: OperationsServerDeps, request: IncomingMessage, response: ServerResponse) {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const reply = await replyTo(deps, pathOf(request), isRead);
  response.writeHead(reply.status, {
    'content-type': reply.type,
    ...(typeof reply.body === 'string' && { 'content-length': Buffer.byteLength(reply.body) }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // An unexpected body is not waited for.
    connection: 'close',
    ...(reply.status === 405 && { allow: 'GET, HEAD' }),
  });
  if (request.method === 'HEAD') response.end();
  else if (typeof reply.body === 'string') response.end(reply.body);
  // A client that hangs up early does not need the rest.
  else await pipeline(Readable.from(reply.body), response).catch(() => {});
}

async function replyTo(deps: OperationsServerDeps, path: string, isRead: boolean): Promise<Reply> {
  const { metrics, accountMetrics, readiness } = deps;
  const inMetricsFormat = (body: Reply['body']): Reply => ({ status: 200, type: metrics.contentType, body });
  const routes: Readonly<Record<string, () => Promise<Reply>>> = {
    '/healthz': async () => text(200, 'ok\n'),
    '/readyz': async () => ready(await readiness()),
    '/metrics': async () => inMetricsFormat(await metrics.text()),
    ...(accountMetrics && {
      '/metrics/accounts': async () => inMetricsFormat(await accountMetrics()),
    }),
  };
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (route === undefined) return text(404, 'not found\n');
  if (!isRead) return text(405, 'method not allowed\n');
  try {
    return await route();
  } catch {
    // A defect of ours. A stranger must not read about it; the probe sees the status.
    return text(500, 'failed\n');
  }
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] ?? '';
const text = (status: number, body: string): Reply => ({ status, type: 'text/plain; charset=utf-8', body });

function ready({ isReady, parts }: Readiness): Reply {
  const shown = Object.fromEntries(
    Object.entries(parts).map(([part, { isOk, why }]) => [part, { ok: isOk, why }]),
  );
  return {
    status: isReady ? 200 : 503,
    type: 'application/json; charset=utf-8',
    body: `${JSON.stringify({ ready: isReady, parts: shown })}\n`,
  };
}
