import type { Observe } from './domain/events.ts';
import { failingLookups } from './lookup/check-up.ts';
import { type Close, openParts, type Parts, type PartsDeps } from './open-parts.ts';
import type { Health } from './operations/check-readiness.ts';
import { createAccountMetrics } from './operations/create-account-metrics.ts';
import { createOperations } from './operations/create-operations.ts';

export interface BackupStatusAppDeps extends Omit<PartsDeps, 'now' | 'observe'> {
  /** Epoch milliseconds. Default: this machine's clock. */
  readonly now?: () => number;
  /** Called with everything that the metrics count. */
  readonly observe?: Observe;
}

export type BackupStatusApp = ReturnType<typeof createBackupStatusApp>;

const STOP_WITHIN_MS = 10_000;
/** The rest of the time is for telling those who still wait. */
const SHARE_FOR_THE_SERVICE = 0.7;

/** The life cycle of the app: parts are opened in order and closed in reverse order. Nothing is open before `start`. */
export function createBackupStatusApp(deps: BackupStatusAppDeps) {
  const { settings, now = Date.now, log } = deps;
  const opened: Close[] = [];
  let phase: Health['phase'] = 'starting';
  let parts: Parts | undefined;
  const transport = settings.SLACK_APP_TOKEN ? 'socket' : 'http';
  const { OPERATIONS_HOST: host, OPERATIONS_PORT: port } = settings;
  const operations =
    port !== 'off' &&
    createOperations({
      host,
      port,
      health: () => healthOf(parts, { phase, transport, now }),
      underWay: () => parts?.slack.underWay() ?? 0,
      accountMetrics:
        settings.ACCOUNT_METRICS === 'on'
          ? createAccountMetrics({ accounts: () => parts?.store.watchStore, now })
          : undefined,
      log,
    });
  const observe: Observe = (event) => {
    if (operations) operations.observe(event);
    deps.observe?.(event);
  };

  async function closeAll(withinMs = STOP_WITHIN_MS): Promise<void> {
    for (const close of opened.splice(0).reverse()) {
      try {
        await close(withinMs);
      } catch (error) {
        log.error({ err: error }, 'a part could not be closed');
      }
    }
  }

  return {
    /**
     * Resolves when commands are taken, with the port of signed HTTP and that of health and metrics. Rejects, after
     * closing everything, when Slack refuses or a port is taken, and with a StoreError when the database cannot be used.
     */
    async start() {
      try {
        const operationsPort = operations ? await operations.start() : undefined;
        if (operations) opened.push(operations.stop);
        parts = await openParts({ ...deps, now, observe }, (close) => opened.push(close));
        const started = await parts.slack.start();
        parts.ticker.start();
        parts.backupService.warmUp();
        if (phase === 'starting') phase = 'running';
        return { ...started, operationsPort };
      } catch (error) {
        await closeAll();
        throw error;
      }
    },
    /**
     * Reloads the account rules, the only thing that may change while it runs. Does nothing before `start`. Never
     * rejects.
     */
    async reload() {
      await parts?.accountRules.reload();
      await parts?.accountList.refresh();
    },
    /**
     * Stops taking requests, lets those under way be answered, then closes everything. Never rejects. `withinMs`: 10,000;
     * when most of it is over, people who still wait for the service are told that the app is being restarted.
     */
    async stop({ withinMs = STOP_WITHIN_MS }: { readonly withinMs?: number } = {}) {
      phase = 'stopping';
      const cut = setTimeout(() => parts?.backupService.abort(), withinMs * SHARE_FOR_THE_SERVICE);
      await closeAll(withinMs);
      clearTimeout(cut);
    },
  };
}

/** The state of each part; all are missing until the store is open. */
function healthOf(
  parts: Parts | undefined,
  { now, ...process }: Pick<Health, 'phase' | 'transport'> & { readonly now: () => number },
): Health {
  const service = parts?.backupService.health();
  const watchStore = parts?.store.watchStore;
  const answeredAtMs = service?.answeredAtMs;
  return {
    ...process,
    slackConnections: parts?.slack.connections() ?? 0,
    slackTokenRefusal: parts?.slack.tokenRefusal,
    hasToken: service?.hasToken ?? false,
    breaker: service?.breaker ?? 'closed',
    serviceAnsweredAgoMs: answeredAtMs === undefined ? undefined : now() - answeredAtMs,
    failing: service && failingLookups(service),
    pingDatabase: parts?.store.ping,
    watchFigures: watchStore && (() => watchStore.figures(now())),
  };
}
