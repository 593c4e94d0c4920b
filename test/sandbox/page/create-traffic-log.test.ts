import { expect, test } from 'vitest';
import type { ServedRequest } from '../../../sandbox/backup-service/create-request-listener.ts';
import { createTrafficLog } from '../../../sandbox/page/create-traffic-log.ts';
import { createTraffic } from '../../../sandbox/slack/server/traffic.ts';

const COMMAND = {
  kind: 'delivery',
  atMs: 1,
  transport: 'socket',
  type: 'slash_commands',
  payload: { command: '/backup-status', text: '1001' },
} as const;
const API = {
  kind: 'api',
  atMs: 2,
  method: 'views.open',
  args: {},
  status: 200,
  result: { ok: true },
} as const;
const SERVED = {
  method: 'GET',
  path: '/api/v1/general-info',
  accountId: '1001',
  status: 200,
  atMs: 3,
  ms: 4,
};

function follow() {
  const traffic = createTraffic(['xoxb-secret']);
  let tell: ((served: ServedRequest) => void) | undefined;
  let news = 0;
  const log = createTrafficLog(
    {
      // The log reads nothing else of it.
      slack: { traffic: traffic.records } as Parameters<typeof createTrafficLog>[0]['slack'],
      onServed(listener) {
        tell = listener;
        return () => {
          tell = undefined;
        };
      },
    },
    () => {
      news += 1;
    },
  );
  return { traffic, log, serve: (served: ServedRequest) => tell?.(served), news: () => news };
}

const summaries = (log: ReturnType<typeof createTrafficLog>, version = 0) =>
  log.since(version).entries.map(({ id, summary, ms }) => [id, summary, ms]);

test('a delivery is told when it leaves, and again under the same id once it is acknowledged', () => {
  const { traffic, log } = follow();
  const finish = traffic.add(COMMAND);
  traffic.add(API);
  expect(summaries(log)).toEqual([
    [1, '/backup-status 1001 (slash_commands) awaiting the ack', undefined],
    [2, 'views.open 200', undefined],
  ]);
  const { version } = log.since(0);
  expect(summaries(log, version)).toEqual([]);
  finish({ ack: 'ok', ackMs: 12.6 });
  expect(summaries(log, version)).toEqual([[1, '/backup-status 1001 (slash_commands) ok', 13]]);
});

test('an entry is what it was when it was told', () => {
  const { traffic, log } = follow();
  const finish = traffic.add(COMMAND);
  const [entry] = log.since(0).entries;
  finish({ ack: 'ok', ackMs: 5 });
  expect(entry?.detail).not.toHaveProperty('ack');
});

test('requests to the service stand among them, and are news', () => {
  const { traffic, log, serve, news } = follow();
  traffic.add(COMMAND);
  serve(SERVED);
  const { status: _, ...brokenOff } = SERVED;
  serve(brokenOff);
  expect(news()).toBe(2);
  expect(summaries(log)).toEqual([
    [1, '/backup-status 1001 (slash_commands) awaiting the ack', undefined],
    [2, 'GET /api/v1/general-info?id=1001 200', 4],
    [3, 'GET /api/v1/general-info?id=1001 no answer', 4],
  ]);
  log.close();
  serve(SERVED);
  expect(news()).toBe(2);
});

test.each([
  [
    {
      ...COMMAND,
      type: 'events_api',
      payload: { event: { type: 'app_home_opened' } },
      ack: 'operation_timeout',
    },
    'app_home_opened (events_api) operation_timeout',
  ],
  [
    {
      ...COMMAND,
      type: 'interactive',
      payload: { type: 'block_actions', actions: [{ action_id: 'account_refresh' }] },
      ack: 'ok',
    },
    'block_actions account_refresh (interactive) ok',
  ],
  [{ ...API, result: { ok: false, error: 'expired_trigger_id' } }, 'views.open 200 expired_trigger_id'],
  [
    { kind: 'response_url', atMs: 1, body: {}, status: 404, result: { ok: false, error: 'used_url' } },
    'response_url 404 used_url',
  ],
] as const)('%j in a line', (record, summary) => {
  const { traffic, log } = follow();
  traffic.add(record);
  expect(summaries(log)[0]?.[1]).toBe(summary);
});

test('the last three hundred are kept, and none comes back', () => {
  const { traffic, log, serve } = follow();
  traffic.add(COMMAND);
  for (let number = 1; number <= 300; number += 1) serve({ ...SERVED, ms: number });
  const { entries } = log.since(0);
  expect(entries).toHaveLength(300);
  expect(entries[0]?.id).toBe(2);
  expect(log.since(0).entries).toHaveLength(300);
});
