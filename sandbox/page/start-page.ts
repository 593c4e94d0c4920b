import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { addressOf, readBody } from '../net/request.ts';
import { readManifest } from '../read-manifest.ts';
import type { Person } from '../slack/client/person.ts';
import type { Delivery } from '../slack/server/delivery.ts';
import { parseJson } from '../slack/server/json.ts';
import { createChanges } from '../slack/state/changes.ts';
import type { PersonName } from '../slack/state/workspace.ts';
import { READ_AGAIN_MS } from '../start-sandbox.ts';
import { type Asset, loadAssets } from './load-assets.ts';
import { ACT_REQUEST, CONTROL, type Control, type PageAnswer } from './page-request.ts';
import { type PageSandbox, readState, SERVICE_FAULTS, SLOW_MS } from './page-state.ts';

export interface RunningPage {
  /** For a browser on this machine: `http://127.0.0.1:PORT/`, plus a secret path for the developer's own service. */
  readonly url: string;
  close(): Promise<void>;
}

/** Too short to notice, long enough to draw a card with ten changes only once. */
const MIN_INTERVAL_MS = 50;
const MAX_BODY_BYTES = 64 * 1024;

/** Images may come from anywhere, as in Slack; all else is the page's own. React and the renderer set inline styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' https: data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': POLICY,
};

/** An answer that is not a file: the status, and an error if any. */
interface Result {
  readonly status: number;
  readonly error?: string | undefined;
}

/**
 * Bundles the page and serves it on 127.0.0.1, to nobody but the page itself. `port` 0: a free one. Rejects when the
 * bundling fails, saying why, and when the port is taken.
 */
