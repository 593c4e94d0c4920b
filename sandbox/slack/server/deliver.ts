import { Agent } from 'node:http';
import type { SlackState } from '../state/state.ts';
import type { Acknowledgement, Outgoing } from './delivery.ts';
import { sendSigned } from './signed-http.ts';
import type { SocketMode } from './socket-mode.ts';

export type Deliver = ReturnType<typeof createDeliver>;

/** Sends payloads to the app, each once, over sockets or signed HTTP, and records them. */
export function createDeliver(state: SlackState, sockets: SocketMode, firstAckTimeoutMs: number) {
  let ackTimeoutMs = firstAckTimeoutMs;
  const agent = new Agent({ keepAlive: true });
  let http: { readonly requestUrl: string; readonly appNow: () => number } | undefined;
  return {
    async once(outgoing: Outgoing): Promise<Acknowledgement> {
      const { signingSecret } = state.credentials;
      const result = await (http
        ? sendSigned(outgoing, { ...http, signingSecret, ackTimeoutMs, agent })
        : sockets.send(outgoing, ackTimeoutMs));
      const response = result.ack === 'ok' ? result.body : undefined;
      state.record({ kind: 'delivery', type: outgoing.type, response });
      return result;
    },
    /** Sends over HTTP from now on, signed by the app's clock; this machine's by default. */
    useHttp(requestUrl: string, appNow: () => number = Date.now) {
      http = { requestUrl, appNow };
    },
    waitForAcks(timeoutMs: number) {
      ackTimeoutMs = timeoutMs;
    },
    close: () => agent.destroy(),
  };
}
