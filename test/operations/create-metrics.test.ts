import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACCESS_REFUSALS } from '../../src/domain/access.ts';
import {
  ALERT_CALLS,
  ALERT_RESULTS,
  LOOKUP_ENDS,
  type Observe,
  SERVICE_CALL_RESULTS,
  SERVICE_OPERATIONS,
  SLACK_METHODS,
  WATCH_READ_RESULTS,
} from '../../src/domain/events.ts';
import { createAccountMetrics } from '../../src/operations/create-account-metrics.ts';
import { createMetrics, type MetricsDeps } from '../../src/operations/create-metrics.ts';
import { account } from '../formatters/samples.ts';

const FIGURES = {
  accounts: 200,
  levels: { critical: 1, attention: 20, unknown: 3, healthy: 176 },
  brokenChannels: 1,
  lateMs: 90_000,
  outageSinceMs: 0,
};
const create = (watchFigures: MetricsDeps['watchFigures'] = async () => FIGURES) =>
  createMetrics({ underWay: () => 3, connections: () => 2, breaker: () => 'open', watchFigures });

function observeEveryKind(observe: Observe): void {
  observe({ kind: 'lookup', outcome: 'found', source: 'live', isShared: false, durationMs: 120 });
  observe({ kind: 'lookup', outcome: 'found', source: 'live', isShared: true, durationMs: 100 });
  observe({ kind: 'lookup', outcome: 'found', source: 'cached', isShared: true, durationMs: 0 });
  observe({ kind: 'lookup', outcome: 'unavailable', isShared: false, durationMs: 20_500 });
  observe({ kind: 'service-call', operation: 'general-info', result: 'ok', durationMs: 90 });
  observe({ kind: 'service-call', operation: 'login', result: '401', durationMs: 30 });
  observe({ kind: 'watch-read', result: 'failed' });
  observe({ kind: 'alert-call', call: 'post', result: 'sent' });
  observe({ kind: 'token-renewed' });
  observe({ kind: 'token-renewal-failed' });
  observe({ kind: 'slack-error', method: 'views.publish', error: 'hash_conflict' });
  observe({ kind: 'slack-error', method: 'response_url', error: 'ada@customer.example' });
  observe({ kind: 'request-refused' });
  observe({ kind: 'access-refused', reason: 'guest' });
}

test('every event is counted', async () => {
  const { observe, text } = create();
  observeEveryKind(observe);
  const shown = (await text()).split('\n').filter((line) => /^backup_status_/.test(line));
  expect(shown).toEqual(
    expect.arrayContaining([
      'backup_status_lookups_total{outcome="found",source="live"} 2',
      'backup_status_lookups_total{outcome="found",source="cached"} 1',
      'backup_status_lookups_total{outcome="unavailable",source="none"} 1',
      'backup_status_lookup_duration_seconds_count{outcome="found"} 3',
      'backup_status_lookup_cache_hits_total 1',
      'backup_status_lookups_coalesced_total 1',
      'backup_status_service_calls_total{operation="general-info",result="ok"} 1',
      'backup_status_service_calls_total{operation="login",result="401"} 1',
      'backup_status_service_call_duration_seconds_sum{operation="general-info"} 0.09',
      'backup_status_watch_reads_total{result="failed"} 1',
      'backup_status_alert_calls_total{call="post",result="sent"} 1',
      'backup_status_watched_accounts{level="attention"} 20',
      'backup_status_watched_accounts{level="healthy"} 176',
      'backup_status_watch_late_seconds 90',
      'backup_status_watch_broken_channels 1',
      'backup_status_watch_source_out 1',
      'backup_status_token_renewals_total 1',
      'backup_status_token_renewal_failures_total 1',
      'backup_status_service_breaker{state="open"} 1',
      'backup_status_service_breaker{state="closed"} 0',
      'backup_status_slack_errors_total{method="views.publish",error="hash_conflict"} 1',
      'backup_status_slack_errors_total{method="response_url",error="other"} 1',
      'backup_status_requests_refused_total 1',
      'backup_status_access_refusals_total{reason="guest"} 1',
      'backup_status_requests_under_way 3',
      'backup_status_slack_connections 2',
    ]),
  );
});

test('a database that does not answer costs its own figures, and no scrape', async () => {
  const { text } = create(() => Promise.reject(new Error('down')));
  const shown = await text();
  expect(shown).toContain('backup_status_watch_late_seconds Nan');
  expect(shown).toContain('backup_status_slack_connections 2');
});

