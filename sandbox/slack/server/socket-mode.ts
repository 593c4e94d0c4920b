import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressOf } from '../../net.ts';
import type { SlackState } from '../state/state.ts';
import type { Acknowledgement, Outgoing } from './delivery.ts';
import { isJsonObject, type JsonObject, nothingIfEmpty, parseJson } from './json.ts';

const MAX_SOCKETS = 10;
/** Slack closes a socket with 1009 and "Max frame length of 20480 has been exceeded" (revelrylabs/slax#614). */
const MAX_BYTES = 20_480;
const PING_INTERVAL_MS = 5_000;
const HOST = 'applink-local';

/** One socket of the app. While it is leaving it gets no more envelopes, but may acknowledge those it has. */
interface Connection {
  readonly socket: WebSocket;
  isLeaving: boolean;
  /** Envelopes that wait for an acknowledgement on this socket, by envelope_id. */
  readonly awaited: Map<string, (payload: unknown) => void>;
}

export type SocketMode = ReturnType<typeof createSocketMode>;

/**
 * The server side of Socket Mode: up to ten sockets. Each envelope goes to one that was not asked to disconnect.
 * `noticeMs`: time between that request and the close.
 */
export function createSocketMode(state: SlackState, noticeMs: number) {
  const { changes, origin, tickets, workspace } = state;
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES });
  let connections: Connection[] = [];
  let turn = 0;
  const usable = () => connections.filter(({ isLeaving }) => !isLeaving);

  const leave = (connection: Connection, reason: string, afterMs: number) => {
    connection.isLeaving = true;
    say(connection, { type: 'disconnect', reason, debug_info: { host: HOST } });
    const timer = setTimeout(() => connection.socket.close(1000), afterMs);
    connection.socket.once('close', () => clearTimeout(timer));
  };
  const connect = (socket: WebSocket) => {
    const connection: Connection = { socket, isLeaving: false, awaited: new Map() };
    connections.push(connection);
    const pings = setInterval(() => socket.ping(), PING_INTERVAL_MS);
    socket.on('message', (data) => {
      const message = parseJson(String(data));
      if (!isJsonObject(message) || typeof message.envelope_id !== 'string') return;
      connection.awaited.get(message.envelope_id)?.(message.payload);
      connection.awaited.delete(message.envelope_id);
    });
    // A broken socket emits error and then close; only close is handled.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(pings);
      connections = connections.filter((other) => other !== connection);
      changes.notify();
    });
    if (connections.length > MAX_SOCKETS) leave(connection, 'too_many_websockets', 0);
    else {
      say(connection, {
        type: 'hello',
        num_connections: usable().length,
        debug_info: { host: HOST, build_number: 1, approximate_connection_time: 18_060 },
        connection_info: { app_id: workspace.appId },
      });
    }
    changes.notify();
  };

  return {
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const ticket = addressOf(request, origin)?.searchParams.get('ticket') ?? '';
      if (tickets.isGood(ticket)) server.handleUpgrade(request, socket, head, connect);
      else refuse(socket);
    },
    /**
     * Sends one envelope to the next socket in turn, and waits for its acknowledgement on that socket. When the socket
     * closes, the wait continues until it times out.
     */
    send(outgoing: Outgoing, ackTimeoutMs: number): Promise<Acknowledgement> {
      turn += 1;
      const candidates = usable();
      const connection = candidates[turn % candidates.length];
      if (!connection) return Promise.resolve({ ack: 'dispatch_failed' });
      const envelopeId = crypto.randomUUID();
      const acked = waitForAck(connection, envelopeId, ackTimeoutMs);
      say(connection, toEnvelope(envelopeId, outgoing));
      return acked;
    },
    /** Asks all sockets to disconnect, or only the one at this index, oldest first. */
    refresh({ reason = 'refresh_requested', index }: { reason?: string; index?: number } = {}): void {
      const told = index === undefined ? usable() : usable().slice(index, index + 1);
      for (const connection of told) leave(connection, reason, noticeMs);
      changes.notify();
    },
    /** Sockets that can get envelopes. */
    count: () => usable().length,
    async close(): Promise<void> {
      for (const { socket } of connections) socket.terminate();
      server.close();
    },
  };
}

const say = ({ socket }: Connection, message: JsonObject) => socket.send(JSON.stringify(message));

function waitForAck({ awaited }: Connection, envelopeId: string, timeoutMs: number) {
  return new Promise<Acknowledgement>((resolve) => {
    const timer = setTimeout(() => {
      awaited.delete(envelopeId);
      resolve({ ack: 'operation_timeout' });
    }, timeoutMs).unref();
    awaited.set(envelopeId, (payload) => {
      clearTimeout(timer);
      resolve({ ack: 'ok', body: nothingIfEmpty(payload ?? undefined) });
    });
  });
}

const toEnvelope = (envelopeId: string, { type, payload }: Outgoing): JsonObject => ({
  envelope_id: envelopeId,
  payload,
  type,
  accepts_response_payload: type !== 'events_api',
  ...(type === 'events_api' && { retry_attempt: 0, retry_reason: '' }),
});

function refuse(socket: Duplex): void {
  // Node does not handle errors of an upgraded connection, and the client may have disconnected.
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
