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
  const gauge = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers: [registry] });
  const connections = gauge('slack_connections', 'Open connections to Slack.');
  const signedOut = gauge('slack_signed_out', '1 while Slack refuses the bot token.');
  const late = gauge('watch_late_seconds', 'How many seconds overdue the oldest read or message is.');
  const broken = gauge('watch_broken_channels', 'Channels that accept no alerts.');
  const sourceOut = gauge('watch_source_out', '1 while watched accounts cannot be read.');
  const accounts = gauge('watched_accounts', 'Watched accounts, by the level of their last read.', 'level');
  // The default, a timer every 10 ms, takes more processor time than everything else in an idle app.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  return {
    /** Counts an event. */
    observe: createCounters(registry),
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

function createCounters(registry: Registry): (event: AppEvent) => void {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers: [registry] });
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Histogram({ name: PREFIX + name, help, labelNames, buckets: SECONDS, registers: [registry] });
  const lookups = counter('lookups_total', 'Look-ups by how they ended.', 'outcome', 'source');
  const lookupSeconds = histogram('lookup_duration_seconds', 'Duration of a look-up.', 'outcome');
  const serviceCalls = counter('service_calls_total', 'Calls to the service.', 'operation', 'result');
  const serviceSeconds = histogram('service_call_duration_seconds', 'One attempt of a call.', 'operation');
  const watchReads = counter('watch_reads_total', 'Reads of watched accounts.', 'result');
  const alertCalls = counter(
    'alert_calls_total',
    'Calls to Slack and other targets about watched accounts.',
    'call',
    'result',
  );
  const slackErrors = counter('slack_errors_total', 'Failed calls to Slack.', 'method', 'error');
  const refused = counter('requests_refused_total', 'Requests that could not be verified as Slack’s.');
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

/** The error code as a label. All HTTP statuses of a class share one label, and so does everything that is not a code. */
const slackErrorLabel = (word: string) =>
  /^[a-z_]{1,40}$/.test(word) ? word : /^http_[345]\d\d$/.test(word) ? `${word.slice(0, 6)}xx` : 'other';

type Watched = Awaited<ReturnType<Store['watchStore']['readStates']>>[number];

/** Reading and formatting this many takes some milliseconds; then other work gets a turn. */
const PAGE = 250;
/**
 * Metrics of each watched account: pieces of Prometheus' text format, which groups all series of a metric. Rejects when the
 * database does not answer, because half of the accounts would look like all of them.
 */
export async function readAccountMetrics(
  watched: Pick<Store['watchStore'], 'readStates'> | undefined,
): Promise<readonly string[]> {
  if (watched === undefined) throw new Error('the database is not open yet');
  const pieces = METRICS.map(([name, help]) => [`# HELP ${name} ${help}\n# TYPE ${name} gauge\n`]);
  for (let [afterId, left] = ['', MAX_LISTED]; left > 0; left -= PAGE) {
    const page = await watched.readStates(afterId, PAGE);
    for (const [index, [name, , series]] of METRICS.entries()) {
      const lines = page.flatMap(series).map((line) => `${name}${line}\n`);
      pieces[index]?.push(lines.join(''));
    }
    afterId = page.at(-1)?.accountId ?? '';
    if (page.length < PAGE) break;
    await yieldToEventLoop();
  }
  return pieces.flat();
}

/** The name and help of a metric, and the labels and values for an account. */
type AccountMetric = readonly [name: string, help: string, series: (watched: Watched) => readonly string[]];

const METRICS: readonly AccountMetric[] = [
  [
    'backup_status_account_verdict',
    'Verdict of the last read: 0 healthy, 1 attention, 2 critical, 3 unknown.',
    ({ accountId, state }) => [`{${label(accountId)}} ${LEVEL_CODE[state?.level ?? 'unknown']}`],
  ],
  [
    'backup_status_account_last_backup_timestamp_seconds',
    'When a backup last ran, as of the last read.',
    ({ accountId, state }) =>
      BACKUP_KINDS.flatMap((backup) => {
        const last = state?.account?.[backup];
        return last?.kind === 'at' ? [`{${label(accountId)},backup="${backup}"} ${last.atMs / 1000}`] : [];
      }),
  ],
  [
    'backup_status_account_last_read_timestamp_seconds',
    'When the service last answered about the account.',
    ({ accountId, state }) => (state ? [`{${label(accountId)}} ${state.readAtMs / 1000}`] : []),
  ],
];

const label = (accountId: string) =>
  `account="${accountId.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`;