test('two of them count each for itself, and Node’s own figures are there', async () => {
  const [one, two] = [create(), create()];
  one.observe({ kind: 'token-renewed' });
  expect(await two.text()).toContain('backup_status_token_renewals_total 0');
  expect(await two.text()).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(await two.text()).toMatch(/^nodejs_eventloop_lag_seconds /m);
});

test('every label of a counter counts from zero on, so that increase() sees its first event', async () => {
  const { observe, text } = create();
  const seriesOf = async () =>
    (await text()).match(/^backup_status_\w+_total(?:\{.*\})?(?= )/gm)?.toSorted() ?? [];
  const before = await seriesOf();
  for (const end of LOOKUP_ENDS) {
    const { outcome, source } = end;
    observe({
      kind: 'lookup',
      outcome,
      ...(source !== 'none' && { source }),
      isShared: false,
      durationMs: 1,
    });
  }
  for (const operation of SERVICE_OPERATIONS) {
    for (const result of SERVICE_CALL_RESULTS)
      observe({ kind: 'service-call', operation, result, durationMs: 1 });
  }
  for (const method of SLACK_METHODS) {
    for (const error of ['token_revoked', 'http_502', 'what_is_this'])
      observe({ kind: 'slack-error', method, error });
  }
  for (const result of WATCH_READ_RESULTS) observe({ kind: 'watch-read', result });
  for (const call of ALERT_CALLS) {
    for (const result of ALERT_RESULTS) observe({ kind: 'alert-call', call, result });
  }
  for (const reason of ACCESS_REFUSALS) observe({ kind: 'access-refused', reason });
  expect(await seriesOf()).toEqual(before);
});

test('the labels in docs/operate.md are those that the registry counts, and alarms name no others', async () => {
  const counted: Record<string, Set<string>> = {};
  for (const [, name = '', labels = ''] of (await create().text()).matchAll(
    /^backup_status_(\w+)\{(.*)\} /gm,
  )) {
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      if (label === 'le') continue;
      const key = label === 'reason' || label === 'result' ? `${label} of ${name}` : label;
      counted[key] = (counted[key] ?? new Set()).add(value);
    }
  }
  const document = readDocument();
  const table = /Values of the labels:(.*?)There are also/s.exec(document)?.[1] ?? '';
  const rows = [
    ...table.matchAll(/^\| `(\w+)`(?: of `backup_status_(\w+)`)? \| ((?:`[\w.-]+`(?:, )?)+) \|/gm),
  ];
  const written = rows.map(([, label, of, values = '']) => [
    of === undefined ? label : `${label} of ${of}`,
    new Set(values.replaceAll('`', '').split(', ')),
  ]);
  expect(Object.fromEntries(written)).toEqual(counted);

  const matchers = [...document.matchAll(/\b(\w+)=~?"([^"]+)"/g)];
  expect(matchers.length).toBeGreaterThan(3);
  for (const [, label = '', values = ''] of matchers) {
    const known = Object.entries(counted).flatMap(([key, all]) =>
      key.split(' ')[0] === label ? [...all] : [],
    );
    for (const value of values.replaceAll('\\', '').split('|')) expect(known).toContain(value);
  }
});

const accountMetrics = createAccountMetrics({
  accounts: () => ({
    figures: async () => FIGURES,
    readStates: async (afterId) =>
      afterId === ''
        ? [{ accountId: '1', state: { level: 'healthy', startedAtMs: 0, readAtMs: 0, account: account({}) } }]
        : [],
  }),
  now: () => 0,
});

const readDocument = () => readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8');

test('the table in docs/operate.md is the registry', async () => {
  const rows = [
    ...readDocument().matchAll(/^\| `(backup_status_\w+)` \| (\w+) \| ([^|]*) \| ([^|]+) \|$/gm),
  ].map(([, name, type, labels]) => ({ name, type, labels: labels?.replaceAll('`', '').trim() }));
  const { observe, text } = create();
  observeEveryKind(observe);
  const shown = [await text(), ...(await accountMetrics())].join('');
  const metrics = [...shown.matchAll(/^# TYPE (backup_status_\w+) (\w+)\n\w+(?:\{(.*)\})? /gm)].map(
    ([, name, type, labels = '']) => {
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label);
      return { name, type, labels: names.filter((label) => label !== 'le').join(', ') };
    },
  );
  expect(rows.toSorted(byName)).toEqual(metrics.toSorted(byName));
});

const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
  String(a.name).localeCompare(String(b.name));
