import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { isJsonObject, type JsonObject, parseJson } from './json.ts';
import type { AckBody, Outgoing, TransportResult } from './outgoing.ts';

/** One socket of the app. */
export interface SocketConnection {
  /** Told to disconnect: gets no more envelopes, but may still acknowledge those it has. */
  readonly isLeaving: boolean;
  hello(numConnections: number): void;
  /** Sends an envelope and waits for its acknowledgement here; when the socket closes meanwhile, the wait goes on in vain. */
  send(outgoing: Outgoing, ackTimeoutMs: number): Promise<TransportResult>;
  /** Tells it to disconnect and closes it when the notice is over. */
  leave(reason: string, noticeMs: number): void;
  /** Resolves when it is closed; a peer that does not answer is cut off. */
  close(): Promise<void>;
}

const PING_INTERVAL_MS = 5_000;
const CLOSE_TIMEOUT_MS = 500;
const HOST = 'applink-local';

/** Speaks Socket Mode on a socket until it closes. */
export function createSocketConnection(socket: WebSocket, appId: string): SocketConnection {
  const awaited = new Map<string, (payload: unknown) => void>();
  const pings = setInterval(() => socket.ping(), PING_INTERVAL_MS);
  let notice: NodeJS.Timeout | undefined;
  let isLeaving = false;
  const say = (message: JsonObject) => socket.send(JSON.stringify(message));

  socket.on('message', (data) => {
    const message = parseJson(String(data));
    if (!isJsonObject(message) || typeof message.envelope_id !== 'string') return;
    awaited.get(message.envelope_id)?.(message.payload);
    awaited.delete(message.envelope_id);
  });
  // A broken socket emits error and then close; close is what counts.
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(pings);
    clearTimeout(notice);
  });

  return {
    get isLeaving() {
      return isLeaving;
    },
    hello(numConnections) {
      const debugInfo = { host: HOST, build_number: 1, approximate_connection_time: 18_060 };
      say({
        type: 'hello',
        num_connections: numConnections,
        debug_info: debugInfo,
        connection_info: { app_id: appId },
      });
    },
    send(outgoing, ackTimeoutMs) {
      const envelopeId = crypto.randomUUID();
      const acked = waitForAck(awaited, envelopeId, ackTimeoutMs);
      say(toEnvelope(envelopeId, outgoing));
      return acked;
    },
    leave(reason, noticeMs) {
      isLeaving = true;
      say({ type: 'disconnect', reason, debug_info: { host: HOST } });
      notice = setTimeout(() => socket.close(1000), noticeMs);
    },
    close: () => closeSocket(socket),
  };
}

function waitForAck(awaited: Map<string, (payload: unknown) => void>, envelopeId: string, timeoutMs: number) {
  const sentAtMs = performance.now();
  const ackMs = () => performance.now() - sentAtMs;
  return new Promise<TransportResult>((resolve) => {
    const timer = setTimeout(() => {
      awaited.delete(envelopeId);
      resolve({ kind: 'timeout', ackMs: ackMs() });
    }, timeoutMs).unref();
    awaited.set(envelopeId, (payload) => {
      clearTimeout(timer);
      resolve({ kind: 'acked', ackMs: ackMs(), body: toBody(payload) });
    });
  });
}

async function closeSocket(socket: WebSocket): Promise<void> {
  const cutOff = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
  const closed = once(socket, 'close');
  socket.close(1001);
  await closed;
  clearTimeout(cutOff);
}

function toEnvelope(envelopeId: string, { type, payload, acceptsResponse, retry }: Outgoing): JsonObject {
  return {
    envelope_id: envelopeId,
    payload,
    type,
    accepts_response_payload: acceptsResponse,
    ...(type === 'events_api' && {
      retry_attempt: retry?.attempt ?? 0,
      retry_reason: retry?.reason === 'http_timeout' ? 'timeout' : (retry?.reason ?? ''),
    }),
  };
}

const toBody = (payload: unknown): AckBody =>
  payload === undefined || payload === null || (isJsonObject(payload) && Object.keys(payload).length === 0)
    ? { kind: 'empty' }
    : { kind: 'json', value: payload };
