import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { z } from 'zod';
import { addressOf, listen, readBody } from '../net.ts';
import { readManifest } from '../read-manifest.ts';
import type { Person } from '../slack/client/person.ts';
import type { Delivery } from '../slack/server/delivery.ts';
import { parseJson } from '../slack/server/json.ts';
import { createChanges } from '../slack/state/changes.ts';
import type { PersonName } from '../slack/state/workspace.ts';
import { createControls, type PageSandbox, readState } from './page-state.ts';

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

/** What a person can do on the page: methods of `Person`, and to use one of the sandbox's controls by its text. */
const DEEDS = ['command', 'say', 'shortcut', 'press', 'type', 'submit', 'closeModal', 'openHome'] as const;
type Deed = (typeof DEEDS)[number];

/** An action of a person: the method and its arguments. */
export type Act =
  | { [Name in Deed]: readonly [deed: Name, ...args: Parameters<Person[Name]>] }[Deed]
  | readonly [deed: 'control', text: string];

/** The local Slack checks the arguments; only the page can send them. */
const ACT_REQUEST = z.strictObject({
  person: z.string().max(255),
  act: z.tuple([z.enum([...DEEDS, 'control'])], z.unknown()),
});

/** Thrown to answer a request with an error. */
const refusal = (status: number, message: string) => Object.assign(new Error(message), { status });

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A file of the page. */
interface Asset {
  readonly type: string;
  readonly body: string;
}

/** The answer to an action. `error`: what Slack's client shows to the person; absent when it went well. */
const toAnswer = (error?: string): Asset => ({
  type: 'application/json',
  body: JSON.stringify({ error }),
});

export type RunningPage = Awaited<ReturnType<typeof startPage>>;

/**
 * Bundles the page and serves it on 127.0.0.1, to nobody but the page itself. Rejects when the bundling fails, saying why.
 */
export async function startPage(sandbox: PageSandbox) {
  const assets = await loadAssets();
  const manifest = readManifest();
  const news = createChanges();
  const stopListening = sandbox.slack.onChange(news.notify);
  const controls = createControls(sandbox);
  // Other users of this machine reach the port as well, and must not ask with the developer's credentials.
  const base = sandbox.service ? '/' : `/${randomBytes(16).toString('hex')}/`;

  const personNamed = (name: string): Person => {
    const user = sandbox.slack.workspace.users.find((one) => one.name === name);
    if (user && user.kind !== 'bot') return sandbox.slack.person(name as PersonName);
    throw refusal(404, `There is nobody called "${name}"`);
  };

  /** Server-Sent Events (HTML, section 9.2): the state now and after each change, until the client disconnects. */
  function stream(response: ServerResponse, person: Person): void {
    let last = '';
    let pending: NodeJS.Timeout | undefined;
    const tell = () => {
      pending = undefined;
      const state = JSON.stringify(readState(sandbox, manifest, person, controls));
      if (state !== last) response.write(`data: ${state}\n\n`);
      last = state;
    };
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...HEADERS });
    tell();
    const stop = news.listen(() => {
      pending ??= setTimeout(tell, MIN_INTERVAL_MS);
    });
    response.once('close', () => {
      stop();
      clearTimeout(pending);
    });
  }

  /** Acts as the person. Resolves once the bot has acknowledged, with the error that Slack's client would show, if any. */
  async function errorAfter(person: Person, [deed, ...args]: z.infer<typeof ACT_REQUEST>['act']) {
    try {
      if (deed === 'control') {
        await controls.use(String(args[0]), person);
        news.notify();
        return undefined;
      }
      const act = person[deed] as (...any: unknown[]) => unknown;
      // The modal itself shows the errors of its inputs.
      return ((await act(...args)) as Partial<Delivery> | undefined)?.error;
    } catch (error) {
      // The local Slack throws on actions that its client would not allow.
      return (error as Error).message;
    }
  }

  /** Undefined for a stream. Throws a refusal. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<Asset | undefined> {
    if (!isTrusted(request)) throw refusal(403, 'Only the page itself may ask');
    // isTrusted has checked the host.
    const url = addressOf(request, `http://${request.headers.host}`);
    if (!url) throw refusal(400, 'That is no address of this page');
    // Takes constant time, so that it reveals nothing about the secret.
    const isUnder = timingSafeEqual(digest(url.pathname.slice(0, base.length)), digest(base));
    if (!isUnder) throw refusal(403, 'Only under the address that the sandbox prints');
    const path = `/${url.pathname.slice(base.length)}`;
    if (request.method !== (path === '/act' ? 'POST' : 'GET')) {
      throw refusal(405, `Not with ${request.method}`);
    }
    if (path === '/act') {
      const { person, act } = await readAct(request);
      return toAnswer(await errorAfter(personNamed(person), act));
    }
    const asset = assets.get(path);
    if (asset) return asset;
    if (path !== '/events') throw refusal(404, 'There is nothing here');
    stream(response, personNamed(url.searchParams.get('person') ?? ''));
    return undefined;
  }

  const server = createServer(async (request, response) => {
    let status = 200;
    const answered = await answer(request, response).catch((error: Partial<ReturnType<typeof refusal>>) => {
      status = error.status ?? 500;
      if (error.status !== undefined) return toAnswer(error.message);
      if (!response.destroyed) console.error(error);
      return toAnswer('A mistake in the sandbox; its terminal says more');
    });
    if (answered === undefined || response.destroyed) return;
    response.writeHead(status, { ...HEADERS, 'content-type': answered.type });
    response.end(answered.body);
  });
  const { origin, close } = await listen(server);
  return {
    /** For a browser on this machine: `http://127.0.0.1:PORT/`, plus a secret path for the developer's own service. */
    url: `${origin}${base}`,
    async close() {
      stopListening();
      await close();
    },
  };
}

/** Loads all files of the page into memory, by path. Rejects when a file is missing or the bundling fails. */
async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const own = (name: string) => join(import.meta.dirname, 'client', name);
  const text = async (type: string, body: string | Promise<string>): Promise<Asset> => ({
    type: `text/${type}; charset=utf-8`,
    body: await body,
  });
  const { output } = await build({
    input: own('app.tsx'),
    write: false,
    platform: 'browser',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    // Warnings about the packages' own sources, which users of the sandbox cannot fix.
    logLevel: 'silent',
    output: { format: 'esm', minify: true, codeSplitting: false },
  });
  const renderer = fileURLToPath(import.meta.resolve('slack-blocks-to-jsx/dist/style.css'));
  return new Map([
    ['/', await text('html', readFile(own('index.html'), 'utf8'))],
    ['/app.css', await text('css', readFile(own('app.css'), 'utf8'))],
    ['/slack.css', await text('css', readFile(renderer, 'utf8'))],
    ['/app.js', await text('javascript', output[0].code)],
  ]);
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

/** The body of `POST /act`. Throws a refusal. */
async function readAct(request: IncomingMessage) {
  // Forms cannot send this type. Other sites would need a CORS preflight, which is refused.
  if (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw refusal(415, 'Content-Type must be application/json');
  }
  const text = await readBody(request, MAX_BODY_BYTES);
  if (text === undefined) throw refusal(413, 'The body is over 64 kB');
  const { success, data, error } = ACT_REQUEST.safeParse(parseJson(text));
  if (success) return data;
  const [issue] = error.issues;
  throw refusal(400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}
