import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { readBody } from '../../net/request.ts';
import type { SlackState } from '../state/state.ts';
import type { Acknowledgement, Outgoing } from './delivery.ts';
import { nothingIfEmpty, parseJson } from './json.ts';
import type { SocketMode } from './socket-mode.ts';

const MAX_BODY_BYTES = 1024 * 1024;

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

interface SignedHttpOptions {
  readonly requestUrl: string;
  /** The clock of the app: it refuses what was not signed just now. */
  readonly appNow: () => number;
  readonly signingSecret: string;
  readonly ackTimeoutMs: number;
  /** Keeps connections alive. */
  readonly agent: Agent;
}

/**
 * Posts to the app's request URL as Slack does, signed (v0). Only a 200 is an acknowledgement. Redirects are not followed.
 * When the app has closed a kept connection before it received the request, another connection is opened.
 */
async function sendSigned(outgoing: Outgoing, options: SignedHttpOptions): Promise<Acknowledgement> {
  const body = toForm(outgoing);
  const signal = AbortSignal.timeout(options.ackTimeoutMs);
  const headers = toHeaders(outgoing, body, options);
  const sent = request(options.requestUrl, { method: 'POST', agent: options.agent, headers, signal });
  // An error after the answer has begun is also one of the answer.
  sent.on('error', () => {});
  sent.end(body);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const text = await readBody(response, MAX_BODY_BYTES);
    return text === undefined ? { ack: 'dispatch_failed' } : toResult(response, text);
  } catch (error) {
    if (signal.aborted) return { ack: 'operation_timeout' };
    const isStale = sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    return isStale ? sendSigned(outgoing, options) : { ack: 'dispatch_failed' };
  }
}

/** Commands are form fields, interactions the single field `payload`, events JSON. */
function toForm({ type, payload }: Outgoing): string {
  if (type === 'events_api') return JSON.stringify(payload);
  const fields = type === 'interactive' ? { payload: JSON.stringify(payload) } : payload;
  return new URLSearchParams(fields as Record<string, string>).toString();
}

function toHeaders(
  { type }: Outgoing,
  body: string,
  { appNow, signingSecret }: SignedHttpOptions,
): Record<string, string> {
  const timestamp = String(Math.floor(appNow() / 1000));
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    accept: '*/*',
    'content-type': type === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
    'x-slack-signature': `v0=${signature}`,
    'x-slack-request-timestamp': timestamp,
  };
}

function toResult({ statusCode: status = 0, headers }: IncomingMessage, text: string): Acknowledgement {
  if (status !== 200) return { ack: 'http_error', status };
  if (text.trim() === '') return { ack: 'ok', body: undefined };
  const isJson = headers['content-type']?.includes('application/json');
  return { ack: 'ok', body: isJson ? nothingIfEmpty(parseJson(text) ?? null) : text };
}
