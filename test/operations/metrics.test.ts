import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CheckUp } from '../../src/lookup/check-up.ts';
import { type AppEvent, type Observe, SLACK_METHODS } from '../../src/operations/events.ts';
import { createMetrics, readAccountMetrics } from '../../src/operations/metrics.ts';
import type { Store } from '../../src/store/create-store.ts';
import { account } from '../messages/samples.ts';
import { countTurns } from '../support/count-turns.ts';
import { readSamples } from '../support/read-samples.ts';

const FIGURES = {
  accounts: 200,
  levels: { critical: 1, attention: 20, unknown: 3, healthy: 176 },
  brokenChannels: 1,
  lateMs: 90_000,
  outageSinceMs: 0,
  aliveAtMs: undefined,
};
const state = { level: 'healthy', startedAtMs: 0, readAtMs: 0, account: account({}) } as const;
const create = (watch: CheckUp['watch'] = FIGURES) =>
  createMetrics(
    () => ({ connections: () => 2, tokenRefusal: () => 'token_revoked' }),
    async () => ({ hasToken: true, watch }) as CheckUp,
  );

type EventOf<Kind extends AppEvent['kind']> = Extract<AppEvent, { kind: Kind }>;
/** All values of a union. A missing one does not compile. */
const all = <Word extends string>(words: Record<Word, 0>) => Object.keys(words) as Word[];
const ORDINARY_ENDS = all<Exclude<EventOf<'lookup'>['outcome'], 'found' | 'unavailable'>>({
  'not-found': 0,
  'invalid-id': 0,
  forbidden: 0,
});
const RESULTS = all<EventOf<'service-call'>['result']>({
  ...{ ok: 0, 'invalid-id': 0, forbidden: 0, 'not-found': 0, unauthorized: 0, 'login-rejected': 0 },
  ...{ 'rate-limited': 0, 'server-error': 0, timeout: 0, network: 0, 'bad-response': 0, closed: 0 },
} as const);
const READS = all<EventOf<'watch-read'>['result']>({
  ...{ found: 0, 'not-found': 0, forbidden: 0, 'invalid-id': 0, failed: 0 },
} as const);
const CALLS = all<EventOf<'alert-call'>['call']>({
  ...{ post: 0, edit: 0, reply: 0, pagerduty: 0, ntfy: 0, webhook: 0 },
});
const ANSWERS = all<EventOf<'alert-call'>['result']>({
  ...{ sent: 0, held: 0, unconfirmed: 0, gone: 0, fixed: 0, broken: 0, stopped: 0 },
} as const);

/** Every event with every value of a label, except Slack's own error codes. */
function observeEverything(observe: Observe): void {
  for (const source of ['live', 'cached'] as const)
    observe({ kind: 'lookup', outcome: 'found', source, durationMs: 120 });
  for (const source of ['last-known', 'none'] as const)
    observe({ kind: 'lookup', outcome: 'unavailable', source, durationMs: 120 });
  for (const outcome of ORDINARY_ENDS) observe({ kind: 'lookup', outcome, source: 'none', durationMs: 120 });
  for (const operation of ['login', 'general-info'] as const) {
    for (const result of RESULTS) observe({ kind: 'service-call', operation, result, durationMs: 5 });
  }
  for (const result of READS) observe({ kind: 'watch-read', result });
  for (const call of CALLS) {
    for (const result of ANSWERS) observe({ kind: 'alert-call', call, result });
  }
  for (const method of SLACK_METHODS) observe({ kind: 'slack-error', method, error: 'hash_conflict' });
  observe({ kind: 'request-refused' });
}

test('every event is counted', async () => {
  const { observe, text } = create();
  observeEverything(observe);
  const shown = (await text()).split('\n').filter((line) => /^backup_status_/.test(line));
  expect(shown).toEqual(
    expect.arrayContaining([
      'backup_status_lookups_total{outcome="found",source="live"} 1',
      'backup_status_lookups_total{outcome="unavailable",source="none"} 1',
      'backup_status_lookup_duration_seconds_count{outcome="found"} 2',
      'backup_status_service_calls_total{operation="login",result="login-rejected"} 1',
      'backup_status_service_call_duration_seconds_bucket{le="0.01",operation="general-info"} 12',
      'backup_status_watch_reads_total{result="failed"} 1',
      'backup_status_alert_calls_total{call="post",result="sent"} 1',
      'backup_status_watched_accounts{level="attention"} 20',
      'backup_status_watched_accounts{level="healthy"} 176',
      'backup_status_watch_late_seconds 90',
      'backup_status_watch_broken_channels 1',
      'backup_status_watch_source_out 1',
      'backup_status_slack_errors_total{method="views.publish",error="hash_conflict"} 1',
      'backup_status_requests_refused_total 1',
      'backup_status_slack_connections 2',
      'backup_status_slack_signed_out 1',
    ]),
  );
});

