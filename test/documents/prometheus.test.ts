import { parser } from '@prometheus-io/lezer-promql';
import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { CheckUp } from '../../src/lookup/check-up.ts';
import { createMetrics, readAccountMetrics } from '../../src/operations/metrics.ts';
import { account } from '../messages/samples.ts';
import { readTable } from '../support/read-table.ts';
import { readDocument } from './markdown.ts';

const RULE = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  annotations: z.object({ summary: z.string(), description: z.string().optional() }),
});
const RULES = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(RULE) })) });
const TARGET = z.object({ expr: z.string(), legendFormat: z.string() });
const DASHBOARD = z.object({
  panels: z.array(z.object({ id: z.number(), title: z.string(), targets: z.array(TARGET).optional() })),
});

const { groups } = RULES.parse(parse(readDocument('docs/monitoring/prometheus-rules.yml')));
const rules = groups.flatMap((group) => group.rules);
const { panels } = DASHBOARD.parse(JSON.parse(readDocument('docs/monitoring/grafana-dashboard.json')));
const targets = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

/** The labels of every existing metric, including those of Prometheus itself. */
async function knownMetrics(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const levels = { critical: 0, attention: 0, unknown: 0, healthy: 1 };
  const figures = { accounts: 1, levels, brokenChannels: 0, lateMs: 0 };
  const state = { level: 'healthy', startedAtMs: 0, readAtMs: 0, account: account({}) } as const;
  const metrics = createMetrics(
    () => undefined,
    async () => ({ hasToken: true, watch: figures }) as CheckUp,
  );
  metrics.observe({ kind: 'lookup', outcome: 'found', source: 'live', durationMs: 1 });
  metrics.observe({ kind: 'service-call', operation: 'login', result: 'ok', durationMs: 1 });
  metrics.observe({ kind: 'watch-read', result: 'found' });
  metrics.observe({ kind: 'alert-call', call: 'post', result: 'sent' });
  metrics.observe({ kind: 'slack-error', method: 'views.open', error: 'timeout' });
  const known = new Map([['up', new Set(['job', 'instance'])]]);
  const text = [
    await metrics.text(),
    ...(await readAccountMetrics({ readStates: async () => [{ accountId: '1', state }] })),
  ].join('');
  const TARGET_LABELS = ['job', 'instance'];
  for (const { name, metrics: series } of parsePrometheusTextFormat(text)) {
    const labels = series.flatMap((one) => Object.keys(one.labels ?? {}));
    known.set(name, new Set([...labels, ...TARGET_LABELS]));
    known.set(`${name}_bucket`, new Set([...labels, 'le', ...TARGET_LABELS]));
  }
  return known;
}

const known = await knownMetrics();

/** What an expression names that does not exist, and its syntax errors. */
function unknownIn(expression: string): string[] {
  // Grafana replaces this.
  const promql = expression.replaceAll('$__rate_interval', '5m');
  const wrong: string[] = [];
  const labelsOfAll = new Set<string>();
  const grouping: string[] = [];
  let labels: ReadonlySet<string> = new Set();
  parser.parse(promql).iterate({
    enter({ type, from, to, node }) {
      const text = promql.slice(from, to);
      if (type.isError) wrong.push(`syntax at ${from}: ${promql}`);
      if (type.name === 'VectorSelector') {
        const name = node.getChild('Identifier');
        const metric = name === null ? '' : promql.slice(name.from, name.to);
        labels = known.get(metric) ?? new Set();
        if (!known.has(metric)) wrong.push(metric);
        for (const label of labels) labelsOfAll.add(label);
      } else if (type.name === 'LabelName') {
        if (node.parent?.name === 'GroupingLabels') grouping.push(text);
        else if (!labels.has(text)) wrong.push(text);
      }
    },
  });
  // A grouping may precede what it groups.
  return [...wrong, ...grouping.filter((label) => !labelsOfAll.has(label))];
}

describe('every expression names only metrics and labels that exist', () => {
  test.each(rules)('of the alert $alert', ({ expr, annotations }) => {
    expect(unknownIn(expr)).toEqual([]);
    const named = [...(annotations.description ?? '').matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
    for (const label of named) expect(expr).toContain(`by (${label})`);
  });

  test.each(targets)('of the panel $title: $expr', ({ expr, legendFormat }) => {
    expect(unknownIn(expr)).toEqual([]);
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
      expect(label === 'instance' || expr.includes(label), `${legendFormat} of ${expr}`).toBe(true);
    }
  });
});

test('the alert rules are the alarms in docs/operate.md', () => {
  const { rows } = readTable('docs/operate.md', 'Alarm');
  const alarms = rows.map(([summary = '', when = '']) => {
    const [, expr, minutes, unit] = /^`(.+)`(?: for (\d+) (min|h))?$/.exec(when.replaceAll('\\|', '|')) ?? [];
    return { summary, expr, ...(minutes && { for: `${minutes}${unit === 'h' ? 'h' : 'm'}` }) };
  });
  // Two alarms come from the answer of a path. Prometheus sees something else for them.
  const seenOtherwise = ['Not alive', 'Database'];
  const written = rules.map(({ annotations: { summary }, expr, for: lasting }) => ({
    summary,
    ...(seenOtherwise.includes(summary) ? { expr: undefined } : { expr, ...(lasting && { for: lasting }) }),
  }));
  const byName = (one: { summary: string }, other: { summary: string }) =>
    one.summary.localeCompare(other.summary);
  expect(written.toSorted(byName)).toEqual(
    alarms
      .map((alarm) =>
        seenOtherwise.includes(alarm.summary) ? { summary: alarm.summary, expr: undefined } : alarm,
      )
      .toSorted(byName),
  );
});
