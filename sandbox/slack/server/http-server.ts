import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { addressOf, readBody } from '../../net.ts';
import type { SlackState } from '../state/state.ts';
import { callMethod } from '../web-api/call-method.ts';
import { answerResponseUrl } from './answer-response-url.ts';
import type { ApiFault } from './delivery.ts';
import { isJsonObject, type JsonObject, parseJson } from './json.ts';

const MAX_BODY_BYTES = 1024 * 1024;

type Headers = Readonly<Record<string, string>>;
type Result = { readonly status: number; readonly result: unknown; readonly headers?: Headers };

/** A request to carry out. */
interface Work {
  /** What is recorded of it, beside the answer. */
  readonly asked: { kind: 'api'; method: string; args: JsonObject } | { kind: 'response_url'; body: unknown };
  readonly run: () => Result;
}

/** Slack's HTTP side: `/api/<method>`, and the response_urls under `/commands/` and `/actions/`. */
export function createHttpListener(state: SlackState): RequestListener {
  return async (request, response) => {
    // Undefined also when the body broke off: then there may be nobody to answer.
    const body = await readBody(request, MAX_BODY_BYTES).catch(() => undefined);
    if (body === undefined) return send(response, 413, 'request_too_large', { connection: 'close' });
    // The app may have sent something before this request, such as an acknowledgement on a socket, that has arrived but was
    // not read. Let the event loop read it first, to keep the app's order.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    const path = addressOf(request, state.origin)?.pathname;
    if (path === undefined) return send(response, 400, 'bad request');
    const isUrl = /^\/(commands|actions)\//.test(path) && request.method === 'POST';
    if (isUrl) return answer(state, urlWork(state, request, path, body), response);
    if (!path.startsWith('/api/')) return send(response, 404, 'not found');
    return answer(state, apiWork(state, request, path.slice(5), body), response);
  };
}

const urlWork = (state: SlackState, { headers }: IncomingMessage, path: string, body: string): Work => ({
  asked: { kind: 'response_url', body: parseJson(body) ?? body },
  run: () => answerResponseUrl(state, { path, contentType: headers['content-type'] ?? '', body }),
});

function apiWork(state: SlackState, { headers }: IncomingMessage, method: string, body: string): Work {
  const { credentials, scopes } = state;
  const read = readArgs(headers['content-type'] ?? '', body);
  const { token: given = '', ...args } = typeof read === 'string' ? {} : read;
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? String(given);
  return {
    asked: { kind: 'api', method, args },
    run() {
      if (typeof read === 'string') return { status: 200, result: { ok: false, error: read } };
      const result = callMethod(state, method, token, args);
      const isLimited = result.error === 'ratelimited';
      const more = {
        // Slack reports no scopes for an unknown token.
        ...(token === credentials.botToken && { 'x-oauth-scopes': scopes.join(',') }),
        // The only rate limit here, one message a second, is over after that.
        ...(isLimited && { 'retry-after': '1' }),
      };
      return { status: isLimited ? 429 : 200, result, headers: more };
    },
  };
}

/** The arguments in a body, or Slack's error code for a malformed one. */
function readArgs(contentType: string, body: string): JsonObject | string {
  const [type = ''] = contentType.split(';');
  if (body === '') return {};
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  if (type !== 'application/json') return type === '' ? 'missing_post_type' : 'invalid_post_type';
  const value = parseJson(body);
  if (value === undefined) return 'invalid_json';
  return isJsonObject(value) ? value : 'json_not_object';
}

/** Answers the request, or fails as a fault says. */
async function answer(state: SlackState, { asked, run }: Work, response: ServerResponse): Promise<void> {
  const fault = state.faults.take({ method: asked.kind === 'api' ? asked.method : asked.kind });
  if (fault?.kind === 'slow') {
    await setTimeout(fault.delayMs, undefined, { ref: false });
    if (response.destroyed) return;
  }
  const { status, result, headers } = (fault && failureOf(fault, asked.kind)) ?? run();
  state.record({ ...asked, status, result });
  if (fault?.kind === 'held') await fault.until;
  if (fault?.kind === 'lost' || fault?.kind === 'reset') response.socket?.resetAndDestroy();
  else if (typeof result === 'string') send(response, status, result, headers);
  else if (status > 0) send(response, status, JSON.stringify(result), { ...JSON_TYPE, ...headers });
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** What a fault answers instead; undefined when the request is carried out. Status 0: nothing is sent. */
function failureOf(fault: ApiFault, asked: Work['asked']['kind']): Result | undefined {
  switch (fault.kind) {
    case 'error': {
      const result = { ok: false, error: fault.code, response_metadata: { messages: fault.messages } };
      return { status: asked === 'api' ? 200 : 404, result };
    }
    case 'status':
      return { status: fault.status, result: fault.body ?? '' };
    case 'rate-limited': {
      const { retryAfterSeconds: seconds } = fault;
      const headers: Headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
      return { status: 429, result: { ok: false, error: 'ratelimited' }, headers };
    }
    case 'reset':
    case 'hang':
      return { status: 0, result: undefined };
    default:
      return undefined;
  }
}

const send = (response: ServerResponse, status: number, body: string, headers: Headers = {}): void =>
  void response.writeHead(status, headers).end(body);
