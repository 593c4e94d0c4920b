import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createSingleFlight, within } from '../async.ts';
import type { AppEvent } from '../domain/events.ts';
import { VERDICT_LEVELS } from '../domain/verdict.ts';
import type { WatchFigures } from '../domain/watch/watch-store.ts';
import type { Health } from './readiness.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
/** A scrape must not wait longer for the database. */
const FIGURES_WITHIN_MS = 1_000;
const PREFIX = 'backup_status_';

/** What is counted, for Prometheus; docs/operate.md tells what each means. prom-client's own registry belongs to the process. */
export function createMetrics(health: () => Pick<Health, 'slack' | 'store' | 'nowMs'>) {
  const registry = new Registry();
  const observe = createCounters(registry);
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('slack_connections', 'Open connections to Slack.', () => health().slack?.connections() ?? 0);
  gauge('slack_signed_out', '1 while Slack refuses the bot token.', () =>
    health().slack?.tokenRefusal() === undefined ? 0 : 1,
  );
  createWatchGauges(registry, health);
  collectDefaultMetrics({ register: registry });
  return {
    /** Counts what happened. */
    observe,
    /** In Prometheus' text format. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createCounters(registry: Registry): (event: AppEvent) => void {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers: [registry] });
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Histogram({ name: PREFIX + name, help, labelNames, buckets: SECONDS, registers: [registry] });
  const lookups = counter('lookups_total', 'Look-ups by how they ended.', 'outcome', 'source');
  const lookupSeconds = histogram('lookup_duration_seconds', 'From asked to answered.', 'outcome');
  const serviceCalls = counter('service_calls_total', 'Calls of the service.', 'operation', 'result');
  const serviceSeconds = histogram('service_call_duration_seconds', 'One attempt of a call.', 'operation');
  const watchReads = counter('watch_reads_total', 'Reads of watched accounts.', 'result');
  const alertCalls = counter(
    'alert_calls_total',
    'Calls to Slack that tell of watched accounts.',
    'call',
    'result',
  );
  const renewalFailures = counter('token_renewal_failures_total', 'Times that no new token was to be had.');
  const slackErrors = counter(
    'slack_errors_total',
    'Calls that Slack refused or that failed.',
    'method',
    'error',
  );
  const refused = counter('requests_refused_total', 'Requests that were not taken for Slack’s, or too many.');
  return (event) => {
    switch (event.kind) {
      case 'lookup':
        lookups.inc({ outcome: event.outcome, source: event.source ?? 'none' });
        return lookupSeconds.observe({ outcome: event.outcome }, event.durationMs / 1000);
      case 'service-call':
        serviceCalls.inc({ operation: event.operation, result: event.result });
        return serviceSeconds.observe({ operation: event.operation }, event.durationMs / 1000);
      case 'watch-read':
        return watchReads.inc({ result: event.result });
      case 'alert-call':
        return alertCalls.inc({ call: event.call, result: event.result });
      case 'token-renewal-failed':
        return renewalFailures.inc();
      case 'slack-error':
        return slackErrors.inc({ method: event.method, error: slackErrorLabel(event.error) });
      case 'request-refused':
        return refused.inc();
      default:
        return event satisfies never;
    }
  };
}

/** Slack's word for a refusal, or ours: what is no such word is one label, and so are all statuses of a class. */
const slackErrorLabel = (word: string) =>
  /^[a-z_]{1,40}$/.test(word) ? word : /^http_[345]\d\d$/.test(word) ? `${word.slice(0, 6)}xx` : 'other';

/** One query for all of them. Without an answer in time they are NaN; the store's own lines in the log say why. */
function createWatchGauges(registry: Registry, health: () => Pick<Health, 'store' | 'nowMs'>): void {
  const read = createSingleFlight(async () => {
    const { store, nowMs } = health();
    const figures = store?.watchStore.figures(nowMs).catch(() => undefined);
    return figures && (await within(figures, FIGURES_WITHIN_MS))?.value;
  });
  const gauge = (name: string, help: string, pick: (figures: WatchFigures) => number) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [registry],
      async collect() {
        const figures = await read('').result;
        this.set(figures ? pick(figures) : Number.NaN);
      },
    });
  new Gauge({
    name: `${PREFIX}watched_accounts`,
    help: 'Accounts that are watched, by the level of their last read.',
    labelNames: ['level'],
    registers: [registry],
    async collect() {
      const figures = await read('').result;
      for (const level of VERDICT_LEVELS) this.set({ level }, figures?.levels[level] ?? Number.NaN);
    },
  });
  gauge('watch_late_seconds', 'For how long the first of what is due is.', ({ lateMs }) => lateMs / 1000);
  gauge('watch_broken_channels', 'Channels that take no alerts.', ({ brokenChannels }) => brokenChannels);
  gauge('watch_source_out', '1 while watched accounts cannot be read.', ({ outageSinceMs }) =>
    outageSinceMs === undefined ? 0 : 1,
  );
}
