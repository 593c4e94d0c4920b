import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { HTTPModuleFunctions as bolt, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import type { Intake } from './intake.ts';
import { TIME_LIMITS } from './web.ts';

const PATH = '/slack/events';
/** Bounds a body. The shortcut sends the whole message: 40,000 characters, with each of their bytes percent-encoded. */
const BODY_LIMIT_BYTES = 2 ** 20;
/** Bolt refuses only older timestamps. One from the future is not from Slack's clock, and could be replayed for longer. */
const STAMP_TOLERANCE_S = 5 * 60;
/** Load balancers keep connections for a minute, and must not send a request into one that is about to close. */
const SERVER = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};
/** Slack needs a handful. More connections would only use up file handles. */
const MAX_CONNECTIONS = 1_000;

/** Signed HTTP on `POST /slack/events`, with Bolt's checks. */
export function createHttp(settings: Settings, intake: Intake, log: Logger) {
  const { HOST: host, PORT: port, SLACK_SIGNING_SECRET: signingSecret = '' } = settings;
  const server = createServer(SERVER, (request, response) => void receive(request, response));
  server.maxConnections = MAX_CONNECTIONS;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Kept open only after an ack: strangers keep no connection, and nobody does while the server stops.
    response.setHeader('connection', 'close');
    const end = (status: number) => void response.writeHead(status).end();
    if (!server.listening) return end(503);
    const body = await readBody(request, signingSecret);
    // The sender has hung up.
    if (response.destroyed) return;
    if (typeof body === 'number') {
      intake.refuse(`http_${body}`);
      return end(body);
    }
    if (body.ssl_check === '1') return end(200);
    if (body.type === 'url_verification') return bolt.buildUrlVerificationResponse(response, body);
    const unanswered = setTimeout(end, TIME_LIMITS.ack + 1, 504);
    response.once('close', () => clearTimeout(unanswered));
    const ack: ReceiverEvent['ack'] = async (content) => {
      if (response.destroyed) throw new Error('Slack has closed the connection');
      clearTimeout(unanswered);
      if (server.listening) response.removeHeader('connection');
      bolt.buildContentResponse(response, content);
    };
    await intake.take({ body, ack });
  }

  return {
    /** Resolves with the port that accepts requests. Rejects if the port cannot be opened. */
    async start() {
      await once(server.listen(port, host), 'listening').catch((cause) => {
        const what = `PORT ${port} on HOST ${host} cannot be listened on (${cause.code}). Choose another port, or a host of this machine.`;
        throw new Error(what, { cause });
      });
      // Without a listener a connection that could not be accepted would end the process.
      server.on('error', (err) => log.warn({ err }, 'a connection was not accepted'));
      // For TCP the address is always an object.
      return { port: (server.address() as AddressInfo).port };
    },
    connections: () => (server.listening ? 1 : 0),
    /** Stops accepting requests, and answers those that it has. */
    async stop() {
      if (!server.listening) return;
      const closed = server[Symbol.asyncDispose]();
      await intake.acked();
      // The last ack is written at the end of this iteration of the event loop.
      await yieldToEventLoop();
      // Including connections opened ahead of time, without a request.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The body that Slack sent and signed, or the status of the refusal. Never rejects. */
async function readBody(
  request: IncomingMessage,
  signingSecret: string,
): Promise<ReceiverEvent['body'] | number> {
  if (request.method !== 'POST' || request.url?.split('?', 1)[0] !== PATH) return 404;
  const aheadS = Number(request.headers['x-slack-request-timestamp']) - Date.now() / 1_000;
  if (aheadS > STAMP_TOLERANCE_S) return 401;
  const verified = await bolt
    .parseAndVerifyHTTPRequest({ signingSecret, bodyLimit: BODY_LIMIT_BYTES }, request)
    .catch((error) => (bolt.isRawBodyError(error) ? error.statusCode : 401));
  if (typeof verified === 'number') return verified;
  try {
    const body: unknown = bolt.parseHTTPRequestBody(verified);
    return typeof body === 'object' && body !== null ? body : 400;
  } catch {
    return 400;
  }
}