test.each([
  ['token_revoked', 'token_revoked'],
  ['some_new_word', 'some_new_word'],
  ['http_503', 'http_5xx'],
  ['http_404', 'http_4xx'],
  ['ada@customer.example', 'other'],
  ['a'.repeat(41), 'other'],
])('labels Slack’s error %s as %s', async (error, label) => {
  const { observe, text } = create();
  observe({ kind: 'slack-error', method: 'views.open', error });
  expect(await text()).toContain(`{method="views.open",error="${label}"} 1\n`);
});

test('a database that does not answer loses only its own figures', async () => {
  const { text } = createMetrics(
    () => ({ connections: () => 2, tokenRefusal: () => undefined }),
    async () => ({ hasToken: true, databaseDownSinceMs: 0 }) as CheckUp,
  );
  const shown = await text();
  expect(shown).toContain('backup_status_watch_late_seconds Nan');
  expect(shown).toContain('backup_status_slack_connections 2');
});

test('docs/operate.md lists exactly the labels of the registry, and alarms use no others', async () => {
  const counted: Record<string, Set<string>> = {};
  const { observe, text } = create();
  observeEverything(observe);
  for (const [, name = '', labels = ''] of (await text()).matchAll(/^backup_status_(\w+)\{(.*)\} /gm)) {
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      // Slack has its own error codes.
      if (label === 'le' || label === 'error') continue;
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
    if (label === 'error') continue;
    const known = Object.entries(counted).flatMap(([key, all]) =>
      key.split(' ')[0] === label ? [...all] : [],
    );
    for (const value of values.replaceAll('\\', '').split('|')) expect(known).toContain(value);
  }
});

const readDocument = () => readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8');

test('the table in docs/operate.md is the registry', async () => {
  const rows = [
    ...readDocument().matchAll(/^\| `(backup_status_\w+)` \| (\w+) \| ([^|]*) \| ([^|]+) \|$/gm),
  ].map(([, name, type, labels]) => ({ name, type, labels: labels?.replaceAll('`', '').trim() }));
  const { observe, text } = create();
  observeEverything(observe);
  const shown = [
    await text(),
    ...(await readAccountMetrics({ readStates: async () => [{ accountId: '1', state }] })),
  ].join('');
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

type WatchedAccounts = Pick<Store['watchStore'], 'readStates'>;
type Watched = Awaited<ReturnType<WatchedAccounts['readStates']>>[number];

/** A database with these accounts. */
const accountsOf = (watched: readonly Watched[]): WatchedAccounts => ({
  readStates: async (afterId, limit) =>
    watched.filter(({ accountId }) => accountId > afterId).slice(0, limit),
});

const textOf = async (watched: WatchedAccounts) => (await readAccountMetrics(watched)).join('');

test('exports verdict, backups and last read of each account; one never read is unknown', async () => {
  const known = { startedAtMs: 0, readAtMs: 1_700_000_000_500 };
  const at = (atMs: number) => ({ kind: 'at', atMs, precision: 'second' }) as const;
  const text = await textOf(
    accountsOf([
      { accountId: '1', state: { ...known, level: 'healthy' } },
      {
        accountId: '2 "\\"',
        state: {
          ...known,
          level: 'critical',
          account: account({ database: at(1_600_000_000_000), folders: { kind: 'never' } }),
        },
      },
      { accountId: '3' },
    ]),
  );
  expect(readSamples(text)).toEqual({
    'backup_status_account_verdict{account=1}': 0,
    'backup_status_account_verdict{account=2 "\\"}': 2,
    'backup_status_account_verdict{account=3}': 3,
    'backup_status_account_last_backup_timestamp_seconds{account=2 "\\",backup=database}': 1_600_000_000,
    'backup_status_account_last_read_timestamp_seconds{account=1}': 1_700_000_000.5,
    'backup_status_account_last_read_timestamp_seconds{account=2 "\\"}': 1_700_000_000.5,
  });
});

test('yields after every few hundred accounts, and exports at most 20,000', async () => {
  const watched = Array.from({ length: 20_300 }, (_, index) => ({ accountId: `a${10_000 + index}` }));
  let text = '';
  const exported = async () => {
    text = await textOf(accountsOf(watched));
  };
  expect(await countTurns(exported)).toBeGreaterThanOrEqual(20_000 / 250);
  const named = Object.keys(readSamples(text)).filter((name) => name.startsWith('backup_status_account_'));
  expect(named).toHaveLength(20_000);
  // Each account once, below what its metric is.
  expect(text.match(/^backup_status_account_/gm)).toHaveLength(20_000);
  expect(text.match(/^# TYPE /gm)).toHaveLength(3);
});

test('fails the scrape when the database does not answer, because part of the accounts would look like all', async () => {
  const broken = { ...accountsOf([]), readStates: () => Promise.reject(new Error('down')) };
  await expect(textOf(broken)).rejects.toThrow('down');
});
