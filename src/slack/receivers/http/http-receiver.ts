import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App, Receiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Reject } from '../../pipeline/count-rejections.ts';
import { createRequestListener } from './request-listener.ts';

export interface HttpReceiverOptions {
  readonly signingSecret: string;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly log: Logger;
  /** Counts what is not Slack's. */
  readonly reject: Reject;
  /** Epoch milliseconds. Default: this machine's clock, as Slack stamps with real time whatever clock the rest goes by. */
  readonly now?: () => number;
  /** How long a request may take to arrive, first its headers, then all of it. Default 5,000. */
  readonly arriveWithinMs?: number;
}

/** A receiver whose start resolves when it takes requests, with the port on which it does. */
export interface StartableReceiver extends Receiver {
  start(): Promise<{ readonly port?: number }>;
  /** Connections to Slack that are open: sockets, or 1 while signed HTTP is listened for. */
  connections(): number;
}

/** Load balancers keep connections for a minute, and must not send a command into one that we are just closing. */
const KEEP_ALIVE_MS = 65_000;
/** Slack needs a handful; more connections are not worth a file handle. */
const CONNECTIONS_AT_MOST = 1_000;

/**
 * Signed HTTP on `POST /slack/events`, in place of Bolt's receiver, which takes stamps from the future
 * and refuses a content type with a charset. `start` rejects when the port is taken.
 */
export function createHttpReceiver(options: HttpReceiverOptions): StartableReceiver {
  const { host, port, now = Date.now, arriveWithinMs = 5_000, log } = options;
  let app: App | undefined;
  let server: Server | undefined;
  const underWay = new Set<ServerResponse>();
  return {
    init(boltApp) {
      app = boltApp;
    },
    async start() {
      const listener = createRequestListener({
        ...options,
        now,
        processEvent: async (event) => app?.processEvent(event),
      });
      const starting = createServer(
        {
          headersTimeout: arriveWithinMs,
          requestTimeout: arriveWithinMs,
          connectionsCheckingInterval: Math.min(1_000, arriveWithinMs),
          keepAliveTimeout: KEEP_ALIVE_MS,
        },
        (request, response) => {
          if (server !== starting) return refuseWhileStopping(request, response);
          underWay.add(response);
          response.once('close', () => underWay.delete(response));
          // Node does not await it: a rejection would end the process.
          Promise.resolve(listener(request, response)).catch((err: unknown) => {
            log.error({ err }, 'a request could not be answered');
            response.destroy();
          });
        },
      );
      starting.maxConnections = CONNECTIONS_AT_MOST;
      rejectWhatIsNoRequest(starting, options.reject);
      await listen(starting, host, port);
      // A connection that could not be accepted. Without a listener it would end the process.
      starting.on('error', (err) => log.warn({ err }, 'a connection could not be taken'));
      server = starting;
      // Listening on TCP, where the address is always an object.
      return { port: (starting.address() as AddressInfo).port };
    },
    connections: () => (server === undefined ? 0 : 1),
    async stop() {
      const stopping = server;
      server = undefined;
      if (stopping === undefined) return;
      const closed = once(stopping, 'close');
      stopping.close();
      await endAll(underWay, arriveWithinMs);
      // Connections without a request, opened ahead of time: no request on them would be taken.
      stopping.closeAllConnections();
      await closed;
    },
  };
}

/** The sender may try another replica; the connection is not used again. */
const refuseWhileStopping: RequestListener = (request, response) => {
  response.writeHead(503, { connection: 'close', 'content-length': 0 }).end();
  request.resume();
};

/**
 * Resolves when all are answered, each with word that its connection takes no more. A request of which a part is still to
 * come gets as long as any: a server that is closed no longer looks after that by itself.
 */
async function endAll(underWay: ReadonlySet<ServerResponse>, arriveWithinMs: number): Promise<void> {
  const late = setTimeout(() => {
    for (const { req } of underWay) if (!req.complete) req.destroy();
  }, arriveWithinMs);
  await Promise.all(
    [...underWay].map((response) => {
      if (!response.headersSent) response.setHeader('connection', 'close');
      return new Promise((resolve) => response.once('close', resolve));
    }),
  );
  clearTimeout(late);
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`PORT ${port} on HOST ${host} cannot be listened on (${code}). Choose another port.`, {
      cause,
    });
  }
}

/** What Node itself refuses: requests that are not HTTP, or too slow in coming, or of which the headers are too large. */
function rejectWhatIsNoRequest(server: Server, reject: Reject): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Answered already, or the peer is gone.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [reason, status] = ANSWERS[error.code ?? ''] ?? ['not-http', '400 Bad Request'];
    reject(reason);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
      socket.destroy(),
    );
  });
}

const ANSWERS: Readonly<Record<string, readonly [string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['too-slow', '408 Request Timeout'],
  HPE_HEADER_OVERFLOW: ['too-large', '431 Request Header Fields Too Large'],
};
