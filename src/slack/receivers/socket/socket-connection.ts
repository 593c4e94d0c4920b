import type { Logger as BoltLogger, ReceiverEvent } from '@slack/bolt';
import { SocketModeClient } from '@slack/socket-mode';
import { within } from '../../../async.ts';

/** One WebSocket to Slack. It never reconnects: its owner opens another. */
export type SocketConnection = Awaited<ReturnType<typeof openSocketConnection>>;

export interface SocketConnectionOptions {
  readonly appToken: string;
  /** With its final slash. */
  readonly apiUrl: string;
  readonly logger: BoltLogger;
  /** Must not reject. */
  readonly onRequest: (event: ReceiverEvent) => Promise<void>;
  /** A message arrived that is not of Slack's kinds. */
  readonly onUnreadable: () => void;
}

const HELLO_WITHIN_MS = 10_000;
/** Slack waits no longer for an ack. */
const ACK_WITHIN_MS = 3_000;
/** Slack may leave the TCP connection open after the closing handshake; the client then needs seconds to give it up. */
const CLOSED_WITHIN_MS = 500;

/** Resolves once Slack has said hello. Rejects when it does not, or when the app token is no good. */
export async function openSocketConnection(options: SocketConnectionOptions) {
  const { appToken, apiUrl, logger, onRequest, onUnreadable } = options;
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
  const leaving = Promise.race([noticeTo(client, onUnreadable), ended]);
  client.on('slack_event', (envelope: Envelope) => onRequest(toEvent(envelope, owed)));
  await start(client);
  return {
    /** Resolves when Slack says that it will end the connection, or when it has ended. Never rejects. */
    leaving,
    ended,
    /** Waits for acks that are owed, three seconds at most, then closes. */
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
  void client.disconnect();
  throw new Error('Slack did not say hello on the Socket Mode connection');
}

/**
 * Resolves with Slack's word that this connection will end. The client would close at once, with acks still owed: so it
 * does not get to see that message. The same goes for a message that is not of Slack's kinds, which would end the
 * process.
 */
function noticeTo(client: SocketModeClient, onUnreadable: () => void): Promise<void> {
  const [read] = client.listeners('ws_message');
  if (read === undefined) throw new Error('@slack/socket-mode no longer reads its messages as ws_message');
  client.removeAllListeners('ws_message');
  return new Promise((resolve) => {
    client.on('ws_message', (data: unknown, isBinary: boolean) => {
      const message = parseMessage(data);
      if (message.type === 'disconnect') resolve();
      else if (isReadable(message)) read(data, isBinary);
      else onUnreadable();
    });
  });
}

type Message = Readonly<Record<string, unknown>>;

/** Empty for anything but a JSON object. */
function parseMessage(data: unknown): Message {
  try {
    return asObject(JSON.parse(String(data)));
  } catch {
    return {}; // No JSON.
  }
}

const asObject = (value: unknown): Message =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const REQUESTS: readonly unknown[] = ['slash_commands', 'interactive'];

/** The client reads the type of an event without looking whether there is one. */
function isReadable({ type, envelope_id: id, payload }: Message): boolean {
  if (type === 'hello') return true;
  if (typeof id !== 'string') return false;
  if (type !== 'events_api') return REQUESTS.includes(type);
  const { type: eventType } = asObject(asObject(payload).event);
  return typeof eventType === 'string';
}

interface Envelope {
  readonly body: ReceiverEvent['body'];
  readonly ack: ReceiverEvent['ack'];
}

function toEvent({ body, ack }: Envelope, owed: Set<Promise<void>>): ReceiverEvent {
  const { promise, resolve } = Promise.withResolvers<void>();
  owed.add(promise);
  return {
    body,
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
