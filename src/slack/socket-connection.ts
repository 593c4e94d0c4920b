import type { Logger as BoltLogger, ReceiverEvent } from '@slack/bolt';
import { SocketModeClient } from '@slack/socket-mode';
import { within } from './within.ts';

/** One WebSocket to Slack. It never reconnects: its owner opens another. */
export interface SocketConnection {
  /** Resolves when Slack says that it will end the connection, or when it has ended. Never rejects. */
  readonly leaving: Promise<void>;
  readonly ended: Promise<void>;
  /** Waits for acks that are owed, three seconds at most, then closes. */
  close(): Promise<void>;
}

export interface SocketConnectionOptions {
  readonly appToken: string;
  /** With its final slash. */
  readonly apiUrl: string;
  readonly logger: BoltLogger;
  /** Must not reject. */
  readonly onRequest: (event: ReceiverEvent) => Promise<void>;
}

const HELLO_WITHIN_MS = 10_000;
/** Slack waits no longer for an ack. */
const ACK_WITHIN_MS = 3_000;
/** Slack may leave the TCP connection open after the closing handshake; the client then needs seconds to give it up. */
const CLOSED_WITHIN_MS = 500;

/** Resolves once Slack has said hello. Rejects when it does not, or when the app token is no good. */
export async function openSocketConnection(options: SocketConnectionOptions): Promise<SocketConnection> {
  const { appToken, apiUrl, logger, onRequest } = options;
  const client = new SocketModeClient({
    appToken,
    logger,
    // The client's own way leaves 5 s without a connection and ends the process when it fails.
    autoReconnectEnabled: false,
    // An object of its own: the client writes its own retry policy into the one it is given.
    clientOptions: {
      slackApiUrl: apiUrl,
      timeout: 5_000,
      retryConfig: { retries: 1, minTimeout: 300 },
      rejectRateLimitedCalls: true,
    },
  });
  const owed = new Set<Promise<void>>();
  const ended = new Promise<void>((resolve) => {
    client.once('disconnected', () => resolve());
  });
  const leaving = Promise.race([noticeTo(client), ended]);
  client.on('slack_event', (envelope: Envelope) => onRequest(toEvent(envelope, owed)));
  await start(client);
  return {
    leaving,
    ended,
    async close() {
      await within(Promise.all(owed), ACK_WITHIN_MS);
      await within(client.disconnect(), CLOSED_WITHIN_MS);
    },
  };
}

async function start(client: SocketModeClient): Promise<void> {
  const started = client.start().catch((cause) => {
    throw new Error('Slack did not accept the Socket Mode connection', { cause });
  });
  if ((await within(started, HELLO_WITHIN_MS)) !== undefined) return;
  started.catch(() => {});
  client.disconnect();
  throw new Error('Slack did not say hello on the Socket Mode connection');
}

/**
 * Resolves with Slack's word that this connection will end. The client would close at once, with acks still owed: so it
 * does not get to see that message.
 */
function noticeTo(client: SocketModeClient): Promise<void> {
  const [read] = client.listeners('ws_message');
  if (read === undefined) throw new Error('@slack/socket-mode no longer reads its messages as ws_message');
  client.removeAllListeners('ws_message');
  return new Promise((resolve) => {
    client.on('ws_message', (data: unknown, isBinary: boolean) => {
      if (isDisconnect(data)) resolve();
      else read(data, isBinary);
    });
  });
}

function isDisconnect(data: unknown): boolean {
  if (typeof data !== 'string' || !data.includes('"disconnect"')) return false;
  try {
    return (JSON.parse(data) as { type?: unknown }).type === 'disconnect';
  } catch {
    // No JSON: the client says so in its own words.
    return false;
  }
}

interface Envelope {
  readonly body: ReceiverEvent['body'];
  readonly ack: ReceiverEvent['ack'];
  readonly retry_num?: number;
  readonly retry_reason?: string;
}

function toEvent({ body, ack, retry_num, retry_reason }: Envelope, owed: Set<Promise<void>>): ReceiverEvent {
  const { promise, resolve } = Promise.withResolvers<void>();
  owed.add(promise);
  return {
    body,
    ...(retry_num !== undefined && { retryNum: retry_num }),
    ...(retry_reason !== undefined && { retryReason: retry_reason }),
    async ack(response) {
      try {
        await ack(response);
      } finally {
        owed.delete(promise);
        resolve();
      }
    },
  };
}
