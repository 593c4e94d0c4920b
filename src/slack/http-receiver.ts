import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App, Receiver } from '@slack/bolt';
import type { RefusalReason } from './create-refusals.ts';
import { createSlackRequestListener } from './slack-request-listener.ts';

export interface HttpReceiverOptions {
  readonly signingSecret: string;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Counts what is not Slack's. */
  readonly refuse: (reason: RefusalReason) => void;
  /** Epoch milliseconds. Default: this machine's clock, as Slack stamps with real time whatever clock the rest goes by. */
  readonly now?: () => number;
  /** How long a request may take to arrive, first its headers, then all of it. Default 5,000. */
  readonly arriveWithinMs?: number;
}

/** A receiver whose start resolves when it takes requests, with the port on which it does. */
export interface StartableReceiver extends Receiver {
  start(): Promise<{ readonly port?: number }>;
  /** Ways in from Slack that are open: sockets, or 1 while signed HTTP is listened for. */
  connections(): number;
}

/** Load balancers keep connections for a minute, and must not send a command into one that we are just closing. */
const KEEP_ALIVE_MS = 65_000;
/** Slack needs a handful; what waits beyond is not worth a file handle. */
const CONNECTIONS_AT_MOST = 1_000;

/**
 * Signed HTTP on `POST /slack/events`, in place of Bolt's receiver, which takes stamps from the future, knows no replays
 * and refuses a content type with a charset. `start` rejects when the port is taken.
 */
export function createHttpReceiver(options: HttpReceiverOptions): StartableReceiver {
  const { host, port, now = Date.now, arriveWithinMs = 5_000 } = options;
  let app: App | undefined;
  let server: Server | undefined;
  return {
    init(boltApp) {
      app = boltApp;
    },
    async start() {
      const listener = createSlackRequestListener({
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
        listener,
      );
      starting.maxConnections = CONNECTIONS_AT_MOST;
      refuseWhatIsNoRequest(starting, options.refuse);
      starting.listen(port, host);
      await once(starting, 'listening');
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
      await closed;
    },
  };
}

/** What Node itself refuses: requests that are not HTTP, or too slow in coming, or of which the headers are too large. */
function refuseWhatIsNoRequest(server: Server, refuse: (reason: RefusalReason) => void): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Told already, or nobody left to tell.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [reason, status] = ANSWERS[error.code ?? ''] ?? (['not-http', '400 Bad Request'] as const);
    refuse(reason);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
      socket.destroy(),
    );
  });
}

const ANSWERS: Readonly<Record<string, readonly [RefusalReason, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['too-slow', '408 Request Timeout'],
  HPE_HEADER_OVERFLOW: ['too-large', '431 Request Header Fields Too Large'],
};