export async function startPage({
  sandbox,
  port,
}: {
  readonly sandbox: PageSandbox;
  readonly port: number;
}): Promise<RunningPage> {
  const assets = await loadAssets();
  const manifest = readManifest();
  const news = createChanges();
  const stopListening = sandbox.slack.onChange(news.notify);
  let fault = 'Works';
  // Other users of this machine reach the port as well, and must not ask with the developer's credentials.
  const base = sandbox.service ? '/' : `/${randomBytes(16).toString('hex')}/`;

  /** Undefined when nobody at the page has this name. */
  const findPerson = (name: string): Person | undefined => {
    const user = sandbox.slack.workspace.users.find((one) => one.name === name);
    return user && user.kind !== 'bot' ? sandbox.slack.person(name as PersonName) : undefined;
  };

  async function control(asked: Control): Promise<string | undefined> {
    const { service, slack } = sandbox;
    if (asked.kind === 'advance-clock') void sandbox.passTime(asked.minutes * 60_000);
    else if (asked.kind === 'reset-clock') sandbox.resetClock();
    else if (asked.kind === 'set-locale') {
      if (!findPerson(asked.person)) return `there is no ${asked.person}`;
      slack.setLocale(asked.person as PersonName, asked.locale);
      // The bot asks Slack about a person again only after five minutes.
      void sandbox.passTime(5 * 60_000);
    } else if (!service) return 'The service is your own: it cannot be switched from here.';
    else if (asked.kind === 'run-backups') {
      sandbox.runBackups();
      void sandbox.passTime(READ_AGAIN_MS);
    } else if (asked.kind === 'expire-token') service.revokeTokens();
    else {
      fault = asked.fault;
      service.clearFaults();
      service.set({ latencyMs: fault === 'Slow' ? SLOW_MS : 0 });
      const switched = SERVICE_FAULTS[fault];
      if (switched) service.addFault(...switched);
    }
    await sandbox.clockIsSet();
    news.notify();
    return undefined;
  }

  /** Server-Sent Events (HTML, section 9.2): the state now and after each change, until the client disconnects. */
  function stream(response: ServerResponse, person: Person): void {
    let last = '';
    let pending: NodeJS.Timeout | undefined;
    const tell = () => {
      pending = undefined;
      const state = JSON.stringify(readState(sandbox, manifest, person, fault));
      if (state !== last) response.write(`data: ${state}\n\n`);
      last = state;
    };
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    tell();
    const stop = news.listen(() => {
      pending ??= setTimeout(tell, MIN_INTERVAL_MS);
    });
    response.once('close', () => {
      stop();
      clearTimeout(pending);
    });
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Result | Asset | undefined> {
    if (!isTrusted(request)) return { status: 403, error: 'Only the page itself may ask' };
    // isTrusted has checked the host.
    const url = addressOf(request, `http://${request.headers.host}`);
    if (!url) return { status: 400, error: 'That is no address of this page' };
    const path = pathUnder(base, url.pathname);
    if (path === undefined) return { status: 403, error: 'Only under the address that the sandbox prints' };
    const isPost = path === '/act' || path === '/control';
    if (request.method !== (isPost ? 'POST' : 'GET')) {
      response.setHeader('allow', isPost ? 'POST' : 'GET');
      return { status: 405, error: `Not with ${request.method}` };
    }
    if (path === '/control') {
      const asked = await readJson(request, CONTROL);
      return 'status' in asked ? asked : { status: 200, error: await control(asked.value) };
    }
    const acting = path === '/act' ? await readJson(request, ACT_REQUEST) : undefined;
    if (acting && 'status' in acting) return acting;
    if (!acting && path !== '/events')
      return assets.get(path) ?? { status: 404, error: 'There is nothing here' };
    const name = acting?.value.person ?? url.searchParams.get('person') ?? '';
    const person = findPerson(name);
    if (!person) return { status: 404, error: `There is nobody called "${name}"` };
    if (acting) return { status: 200, error: await errorAfter(person, acting.value.act) };
    stream(response, person);
    return undefined;
  }

  const server = createServer(async (request, response) => {
    const answered = await answer(request, response).catch((error): Result => {
      if (!response.destroyed) console.error(error);
      return { status: 500, error: 'A mistake in the sandbox; its terminal says more' };
    });
    if (answered === undefined || response.destroyed) return;
    const isFile = 'body' in answered;
    const { error } = isFile ? {} : answered;
    const type = isFile ? answered.type : 'application/json';
    response.writeHead(isFile ? 200 : answered.status, { ...HEADERS, 'content-type': type });
    const result: PageAnswer = { ok: error === undefined, error };
    response.end(isFile ? answered.body : JSON.stringify(result));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    async close() {
      stopListening();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Acts as the person. Resolves once the bot has acknowledged, with the error that Slack's client would show, if any. */
async function errorAfter(person: Person, [deed, ...args]: z.infer<typeof ACT_REQUEST>['act']) {
  try {
    const done = (await (person[deed] as (...any: unknown[]) => unknown)(...args)) as
      | Partial<Delivery>
      | undefined;
    // The modal itself shows the errors of its inputs.
    return done?.error;
  } catch (error) {
    // The local Slack throws on actions that its client would not allow.
    return (error as Error).message;
  }
}

/**
 * Whether a request comes from the page itself, or from no page at all. Other sites in the same browser can reach
 * 127.0.0.1, even under a name of their own (DNS rebinding), so any other Origin or Host is refused.
 */
function isTrusted({ headers, socket }: IncomingMessage): boolean {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  const { host, origin } = headers;
  if (host === undefined || !hosts.includes(host)) return false;
  return origin === undefined || hosts.some((trusted) => origin === `http://${trusted}`);
}

/**
 * The path below `base`, which begins and ends with a slash: `/act` for `/secret/act` below `/secret/`. Undefined when
 * the path is not below `base`. Takes constant time, so that it reveals nothing about `base`.
 */
function pathUnder(base: string, path: string): string | undefined {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const isUnder = timingSafeEqual(digest(path.slice(0, base.length)), digest(base));
  return isUnder ? `/${path.slice(base.length)}` : undefined;
}

/** The body if it is JSON of this shape, else the refusal. Rejects only when the client disconnects before the end. */
async function readJson<T>(
  request: IncomingMessage,
  shape: z.ZodType<T>,
): Promise<{ readonly value: T } | Result> {
  // Forms cannot send this type. Other sites would need a CORS preflight, which is refused.
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    return { status: 415, error: 'Content-Type must be application/json' };
  }
  const text = await readBody(request, MAX_BODY_BYTES);
  if (text === undefined) return { status: 413, error: 'The body is over 64 kB' };
  const { success, data, error } = shape.safeParse(parseJson(text));
  if (success) return { value: data };
  const [issue] = error.issues;
  return { status: 400, error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` };
}
