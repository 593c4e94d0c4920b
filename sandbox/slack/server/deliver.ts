import { Agent } from 'node:http';
import type { SlackState } from '../state/state.ts';
import { type AckBody, type Outgoing, type TransportResult, toDelivery } from './delivery.ts';
import { sendSigned } from './signed-http.ts';
import type { SocketMode } from './socket-mode.ts';

export type Deliver = ReturnType<typeof createDeliver>;

/** Brings payloads to the app, each once, over sockets or signed HTTP, and writes down how it went. */
export function createDeliver(state: SlackState, sockets: SocketMode, ackTimeoutMs: number) {
  const { signingSecret } = state.credentials;
  const agent = new Agent({ keepAlive: true });
  let http: { readonly requestUrl: string; readonly appNow: () => number } | undefined;
  return {
    async once(outgoing: Outgoing): Promise<TransportResult> {
      const finish = state.traffic.add({
        kind: 'delivery',
        atMs: state.now(),
        transport: http === undefined ? 'socket' : 'http',
        ...outgoing,
      });
      const result = await (http === undefined
        ? sockets.send(outgoing, ackTimeoutMs)
        : sendSigned(outgoing, { ...http, signingSecret, ackTimeoutMs, agent }));
      const response = result.kind === 'acked' ? answerOf(result.body) : undefined;
      finish({ ...toDelivery(result), ...(response !== undefined && { response }) });
      state.changes.notify();
      return result;
    },
    /** From now on by signed HTTP. `appNow` is the clock of the app, by which requests are signed: this machine's unless said. */
    useHttp(requestUrl: string, appNow: () => number = Date.now) {
      http = { requestUrl, appNow };
    },
    close: () => agent.destroy(),
  };
}

function answerOf(body: AckBody): unknown {
  if (body.kind === 'empty') return undefined;
  return body.kind === 'text' ? body.text : body.value;
}
