// operations/ owns what operators see: health, readiness, metrics, the log.
// It must never know Slack, the service, SQL, or anything that a person asked for.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createSingleFlight } from '../async.ts';
import { checkReadiness, type Health } from './check-readiness.ts';
import type { AccountMetrics } from './create-account-metrics.ts';
import { createMetrics } from './create-metrics.ts';
import { createOperationsServer } from './create-operations-server.ts';

export interface OperationsDeps {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly health: () => Health;
  /** Requests of Slack under way now. */
  readonly underWay: () => number;
  /** The watched accounts one by one; absent: they are not shown. */
  readonly accountMetrics?: AccountMetrics;
  readonly log: Logger;
}

export function createOperations(deps: OperationsDeps) {
  const { health, underWay, accountMetrics } = deps;
  const metrics = createMetrics({
    underWay,
    connections: () => health().slackConnections,
    breaker: () => health().breaker,
    watchFigures: () => health().watchFigures?.(),
  });
  // Probes at the same time share one check.
  const check = createSingleFlight(() => checkReadiness(health()));
  const readiness = () => check('readiness').result;
  const server = createOperationsServer({ metrics, accountMetrics, readiness });
  return {
    /** Counts what happens, from the first moment on. */
    observe: metrics.observe,
    /** Resolves with the port. Rejects, naming the setting, when it cannot be listened on. */
    async start() {
      await listen(server, deps);
      return (server.address() as AddressInfo).port;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(
  server: Server,
  { host, port, log }: Pick<OperationsDeps, 'host' | 'port' | 'log'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const problem = `OPERATIONS_PORT ${port} on OPERATIONS_HOST ${host} cannot be listened on (${cause.code})`;
      reject(new Error(`${problem}. Choose another port, 0 for a free one, or off.`));
    });
    server.listen(port, host, () => {
      // Without a listener a connection that could not be accepted would end the process.
      server.on('error', (err) => log.warn({ err }, 'a connection could not be taken'));
      resolve();
    });
  });
}
