import { Agent } from 'node:http';
import type { SlackState } from '../state/state.ts';
import { toDelivery } from './delivery.ts';
import type { AckBody, Outgoing, TransportResult } from './outgoing.ts';
import { type SignedHttpOptions, sendSigned } from './signed-http.ts';
import type { SocketMode } from './socket-mode.ts';

/** Brings payloads to the app, over sockets or signed HTTP, and writes down how it went. */
export interface Deliver {
  /** One attempt. */
  once(outgoing: Outgoing): Promise<TransportResult>;
  /** An event: resolves with the first attempt; up to three repetitions follow by themselves. */
  event(payload: Outgoing['payload']): Promise<TransportResult>;
  /** From now on by signed HTTP. `appNow` is the clock of the app, by which requests are signed: this machine's unless said. */
  useHttp(requestUrl: string, appNow?: () => number): void;
  close(): void;
}

interface DeliverDeps {
  readonly state: SlackState;
  readonly sockets: SocketMode;
  readonly ackTimeoutMs: number;
  /** Before each repetition of an event. */
  readonly eventRetryDelaysMs: readonly number[];
}

export function createDeliver(deps: DeliverDeps): Deliver {
  const timers = new Set<NodeJS.Timeout>();
  let http: Pick<SignedHttpOptions, 'requestUrl' | 'appNow'> | undefined;
  let isClosed = false;
  const agent = new Agent({ keepAlive: true });
  const once = (outgoing: Outgoing) => attempt({ ...deps, agent }, http, outgoing);

  const retryLater = (outgoing: Outgoing, result: TransportResult, number: number) => {
    const delayMs = deps.eventRetryDelaysMs[number - 1];
    const isFinal = result.kind === 'acked' || (result.kind === 'http-error' && result.isFinal);
    if (isFinal || delayMs === undefined || isClosed) return;
    const again = { ...outgoing, retry: { attempt: number, reason: reasonOf(result) } };
    const timer = setTimeout(async () => {
      timers.delete(timer);
      retryLater(outgoing, await once(again), number + 1);
    }, delayMs);
    timers.add(timer);
  };

  return {
    once,
    async event(payload) {
      const outgoing: Outgoing = { type: 'events_api', payload, acceptsResponse: false };
      const result = await once(outgoing);
      retryLater(outgoing, result, 1);
      return result;
    },
    useHttp(requestUrl, appNow = Date.now) {
      http = { requestUrl, appNow };
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      agent.destroy();
    },
  };
}

async function attempt(
  { state, sockets, ackTimeoutMs, agent }: DeliverDeps & { readonly agent: Agent },
  http: Pick<SignedHttpOptions, 'requestUrl' | 'appNow'> | undefined,
  outgoing: Outgoing,
): Promise<TransportResult> {
  const { signingSecret } = state.credentials;
  const finish = state.traffic.add({
    kind: 'delivery',
    atMs: state.now(),
    transport: http === undefined ? 'socket' : 'http',
    type: outgoing.type,
    payload: outgoing.payload,
    ...(outgoing.retry && { retryAttempt: outgoing.retry.attempt }),
  });
  const result = await (http === undefined
    ? sockets.send(outgoing)
    : sendSigned(outgoing, { ...http, signingSecret, ackTimeoutMs, agent }));
  const response = result.kind === 'acked' ? answerOf(result.body) : undefined;
  finish({ ...toDelivery(result), ...(response !== undefined && { response }) });
  state.changes.notify();
  return result;
}

function reasonOf(result: TransportResult): string {
  switch (result.kind) {
    case 'timeout':
      return 'http_timeout';
    case 'http-error':
      return 'http_error';
    case 'unreachable':
      return result.reason;
    case 'acked':
      return '';
    default:
      throw result satisfies never;
  }
}

function answerOf(body: AckBody): unknown {
  switch (body.kind) {
    case 'empty':
      return undefined;
    case 'text':
      return body.text;
    case 'json':
      return body.value;
    default:
      throw body satisfies never;
  }
}
