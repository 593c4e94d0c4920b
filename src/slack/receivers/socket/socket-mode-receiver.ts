import { once } from 'node:events';
import type { App, Logger as BoltLogger } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Observe } from '../../../domain/events.ts';
import type { Reject } from '../../pipeline/count-rejections.ts';
import type { StartableReceiver } from '../http/http-receiver.ts';
import { keepConnected } from './keep-connected.ts';
import { openSocketConnection, type SocketConnection } from './socket-connection.ts';

export interface SocketModeReceiverOptions {
  readonly appToken: string;
  /** With its final slash. */
  readonly apiUrl: string;
  readonly logger: BoltLogger;
  readonly observe?: Observe;
  readonly log: Logger;
  /** Counts what is not Slack's. */
  readonly reject: Reject;
}

/** With two, one serves while Slack renews the other. */
const SOCKETS = 2;

/** Several connections behind one receiver, each kept open on its own. `start` rejects when one cannot be opened. */
export function createSocketModeReceiver(options: SocketModeReceiverOptions): StartableReceiver {
  const { observe, log } = options;
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  const open = new Set<SocketConnection>();
  let app: App | undefined;

  async function connect(): Promise<SocketConnection> {
    const connection = await openSocketConnection({
      ...options,
      onRequest: async (event) => app?.processEvent(event),
      onUnreadable: () => options.reject('malformed'),
    });
    open.add(connection);
    void connection.ended.then(() => open.delete(connection));
    if (stopping.signal.aborted) await connection.close();
    return connection;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all([...open].map((connection) => connection.close()));
  }

  return {
    init(boltApp) {
      app = boltApp;
    },
    async start() {
      try {
        for (let count = 0; count < SOCKETS; count += 1) {
          void keepConnected({
            first: await connect(),
            connect,
            stopping: stopping.signal,
            stopped,
            observe,
            log,
          });
        }
        return {};
      } catch (error) {
        await stop();
        throw error;
      }
    },
    connections: () => open.size,
    stop,
  };
}
