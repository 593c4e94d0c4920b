import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressOf } from '../../net/address-of.ts';
import type { Changes } from '../state/changes.ts';
import type { Ids } from '../state/ids.ts';
import type { Outgoing, TransportResult } from './outgoing.ts';
import { createSocketConnection, type SocketConnection } from './socket-connection.ts';
import { createSocketTickets } from './socket-tickets.ts';

export interface RefreshOptions {
  /** `refresh_requested` unless said otherwise. */
  readonly reason?: 'warning' | 'refresh_requested';
  /** Only the socket with this place, oldest first; all unless said otherwise. */
  readonly index?: number;
}

/** The server side of Socket Mode. */
export interface SocketMode {
  /** The address that apps.connections.open hands out, good for one connection. */
  issueUrl(): string;
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends one envelope to one socket, in turn, and waits for its acknowledgement on that same socket. */
  send(outgoing: Outgoing): Promise<TransportResult>;
  refresh(options?: RefreshOptions): void;
  /** Sockets that can get envelopes. */
  count(): number;
  close(): Promise<void>;
}

interface SocketModeDeps {
  readonly ids: Ids;
  readonly now: () => number;
  readonly changes: Changes;
  readonly origin: string;
  readonly appId: string;
  readonly ackTimeoutMs: number;
  /** Between telling a socket to disconnect and closing it. */
  readonly noticeMs: number;
}

const MAX_SOCKETS = 10;
const MAX_BYTES = 1024 * 1024;

/** Up to ten sockets; each envelope goes to one of those that were not told to disconnect. */
export function createSocketMode(deps: SocketModeDeps): SocketMode {
  const { changes, origin, appId, ackTimeoutMs, noticeMs } = deps;
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES });
  const tickets = createSocketTickets(deps);
  let connections: SocketConnection[] = [];
  let turn = 0;
  const usable = () => connections.filter(({ isLeaving }) => !isLeaving);

  const connect = (socket: WebSocket) => {
    const connection = createSocketConnection(socket, appId);
    connections.push(connection);
    socket.on('close', () => {
      connections = connections.filter((other) => other !== connection);
      changes.notify();
    });
    if (connections.length > MAX_SOCKETS) connection.leave('too_many_websockets', 0);
    else connection.hello(usable().length);
    changes.notify();
  };

  return {
    issueUrl: () => `${origin.replace(/^http/, 'ws')}/link/?ticket=${tickets.issue()}&app_id=${appId}`,
    accept(request, socket, head) {
      const address = addressOf(request, origin);
      if (!address) return refuse(socket, '400 Bad Request');
      const ticket = address.searchParams.get('ticket') ?? '';
      if (tickets.redeem(ticket)) server.handleUpgrade(request, socket, head, connect);
      else refuse(socket, '403 Forbidden');
    },
    async send(outgoing) {
      turn += 1;
      const candidates = usable();
      const connection = candidates[turn % candidates.length];
      if (!connection) return { kind: 'unreachable', ackMs: 0, reason: 'no_active_connection' };
      return connection.send(outgoing, ackTimeoutMs);
    },
    refresh({ reason = 'refresh_requested', index } = {}) {
      const told = index === undefined ? usable() : usable().slice(index, index + 1);
      for (const connection of told) connection.leave(reason, noticeMs);
      changes.notify();
    },
    count: () => usable().length,
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
      server.close();
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  // Node does not handle errors of an upgraded connection: the client may have gone already.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
