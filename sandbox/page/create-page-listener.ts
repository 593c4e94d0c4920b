import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { addressOf } from '../net/address-of.ts';
import type { Asset } from './load-assets.ts';
import type { PageContext } from './page-context.ts';
import { ACT_REQUEST, CONTROL } from './page-request.ts';
import type { ActResult } from './page-state.ts';
import { readJson } from './read-json.ts';
import { findPerson } from './read-state.ts';
import { isTrusted, pathUnder } from './request-guard.ts';
import { runAct } from './run-act.ts';
import { runControl } from './run-control.ts';
import { streamEvents } from './stream-events.ts';

type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** Pictures may come from anywhere, as in Slack; everything else is the page's own. React and the renderer set styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' https: data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': POLICY,
};

/** Serves the page, what it shows and what it asks for, below `base`; to nobody but the page itself. */
export function createPageListener(
  context: PageContext,
  assets: ReadonlyMap<string, Asset>,
  base = '/',
): RequestListener {
  const routes = routesOf(context, assets);
  return async (request, response) => {
    if (!isTrusted(request)) return refuse(response, 403, 'Only the page itself may ask');
    // isTrusted has checked the host.
    const url = addressOf(request, `http://${request.headers.host}`);
    if (!url) return refuse(response, 400, 'That is no address of this page');
    const path = pathUnder(base, url.pathname);
    if (path === undefined) return refuse(response, 403, 'Only under the address that the sandbox prints');
    const methods = routes.get(path);
    if (!methods) return refuse(response, 404, 'There is nothing here');
    const route = methods[request.method === 'HEAD' ? 'GET' : (request.method ?? '')];
    if (!route) {
      response.setHeader('allow', Object.keys(methods).join(', '));
      return refuse(response, 405, `Not with ${request.method}`);
    }
    try {
      await route(request, response, url);
    } catch (error) {
      if (response.destroyed || request.destroyed) return;
      console.error(error);
      refuse(response, 500, 'A mistake in the sandbox; its terminal says more');
    }
  };
}

function routesOf(context: PageContext, assets: ReadonlyMap<string, Asset>) {
  const routes = new Map<string, Readonly<Record<string, Route>>>();
  for (const [path, { type, body }] of assets) {
    routes.set(path, {
      GET: (_, response) => send(response, { status: 200, type, body }),
    });
  }
  routes.set('/events', { GET: (_, response, url) => answerEvents(context, response, url) });
  routes.set('/act', { POST: (request, response) => answerAct(context, request, response) });
  routes.set('/control', { POST: (request, response) => answerControl(context, request, response) });
  return routes;
}

function answerEvents(context: PageContext, response: ServerResponse, url: URL): void {
  const name = url.searchParams.get('person') ?? '';
  const person = findPerson(context, name);
  if (person) streamEvents(response, context, person);
  else refuse(response, 404, `There is nobody called "${name}"`);
}

async function answerAct(context: PageContext, request: IncomingMessage, response: ServerResponse) {
  const asked = await readJson(request, ACT_REQUEST);
  if (asked.kind === 'refused') return refuse(response, asked.status, asked.problem);
  const person = findPerson(context, asked.value.person);
  if (!person) return refuse(response, 404, `There is nobody called "${asked.value.person}"`);
  sendResult(response, 200, await runAct(person, asked.value.act));
}

async function answerControl(context: PageContext, request: IncomingMessage, response: ServerResponse) {
  const asked = await readJson(request, CONTROL);
  if (asked.kind === 'refused') return refuse(response, asked.status, asked.problem);
  sendResult(response, 200, await runControl(context, asked.value));
}

const refuse = (response: ServerResponse, status: number, error: string) =>
  sendResult(response, status, { ok: false, error });

const sendResult = (response: ServerResponse, status: number, result: ActResult) =>
  send(response, { status, type: 'application/json', body: JSON.stringify(result) });

function send(response: ServerResponse, { status, type, body }: Asset & { readonly status: number }): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(body);
}
