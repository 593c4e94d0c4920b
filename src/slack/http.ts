import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type App, type Logger as BoltLogger, HTTPModuleFunctions, HTTPReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import type { Intake } from './intake.ts';
import { TIME_LIMITS } from './time-limits.ts';

interface HttpOptions {
  /** `PORT` 0: a free one. */
  readonly settings: Pick<Settings, 'SLACK_SIGNING_SECRET' | 'HOST' | 'PORT'>;
  readonly intake: Intake;
  readonly logger: BoltLogger;
  readonly log: Logger;
}

interface Request extends IncomingMessage {
  response?: ServerResponse;
}

/** The shortcut sends the message it is used on: 40,000 characters, as many bytes percent-encoded as they take. */
const BODY_LIMIT_BYTES = 2 ** 20;
/** Bolt refuses older stamps alone. One from the future is not from Slack's clock, and could be replayed for longer. */
const STAMP_TOLERANCE_S = 5 * 60;
/** Load balancers keep connections for a minute, and must not send a command into one that we are just closing. */
const SERVER = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};
/** Slack needs a handful; more connections are not worth a file handle. */
const MAX_CONNECTIONS = 1_000;
/** Signed HTTP on `POST /slack/events`, by Bolt's receiver. */
export function createHttp({ settings, intake, logger, log }: HttpOptions) {
  const { HOST: host, PORT: port, SLACK_SIGNING_SECRET: signingSecret = '' } = settings;
  let server: Server | undefined;

  const receiver = new HTTPReceiver({
    signingSecret,
    bodyLimit: BODY_LIMIT_BYTES,
    // Its warnings are one for each request of strangers; those are counted instead.
    logger: { ...logger, warn() {} },
    unhandledRequestTimeoutMillis: TIME_LIMITS.ack + 1,
    unhandledRequestHandler: ({ response }) => end(response, 504),
    customPropertiesExtractor: ({ response }: Request) => ({ response }),
  });
  const processEvent: App['processEvent'] = async ({ body, ack: send, customProperties }) => {
    const response: ServerResponse | undefined = customProperties?.response;
    const ack: typeof send = (content) => {
      if (response?.destroyed !== false) throw new Error('Slack has closed the connection');
      if (server?.listening) response.removeHeader('connection');
      return send(content);
    };
    await intake.take({ body, ack });
  };
  receiver.init({ processEvent } as App);

  const toBolt = receiver.requestListener;
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!server?.listening) return end(response, 503);
    const aheadS = Number(request.headers['x-slack-request-timestamp']) - Date.now() / 1_000;
    if (aheadS > STAMP_TOLERANCE_S) return end(response, 401);
    const { rawBody } = await HTTPModuleFunctions.bufferIncomingMessage(request, BODY_LIMIT_BYTES);
    if (isNothing(rawBody.toString())) return end(response, 400);
    toBolt(request, response);
  }
  receiver.requestListener = (request: Request, response) => {
    request.response = response;
    // Until it is acknowledged: no stranger keeps a connection, and nobody while we stop.
    response.setHeader('connection', 'close');
    response.once('finish', () => {
      const { statusCode } = response;
      if (statusCode >= 400 && statusCode < 500) intake.refuse(`http_${statusCode}`);
    });
    // Bolt throws for another path.
    receive(request, response).catch((error) => end(response, error.statusCode ?? 404));
  };

  return {
    /** Resolves with the port on which requests are taken; rejects when it cannot be listened on. */
    async start() {
      server = await receiver.start({ port, host }, SERVER).catch((cause) => {
        const what = `PORT ${port} on HOST ${host} cannot be listened on (${cause.code}). Choose another port.`;
        throw new Error(what, { cause });
      });
      server.maxConnections = MAX_CONNECTIONS;
      // Bolt's listener closes the server when one connection cannot be accepted.
      server
        .removeAllListeners('error')
        .on('error', (err) => log.warn({ err }, 'a connection was not accepted'));
      // Listening on TCP, where the address is always an object.
      return { port: (server.address() as AddressInfo).port };
    },
    connections: () => (server?.listening ? 1 : 0),
    /** Takes no more requests, and answers those it has. */
    async stop() {
      if (server === undefined) return;
      const closed = receiver.stop();
      await intake.acked();
      // The last ack is written at the end of this turn.
      await nextTurn();
      // Also those opened ahead of time, without a request.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The JSON `null`, of an event or an interaction: Bolt looks for a field in it, and what that throws nobody catches. */
const isNothing = (body: string) => (new URLSearchParams(body).get('payload') ?? body).trim() === 'null';

function end(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status).end();
}
