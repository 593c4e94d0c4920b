import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { addressOf, readBody } from '../../net/request.ts';
import { type ApiContext, callMethod } from '../web-api/call-method.ts';
import { answerResponseUrl } from './answer-response-url.ts';
import type { ApiFault } from './faults.ts';
import { isJsonObject, type JsonObject, parseJson } from './json.ts';

const MAX_BODY_BYTES = 1024 * 1024;

type Headers = Readonly<Record<string, string>>;
type Result = { readonly status: number; readonly result: unknown; readonly headers?: Headers };

/** The ordinary answer to a request. */
interface Work {
  /** What a fault goes by. */
  readonly name: string;
  readonly run: () => Result;
  /** What is recorded of the request, beside the answer. */
  readonly asked: { kind: 'api'; method: string; args: JsonObject } | { kind: 'response_url'; body: unknown };
}

/** Slack's HTTP side: `/api/<method>`, and the response_urls under `/commands/` and `/actions/`. */
export function createHttpListener(context: ApiContext): RequestListener {
  return async (request, response) => {
    // Undefined also when the body broke off: then there may be nobody to answer.
    const body = await readBody(request, MAX_BODY_BYTES).catch(() => undefined);
    if (body === undefined) return send(response, 413, 'request_too_large', { connection: 'close' });
    // The app may have sent something before this request, such as an acknowledgement on a socket, that has arrived but was
    // not read. Let the event loop read it first, to keep the app's order.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    const path = addressOf(request, context.origin)?.pathname;
    if (path === undefined) return send(response, 400, 'bad request');
    const isUrl = /^\/(commands|actions)\//.test(path) && request.method === 'POST';
    if (path.startsWith('/api/')) answer(context, apiWork(context, request, path.slice(5), body), response);
    else if (isUrl) answer(context, urlWork(context, request, path, body), response);
    else send(response, 404, 'not found');
  };
}

const urlWork = ({ state }: ApiContext, { headers }: IncomingMessage, path: string, body: string): Work => ({
  name: 'response_url',
  asked: { kind: 'response_url', body: parseJson(body) ?? body },
  run: () => answerResponseUrl(state, { path, contentType: headers['content-type'] ?? '', body }),
});

function apiWork(context: ApiContext, { headers }: IncomingMessage, method: string, body: string): Work {
  const { credentials, scopes } = context.state;
  const read = readArgs(headers['content-type'] ?? '', body);
  const { token: given = '', ...args } = typeof read === 'string' ? {} : read;
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? String(given);
  return {
    name: method,
    asked: { kind: 'api', method, args },
    run() {
      if (typeof read === 'string') return { status: 200, result: { ok: false, error: read } };
      const result = callMethod(method, { args, token }, context);
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
function answer({ state }: ApiContext, { name, asked, run }: Work, response: ServerResponse): void {
  const fault = state.faults.take(name);
  const record = (status: number, result: unknown) => state.record({ ...asked, status, result });
  const ordinary = async () => {
    const { status, result, headers } = run();
    record(status, result);
    if (fault?.kind === 'held') await fault.until;
    if (fault?.kind === 'lost') response.socket?.resetAndDestroy();
    else send(response, status, JSON.stringify(result), { ...JSON_TYPE, ...headers });
  };
  if (!fault || fault.kind === 'lost' || fault.kind === 'held') void ordinary();
  else if (fault.kind === 'slow') {
    const timer = setTimeout(ordinary, fault.delayMs);
    response.once('close', () => clearTimeout(timer));
  } else {
    const [status, body, headers] = failureOf(fault, name);
    record(status, body);
    if (status > 0) send(response, status, body, headers);
    else if (fault.kind === 'reset') response.socket?.resetAndDestroy();
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The answer that a fault gives instead. Status 0: nothing is sent. */
function failureOf(fault: ApiFault, name: string): [status: number, body: string, headers?: Headers] {
  switch (fault.kind) {
    case 'error':
      return [
        name === 'response_url' ? 404 : 200,
        JSON.stringify({ ok: false, error: fault.code }),
        JSON_TYPE,
      ];
    case 'status':
      return [fault.status, fault.body ?? ''];
    case 'rate-limited': {
      const { retryAfterSeconds: seconds } = fault;
      const headers = { ...JSON_TYPE, ...(seconds !== undefined && { 'retry-after': String(seconds) }) };
      return [429, JSON.stringify({ ok: false, error: 'ratelimited' }), headers];
    }
    case 'html':
      return [200, '<html><body>proxy</body></html>', { 'content-type': 'text/html' }];
    default:
      return [0, fault.kind];
  }
}

function send(response: ServerResponse, status: number, body: string, headers: Headers = {}): void {
  response.writeHead(status, headers);
  response.end(body);
}
