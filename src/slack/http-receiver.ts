import type { AddressInfo } from 'node:net';
import { type Logger as BoltLogger, HTTPReceiver, type Receiver } from '@slack/bolt';

export interface HttpReceiverOptions {
  readonly signingSecret: string;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly logger: BoltLogger;
}

/** A receiver whose start resolves when it takes requests, with the port on which it does. */
export interface StartableReceiver extends Receiver {
  start(): Promise<{ readonly port?: number }>;
  /** Ways in from Slack that are open: sockets, or 1 while signed HTTP is listened for. */
  connections(): number;
}

/** Slack sends nothing near this; 4 MB is Bolt's own limit. */
const BODY_LIMIT_BYTES = 100_000;

/** Signed HTTP on `POST /slack/events`. `start` rejects when the port is taken. */
export function createHttpReceiver(options: HttpReceiverOptions): StartableReceiver {
  const { signingSecret, host, port, logger } = options;
  const receiver = new HTTPReceiver({ signingSecret, logger, bodyLimit: BODY_LIMIT_BYTES });
  let isListening = false;
  return {
    init: (app) => receiver.init(app),
    async start() {
      const server = await receiver.start({ host, port });
      isListening = true;
      // Listening on TCP, where the address is always an object.
      return { port: (server.address() as AddressInfo).port };
    },
    connections: () => (isListening ? 1 : 0),
    async stop() {
      // Bolt's rejects when it has not started.
      if (isListening) await receiver.stop();
      isListening = false;
    },
  };
}
