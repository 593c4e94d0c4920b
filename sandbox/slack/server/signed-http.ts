import { createHmac } from 'node:crypto';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { readBody } from '../../net/request.ts';
import type { Acknowledgement, Outgoing } from './delivery.ts';
import { nothingIfEmpty, parseJson } from './json.ts';

const MAX_BODY_BYTES = 1024 * 1024;

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
export function sendSigned(outgoing: Outgoing, options: SignedHttpOptions): Promise<Acknowledgement> {
  const body = toForm(outgoing);
  return new Promise((resolve) => {
    const sent = request(options.requestUrl, {
      method: 'POST',
      agent: options.agent,
      headers: toHeaders(outgoing, body, options),
    });
    const timer = setTimeout(() => {
      resolve({ ack: 'operation_timeout' });
      sent.destroy();
    }, options.ackTimeoutMs);
    const end = (result: Acknowledgement) => {
      clearTimeout(timer);
      resolve(result);
    };
    const fail = () => end({ ack: 'dispatch_failed' });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (!sent.reusedSocket || error.code !== 'ECONNRESET') return fail();
      clearTimeout(timer);
      resolve(sendSigned(outgoing, options));
    });
    sent.on('response', (response) => {
      readBody(response, MAX_BODY_BYTES).then(
        (text) => (text === undefined ? fail() : end(toResult(response, text))),
        fail,
      );
    });
    sent.end(body);
  });
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
