import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MAX_LISTED } from '../account/names.ts';
import { BACKUP_KINDS, LEVEL_CODE, VERDICT_LEVELS } from '../account/verdict.ts';
import type { CheckUp } from '../lookup/check-up.ts';
import type { Store } from '../store/create-store.ts';
import type { AppEvent } from './events.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
const PREFIX = 'backup_status_';

/** The state of the connection to Slack. */
export interface SlackHealth {
  /** The number of open sockets, or 1 while the app listens for signed HTTP. */
  connections(): number;
  /** Slack's error code while it refuses the bot token. Undefined: it accepts the token. */
  tokenRefusal(): string | undefined;
}

/**
 * The metrics for Prometheus, which docs/operate.md explains, in a registry of their own: prom-client's is global. While
 * the database does not answer, its figures are NaN.
 */
export function createMetrics(
  slack: () => SlackHealth | undefined,
  checkUp: () => Promise<CheckUp | undefined>,
) {
  const registry = new Registry();
  const gauge = createGauges(registry);
  const connections = gauge('slack_connections', 'Open connections to Slack.');
  const signedOut = gauge('slack_signed_out', '1 while Slack refuses the bot token.');
  const late = gauge('watch_late_seconds', 'How many seconds overdue the oldest read or message is.');
  const broken = gauge('watch_broken_channels', 'Channels that accept no alerts.');
  const sourceOut = gauge('watch_source_out', '1 while watched accounts cannot be read.');
  const accounts = gauge('watched_accounts', 'Watched accounts, by the level of their last read.', 'level');
  const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers: [registry] });
  const histogram = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Histogram({ name: PREFIX + name, help, labelNames, buckets: SECONDS, registers: [registry] });
  const counters: Readonly<Record<AppEvent['kind'], Counter>> = {
    lookup: counter('lookups_total', 'Look-ups by how they ended.', 'outcome', 'source'),
    'service-call': counter('service_calls_total', 'Calls to the service.', 'operation', 'result'),
    'watch-read': counter('watch_reads_total', 'Reads of watched accounts.', 'result'),
    'alert-call': counter('alert_calls_total', 'Calls to Slack and targets for alerts.', 'call', 'result'),
    'slack-error': counter('slack_errors_total', 'Failed calls to Slack.', 'method', 'error'),
    'request-refused': counter('requests_refused_total', 'Requests that are not from Slack, or not valid.'),
  };
  const lookupSeconds = histogram('lookup_duration_seconds', 'Duration of a look-up.', 'outcome');
  const serviceSeconds = histogram('service_call_duration_seconds', 'One attempt of a call.', 'operation');
  // The default, a timer every 10 ms, takes more processor time than everything else in an idle app.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  return {
    /** Counts an event. */
    observe(event: AppEvent): void {
      const { kind, durationMs, ...labels } = { durationMs: 0, ...event };
      counters[kind].inc('error' in labels ? { ...labels, error: slackErrorLabel(labels.error) } : labels);
      if (event.kind === 'lookup') lookupSeconds.observe({ outcome: event.outcome }, durationMs / 1000);
      if (event.kind === 'service-call')
        serviceSeconds.observe({ operation: event.operation }, durationMs / 1000);
    },
    /** In Prometheus' text format. */
    async text(): Promise<string> {
      const watch = (await checkUp())?.watch;
      connections.set(slack()?.connections() ?? 0);
      signedOut.set(slack()?.tokenRefusal() ? 1 : 0);
      late.set(watch ? watch.lateMs / 1000 : Number.NaN);
      broken.set(watch?.brokenChannels ?? Number.NaN);
      sourceOut.set(watch ? Number(watch.outageSinceMs !== undefined) : Number.NaN);
      for (const level of VERDICT_LEVELS) accounts.set({ level }, watch?.levels[level] ?? Number.NaN);
      return await registry.metrics();
    },
    contentType: registry.contentType,
  };
}

const createGauges =
  (registry: Registry) =>
  (name: string, help: string, ...labelNames: readonly string[]) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers: [registry] });

/** The error code as a label. All HTTP statuses of a class share one label, and so does everything that is not a code. */
const slackErrorLabel = (word: string) =>
  /^[a-z_]{1,40}$/.test(word) ? word : /^http_[345]\d\d$/.test(word) ? `${word.slice(0, 6)}xx` : 'other';

/** Reading and formatting this many takes some milliseconds; then other work gets a turn. */
const PAGE = 250;
/**
 * Metrics of each watched account: pieces of Prometheus' text format, which groups all series of a metric. Rejects when the
 * database does not answer, because half of the accounts would look like all of them.
 */
export async function readAccountMetrics(watched: Pick<Store['watchStore'], 'readStates'> | undefined) {
  if (watched === undefined) throw new Error('the database is not open yet');
  const registry = new Registry();
  const gauge = createGauges(registry);
  const verdict = gauge('account_verdict', '0 healthy, 1 attention, 2 critical, 3 unknown.', 'account');
  const lastBackup = gauge('account_last_backup_timestamp_seconds', 'Last backup.', 'account', 'backup');
  const lastRead = gauge('account_last_read_timestamp_seconds', 'Last answer of the service.', 'account');
  const metrics = registry.getMetricsAsArray().map(({ name }) => ({ name, pages: [] as string[] }));
  for (let [afterId, left] = ['', MAX_LISTED]; left > 0; left -= PAGE) {
    const page = await watched.readStates(afterId, PAGE);
    registry.resetMetrics();
    for (const { accountId: account, state } of page) {
      verdict.set({ account }, LEVEL_CODE[state?.level ?? 'unknown']);
      if (state) lastRead.set({ account }, state.readAtMs / 1000);
      for (const backup of BACKUP_KINDS) {
        const last = state?.account?.[backup];
        if (last?.kind === 'at') lastBackup.set({ account, backup }, last.atMs / 1000);
      }
    }
    for (const { name, pages } of metrics) {
      const [help, type, ...series] = (await registry.getSingleMetricAsString(name)).split('\n');
      pages.push([...(pages.length === 0 ? [help, type] : []), ...series, ''].join('\n'));
    }
    afterId = page.at(-1)?.accountId ?? '';
    if (page.length < PAGE) break;
    await yieldToEventLoop();
  }
  return metrics.flatMap(({ pages }) => pages);
}
