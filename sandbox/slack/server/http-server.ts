import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { addressOf } from '../../net/address-of.ts';
import { readBody } from '../../net/read-body.ts';
import { type ApiContext, acceptedScopes, callMethod } from '../web-api/call-method.ts';
import { answerResponseUrl } from './answer-response-url.ts';
import type { ApiFault } from './faults.ts';
import { isJsonObject, type JsonObject, parseJson } from './json.ts';

const MAX_BODY_BYTES = 1024 * 1024;

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The ordinary answer, and how it and the request are written down. */
interface Work {
  /** What a fault goes by. */
  readonly name: string;
  readonly run: () => {
    readonly status: number;
    readonly result: unknown;
    readonly headers?: Reply['headers'];
  };
  readonly record: (status: number, result: unknown) => void;
}

/** Slack's HTTP side: `/api/<method>`, and the response_urls under `/commands/` and `/actions/`. */
export function createHttpListener(context: ApiContext): RequestListener {
  return async (request, response) => {
    // Undefined also when the body broke off: then there may be nobody to answer.
    const body = await readBody(request, MAX_BODY_BYTES).catch(() => undefined);
    if (body === undefined) {
      return send(response, { status: 413, headers: { connection: 'close' }, body: 'request_too_large' });
    }
    // What the app sent before this request, such as an acknowledgement on a socket, has arrived by now but may not have
    // been read: the event loop reads it, so that the order of things is the app's.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    const address = addressOf(request, context.origin);
    if (!address) return send(response, { status: 400, body: 'bad request' });
    const work = workFor(context, request, { path: address.pathname, body });
    if (work) answer(context, work, response);
    else send(response, { status: 404, body: 'not found' });
  };
}

function workFor(
  context: ApiContext,
  request: IncomingMessage,
  { path, body }: { path: string; body: string },
): Work | undefined {
  const { state } = context;
  const atMs = state.now();
  if (path.startsWith('/api/')) return apiWork(context, request, { name: path.slice('/api/'.length), body });
  if (!/^\/(commands|actions)\//.test(path) || request.method !== 'POST') return undefined;
  const contentType = request.headers['content-type'] ?? '';
  return {
    name: 'response_url',
    run() {
      const reply = answerResponseUrl(state, { path, contentType, body });
      return { status: reply.status, result: reply.body };
    },
    record(status, result) {
      state.traffic.add({ kind: 'response_url', atMs, body: parseJson(body) ?? body, status, result });
    },
  };
}

function apiWork(
  context: ApiContext,
  request: IncomingMessage,
  { name, body }: { name: string; body: string },
): Work {
  const { traffic, now, credentials, scopes } = context.state;
  const call = readCall(request, body);
  // Slack says nothing about the scopes of a token that it does not know.
  const granted = new Map([
    [credentials.botToken, scopes.join(',')],
    [credentials.appToken, 'connections:write'],
  ]).get(('token' in call && call.token) || '');
  return {
    name,
    run() {
      const result = 'error' in call ? { ok: false, error: call.error } : callMethod(name, call, context);
      const isLimited = result.error === 'ratelimited';
      return {
        status: isLimited ? 429 : 200,
        headers: {
          ...(granted !== undefined && { 'x-oauth-scopes': granted }),
          'x-accepted-oauth-scopes': acceptedScopes(name),
          // The one limit that there is, one message a second, is over then.
          ...(isLimited && { 'retry-after': '1' }),
        },
        result,
      };
    },
    record(status, result) {
      traffic.add({
        kind: 'api',
        atMs: now(),
        method: name,
        args: 'args' in call ? call.args : {},
        status,
        result,
      });
    },
  };
}

/** Form, JSON or query arguments, and the token from the Authorization header or from among them. */
function readCall(
  request: IncomingMessage,
  body: string,
): { readonly args: JsonObject; readonly token: string | undefined } | { readonly error: string } {
  const query = new URL(request.url ?? '/', 'http://local').searchParams;
  const posted = readArgs(request.headers['content-type'] ?? '', body);
  if (typeof posted === 'string') return { error: posted };
  const { token, ...args } = { ...Object.fromEntries(query), ...posted };
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return { args, token: bearer ?? (typeof token === 'string' ? token : undefined) };
}

/** The arguments of a body, or Slack's word for what is wrong with it. */
function readArgs(contentType: string, body: string): JsonObject | string {
  const [type = ''] = contentType.split(';');
  if (body === '') return {};
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  if (type !== 'application/json') return type === '' ? 'missing_post_type' : 'invalid_post_type';
  const value = parseJson(body);
  if (value === undefined) return 'invalid_json';
  return isJsonObject(value) ? value : 'json_not_object';
}

function answer(context: ApiContext, work: Work, response: ServerResponse): void {
  const fault = context.state.faults.take(work.name);
  const ordinary = async (until?: Promise<unknown>) => {
    const { status, result, headers } = work.run();
    work.record(status, result);
    await until;
    const reply = { status, body: JSON.stringify(result), headers: { ...JSON_TYPE, ...headers } };
    if (fault?.kind === 'lost') response.socket?.resetAndDestroy();
    else send(response, reply);
  };
  if (!fault || fault.kind === 'lost') void ordinary();
  else if (fault.kind === 'held') void ordinary(fault.until);
  else if (fault.kind === 'slow') {
    const timer = setTimeout(ordinary, fault.delayMs);
    response.once('close', () => clearTimeout(timer));
  } else {
    const reply = replyOf(fault, work.name);
    work.record(reply?.status ?? 0, reply?.body ?? fault.kind);
    if (reply) send(response, reply);
    else if (fault.kind === 'reset') response.socket?.resetAndDestroy();
  }
  context.state.changes.notify();
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Undefined when nothing is sent at all. */
function replyOf(fault: ApiFault, name: string): Reply | undefined {
  switch (fault.kind) {
    case 'error': {
      const body = JSON.stringify({ ok: false, error: fault.code, ...fault.extra });
      return { status: name === 'response_url' ? 404 : 200, headers: JSON_TYPE, body };
    }
    case 'status':
      return { status: fault.status, body: fault.body ?? '' };
    case 'rate-limited': {
      const seconds = fault.retryAfterSeconds;
      const headers = { ...JSON_TYPE, ...(seconds !== undefined && { 'retry-after': String(seconds) }) };
      return { status: 429, headers, body: JSON.stringify({ ok: false, error: 'ratelimited' }) };
    }
    case 'html':
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>proxy</body></html>',
      };
    default:
      return undefined;
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body);
}
