import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERDICT_LEVELS } from '../account/verdict.ts';
import type { CheckUp } from '../lookup/check-up.ts';
import type { WatchFigures } from '../watch/watch-store.ts';
import type { AppEvent } from './events.ts';
import type { Health } from './readiness.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
const PREFIX = 'backup_status_';

/**
 * What is counted, for Prometheus; docs/operate.md tells what each means. prom-client's own registry belongs to the process.
 * `checkUp` may be asked for several times at once. Without an answer of the database its figures are NaN.
 */
export function createMetrics(slack: () => Health['slack'], checkUp: () => Promise<CheckUp | undefined>) {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: (watch?: WatchFigures) => number | undefined) =>
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [registry],
      async collect() {
        this.set(read((await checkUp())?.watch) ?? Number.NaN);
      },
    });
  gauge('slack_connections', 'Open connections to Slack.', () => slack()?.connections() ?? 0);
  gauge('slack_signed_out', '1 while Slack refuses the bot token.', () => (slack()?.tokenRefusal() ? 1 : 0));
  gauge(
    'watch_late_seconds',
    'For how long the first of what is due is.',
    (watch) => watch && watch.lateMs / 1000,
  );
  gauge('watch_broken_channels', 'Channels that take no alerts.', (watch) => watch?.brokenChannels);
  gauge('watch_source_out', '1 while watched accounts cannot be read.', (watch) =>
    watch === undefined ? undefined : Number(watch.outageSinceMs !== undefined),
  );
  new Gauge({
    name: `${PREFIX}watched_accounts`,
    help: 'Accounts that are watched, by the level of their last read.',
    labelNames: ['level'],
    registers: [registry],
    async collect() {
      const levels = (await checkUp())?.watch?.levels;
      for (const level of VERDICT_LEVELS) this.set({ level }, levels?.[level] ?? Number.NaN);
    },
  });
  collectDefaultMetrics({ register: registry });
  return {
    /** Counts what happened. */
    observe: createCounters(registry),
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
  const alertCalls = counter('alert_calls_total', 'Calls that tell of watched accounts.', 'call', 'result');
  const slackErrors = counter('slack_errors_total', 'Failed calls to Slack.', 'method', 'error');
  const refused = counter('requests_refused_total', 'Requests that were not taken for Slack’s.');
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
