import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { addressOf } from '../../net/address-of.ts';
import { readBody } from '../../net/read-body.ts';
import type { ApiContext } from '../web-api/api-method.ts';
import { acceptedScopes, callMethod } from '../web-api/call-method.ts';
import { readCall } from '../web-api/read-call.ts';
import { answerResponseUrl } from './answer-response-url.ts';
import type { ApiFault } from './faults.ts';
import { parseJson } from './json.ts';

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
  return (request, response) => {
    const refuseBody = () =>
      send(response, { status: 413, headers: { connection: 'close' }, body: 'request_too_large' });
    readBody(request, MAX_BODY_BYTES).then(
      async (body) => {
        if (body === undefined) return refuseBody();
        await earlierFrames();
        const address = addressOf(request, context.origin);
        if (!address) return send(response, { status: 400, body: 'bad request' });
        const work = workFor(context, request, { path: address.pathname, body });
        if (work) answer(context, work, response);
        else send(response, { status: 404, body: 'not found' });
      },
      // The body broke off: there may be nobody to answer.
      refuseBody,
    );
  };
}

/**
 * What the app sent before this request, such as an acknowledgement on a socket, has arrived by now but may not have been
 * read: one turn of the event loop reads it, so that the order of things is the app's.
 */
async function earlierFrames(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await setImmediate();
}

function workFor(
  context: ApiContext,
  request: IncomingMessage,
  { path, body }: { path: string; body: string },
): Work | undefined {
  if (path.startsWith('/api/')) return apiWork(context, request, { name: path.slice('/api/'.length), body });
  const isResponseUrl = /^\/(commands|actions)\//.test(path) && request.method === 'POST';
  return isResponseUrl ? responseUrlWork(context, request, { path, body }) : undefined;
}

function apiWork(
  context: ApiContext,
  request: IncomingMessage,
  { name, body }: { name: string; body: string },
): Work {
  const { traffic, now } = context.state;
  const call = readCall(request, body);
  return {
    name,
    run() {
      const result = 'error' in call ? { ok: false, error: call.error } : callMethod(name, call, context);
      const isLimited = result.error === 'ratelimited';
      return {
        status: isLimited ? 429 : 200,
        headers: {
          ...grantedScopes(context, call),
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

/** What the token may do, for a token that is known; Slack says nothing about others. */
function grantedScopes({ state }: ApiContext, call: ReturnType<typeof readCall>): Record<string, string> {
  const { credentials, scopes } = state;
  const token = 'token' in call ? call.token : undefined;
  if (token === credentials.botToken) return { 'x-oauth-scopes': scopes.join(',') };
  return token === credentials.appToken ? { 'x-oauth-scopes': 'connections:write' } : {};
}

function responseUrlWork(
  { state }: ApiContext,
  request: IncomingMessage,
  { path, body }: { path: string; body: string },
): Work {
  const contentType = request.headers['content-type'] ?? '';
  return {
    name: 'response_url',
    run() {
      const reply = answerResponseUrl(state, { path, contentType, body });
      return { status: reply.status, result: reply.body };
    },
    record(status, result) {
      state.traffic.add({
        kind: 'response_url',
        atMs: state.now(),
        body: parseJson(body) ?? body,
        status,
        result,
      });
    },
  };
}

function answer(context: ApiContext, work: Work, response: ServerResponse): void {
  const fault = context.state.faults.take(work.name);
  const ordinary = (until?: Promise<unknown>) => {
    const { status, result, headers } = work.run();
    work.record(status, result);
    const reply = { status, body: JSON.stringify(result), headers: { ...JSON_TYPE, ...headers } };
    if (until === undefined) send(response, reply);
    else void until.then(() => send(response, reply));
  };
  if (!fault) ordinary();
  else if (fault.kind === 'held') ordinary(fault.until);
  else if (fault.kind === 'slow') {
    const timer = setTimeout(ordinary, fault.delayMs);
    response.once('close', () => clearTimeout(timer));
  } else if (fault.kind === 'lost') {
    const { status, result } = work.run();
    work.record(status, result);
    response.socket?.resetAndDestroy();
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
function replyOf(
  fault: Exclude<ApiFault, { kind: 'slow' | 'lost' | 'held' }>,
  name: string,
): Reply | undefined {
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
    case 'reset':
    case 'hang':
      return undefined;
    default:
      throw fault satisfies never;
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body);
}
