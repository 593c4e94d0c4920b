import { createHmac } from 'node:crypto';
import type { SlackState } from '../state/state.ts';
import type { Acknowledgement, Outgoing } from './delivery.ts';
import { nothingIfEmpty, parseJson } from './json.ts';
import type { SocketMode } from './socket-mode.ts';

export type Deliver = ReturnType<typeof createDeliver>;

/** Sends payloads to the app, each once, over sockets or signed HTTP, and records them. */
export function createDeliver(state: SlackState, sockets: SocketMode, firstAckTimeoutMs: number) {
  let ackTimeoutMs = firstAckTimeoutMs;
  let http: Parameters<typeof sendSigned>[1] | undefined;
  return {
    async once(outgoing: Outgoing): Promise<Acknowledgement> {
      const result = await (http
        ? sendSigned(outgoing, http, ackTimeoutMs)
        : sockets.send(outgoing, ackTimeoutMs));
      const response = result.ack === 'ok' ? result.body : undefined;
      state.record({ kind: 'delivery', type: outgoing.type, response });
      const { response_url: url, response_urls: more } = outgoing.payload as ResponseUrls;
      // Anything may stand in their place when `npm run fuzz` sends.
      for (const given of [url, ...[more].flat().map((one) => one?.response_url)])
        if (given) state.responseUrls.open(given);
      return result;
    },
    /** Sends over HTTP from now on, signed by the app's clock, because it refuses what was not signed just now. */
    useHttp(requestUrl: string, appNow: () => number = Date.now) {
      http = { requestUrl, appNow, secret: state.credentials.signingSecret };
    },
    waitForAcks(timeoutMs: number) {
      ackTimeoutMs = timeoutMs;
    },
  };
}

interface ResponseUrls {
  readonly response_url?: string;
  readonly response_urls?: readonly { readonly response_url: string }[];
}

/** Posts to the app's request URL as Slack does, signed (v0). Only a 200 is an acknowledgement. Redirects are not followed. */
async function sendSigned(
  outgoing: Outgoing,
  { requestUrl, appNow, secret }: { requestUrl: string; appNow: () => number; secret: string },
  ackTimeoutMs: number,
): Promise<Acknowledgement> {
  const [type, body] = toBody(outgoing);
  const timestamp = String(Math.floor(appNow() / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  const headers = {
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'content-type': type,
    'x-slack-signature': `v0=${signature}`,
    'x-slack-request-timestamp': timestamp,
  };
  const signal = AbortSignal.timeout(ackTimeoutMs);
  try {
    const response = await fetch(requestUrl, { method: 'POST', headers, body, redirect: 'manual', signal });
    const text = await response.text();
    if (response.status !== 200) return { ack: 'http_error', status: response.status };
    const isJson = response.headers.get('content-type')?.includes('application/json');
    const given = isJson ? nothingIfEmpty(parseJson(text) ?? null) : text;
    return { ack: 'ok', body: text.trim() === '' ? undefined : given };
  } catch {
    return { ack: signal.aborted ? 'operation_timeout' : 'dispatch_failed' };
  }
}

/** The content type and the body: commands are form fields, interactions the single field `payload`, events JSON. */
function toBody({ type, payload }: Outgoing): [type: string, body: string] {
  if (type === 'events_api') return ['application/json', JSON.stringify(payload)];
  const fields = type === 'interactive' ? { payload: JSON.stringify(payload) } : payload;
  return ['application/x-www-form-urlencoded', String(new URLSearchParams(fields as Record<string, string>))];
}
