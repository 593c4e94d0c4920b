import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createSingleFlight, within } from '../async.ts';
import { ACCESS_REFUSALS } from '../domain/access.ts';
import {
  ALERT_CALLS,
  ALERT_RESULTS,
  type AppEvent,
  BREAKER_STATES,
  type BreakerState,
  LOOKUP_ENDS,
  type Observe,
  SERVICE_CALL_RESULTS,
  SERVICE_OPERATIONS,
  SLACK_METHODS,
  WATCH_READ_RESULTS,
} from '../domain/events.ts';
import { VERDICT_LEVELS } from '../domain/verdict.ts';
import type { WatchFigures } from '../domain/watch/watch-store.ts';

/** What is counted, for Prometheus. docs/operate.md tells what each means. */
export interface Metrics {
  readonly observe: Observe;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsDeps {
  /** Requests of Slack under way now. */
  readonly underWay: () => number;
  /** Connections from Slack that are open now. */
  readonly connections: () => number;
  /** What the next look-up will meet. */
  readonly breaker: () => BreakerState;
  /** Read from the database; undefined until it is open. May reject, and may hang. */
  readonly watchFigures: () => Promise<WatchFigures> | undefined;
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
/** A scrape must not wait longer for the database. */
const FIGURES_WITHIN_MS = 1_000;
const PREFIX = 'backup_status_';

/** A registry of its own: prom-client's default one belongs to the whole process. */
export function createMetrics({ underWay, connections, breaker, watchFigures }: MetricsDeps): Metrics {
  const registry = new Registry();
  const counting = createCounting(registry);
  gauge(registry, 'requests_under_way', 'Requests of Slack that are being worked on.', underWay);
  gauge(registry, 'slack_connections', 'Connections to Slack that are open.', connections);
  breakerGauge(registry, breaker);
  watchGauges(registry, watchFigures);
  collectDefaultMetrics({ register: registry });
  return {
    observe: (event) => (counting[event.kind] as (event: AppEvent) => void)(event),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createMeters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({ name: PREFIX + name, help, labelNames, buckets: SECONDS, registers });
  return {
    lookups: counter('lookups_total', 'Look-ups by how they ended.', ['outcome', 'source']),
    lookupSeconds: histogram('lookup_duration_seconds', 'From asked to answered.', ['outcome']),
    cacheHits: counter('lookup_cache_hits_total', 'Look-ups answered by an answer of moments ago.', []),
    coalesced: counter('lookups_coalesced_total', 'Look-ups that shared a question in flight.', []),
    serviceCalls: counter('service_calls_total', 'Calls of the service.', ['operation', 'result']),
    serviceSeconds: histogram('service_call_duration_seconds', 'One attempt of a call.', ['operation']),
    watchReads: counter('watch_reads_total', 'Reads of watched accounts.', ['result']),
    alertCalls: counter('alert_calls_total', 'Calls to Slack that tell of watched accounts.', [
      'call',
      'result',
    ]),
    renewals: counter('token_renewals_total', 'Access tokens taken into use.', []),
    renewalFailures: counter('token_renewal_failures_total', 'Times that no new token was to be had.', []),
    slackErrors: counter('slack_errors_total', 'Calls that Slack refused or that failed.', [
      'method',
      'error',
    ]),
    refused: counter('requests_refused_total', 'Requests that were not taken for Slack’s, or too many.', []),
    accessRefused: counter('access_refusals_total', 'People who were refused.', ['reason']),
  };
}

/** `increase()` ignores a series that begins at 1, so the first failure of a kind would raise no alarm. */
function startAtZero(meters: ReturnType<typeof createMeters>): void {
  for (const end of LOOKUP_ENDS) meters.lookups.inc(end, 0);
  for (const operation of SERVICE_OPERATIONS) {
    for (const result of SERVICE_CALL_RESULTS) meters.serviceCalls.inc({ operation, result }, 0);
  }
  for (const method of SLACK_METHODS) {
    for (const error of SLACK_ERRORS) meters.slackErrors.inc({ method, error }, 0);
  }
  for (const result of WATCH_READ_RESULTS) meters.watchReads.inc({ result }, 0);
  for (const call of ALERT_CALLS) {
    for (const result of ALERT_RESULTS) meters.alertCalls.inc({ call, result }, 0);
  }
  for (const reason of ACCESS_REFUSALS) meters.accessRefused.inc({ reason }, 0);
}

function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name: PREFIX + name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

/** Read when it is asked for: the state also changes by the mere passing of time. */
function breakerGauge(registry: Registry, read: () => BreakerState): void {
  new Gauge({
    name: `${PREFIX}service_breaker`,
    help: '1 for what the next look-up will meet at the circuit breaker before the service.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const current = read();
      for (const state of BREAKER_STATES) this.set({ state }, state === current ? 1 : 0);
    },
  });
}

/** One query for all of them. Without an answer in time they are NaN. */
function watchGauges(registry: Registry, read: MetricsDeps['watchFigures']): void {
  const figures = createSingleFlight(async () => {
    try {
      return (await within(Promise.resolve(read()), FIGURES_WITHIN_MS))?.value;
    } catch {
      return undefined; // The store's own lines in the log say why.
    }
  });
  const watchGauge = (name: string, help: string, pick: (figures: WatchFigures) => number) =>
    gauge(registry, name, help, async () => {
      const now = await figures('').result;
      return now === undefined ? Number.NaN : pick(now);
    });
  new Gauge({
    name: `${PREFIX}watched_accounts`,
    help: 'Accounts that are watched, by the level of their last read.',
    labelNames: ['level'],
    registers: [registry],
    async collect() {
      const now = await figures('').result;
      for (const level of VERDICT_LEVELS) this.set({ level }, now?.levels[level] ?? Number.NaN);
    },
  });
  watchGauge(
    'watch_late_seconds',
    'For how long the first of what is due is.',
    ({ lateMs }) => lateMs / 1000,
  );
  watchGauge(
    'watch_broken_channels',
    'Channels that take no alerts.',
    ({ brokenChannels }) => brokenChannels,
  );
  watchGauge('watch_source_out', '1 while watched accounts cannot be read.', ({ outageSinceMs }) =>
    outageSinceMs === undefined ? 0 : 1,
  );
}

type Counting = {
  readonly [Kind in AppEvent['kind']]: (event: Extract<AppEvent, { readonly kind: Kind }>) => void;
};

/** What each event adds to. */
function createCounting(registry: Registry): Counting {
  const meters = createMeters(registry);
  startAtZero(meters);
  return {
    lookup({ outcome, source = 'none', isShared, durationMs }) {
      meters.lookups.inc({ outcome, source });
      meters.lookupSeconds.observe({ outcome }, durationMs / 1000);
      if (source === 'cached') meters.cacheHits.inc();
      else if (isShared) meters.coalesced.inc();
    },
    'service-call'({ operation, result, durationMs }) {
      meters.serviceCalls.inc({ operation, result });
      meters.serviceSeconds.observe({ operation }, durationMs / 1000);
    },
    'watch-read': ({ result }) => meters.watchReads.inc({ result }),
    'alert-call': ({ call, result }) => meters.alertCalls.inc({ call, result }),
    'token-renewed': () => meters.renewals.inc(),
    'token-renewal-failed': () => meters.renewalFailures.inc(),
    'slack-error': ({ method, error }) => meters.slackErrors.inc({ method, error: slackErrorLabel(error) }),
    'request-refused': () => meters.refused.inc(),
    'access-refused': ({ reason }) => meters.accessRefused.inc({ reason }),
  };
}

const OTHER = 'other';

/** Slack's words for refusals that the app can meet, ours for what comes before any word, and one for all others. */
const SLACK_ERRORS: readonly string[] = [
  ...[
    'timeout',
    'network',
    'not_json',
    'http_3xx',
    'http_4xx',
    'http_5xx',
    'refused',
    'spent',
    'ack_not_sent',
  ],
  ...['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'],
  ...['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired', 'missing_scope'],
  ...['user_removed_from_team', 'team_disabled', 'org_login_required', 'access_denied', 'no_permission'],
  ...['not_allowed_token_type', 'team_access_not_granted', 'ekm_access_denied', 'no_such_subteam'],
  ...['invalid_blocks', 'invalid_blocks_format', 'invalid_arguments', 'only_one_table_allowed'],
  ...['msg_too_long', 'msg_blocks_too_long', 'view_too_large', 'duplicate_external_id', 'not_enabled'],
  ...['expired_trigger_id', 'exchanged_trigger_id', 'invalid_trigger_id', 'trigger_expired'],
  ...['trigger_exchanged', 'push_limit_reached', 'hash_conflict', 'not_found', 'view_not_found'],
  ...['link_disabled', 'too_many_websockets', OTHER],
];

/** A label with too many values is expensive for the metrics store, and outsiders could add values. */
export function slackErrorLabel(word: string): string {
  const label = word.replace(/^http_([345])\d\d$/, 'http_$1xx');
  return SLACK_ERRORS.includes(label) ? label : OTHER;
}
