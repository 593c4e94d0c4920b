import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTargets } from '../../sandbox/targets/start-targets.ts';
import { startOwn } from '../support/start-bot.ts';

const PAYLOAD = { summary: 'no backup', source: '1001', severity: 'critical' };

async function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const { url, arrived, settings } = await startOwn(startTargets());
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { PAGERDUTY_ROUTING_KEY: key, NTFY_TOKEN: token } = settings;
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...(path === '/ntfy/' && { authorization: `Bearer ${token}` }), ...headers },
    body: text.replace('{key}', key),
  });
  const given = await answer.text();
  return { status: answer.status, answer: given === '' ? undefined : JSON.parse(given), arrived };
}

const event = (changed: object = {}) => ({
  routing_key: '{key}',
  event_action: 'trigger',
  dedup_key: 'a',
  payload: PAYLOAD,
  ...changed,
});

test.each([
  ['a trigger', event(), 202],
  ['one without its own key', event({ dedup_key: undefined }), 202],
  ['a resolve without its payload', event({ event_action: 'resolve', payload: undefined }), 202],
  ['not JSON', '{', 400],
  ['the routing key of another', event({ routing_key: 'f'.repeat(32) }), 400],
  ['an unknown action', event({ event_action: 'close' }), 400],
  ['a key of 256 characters', event({ dedup_key: 'x'.repeat(256) }), 400],
  ['a resolve of nothing', event({ event_action: 'resolve', dedup_key: undefined }), 400],
  ['a trigger without a payload', event({ payload: undefined }), 400],
  ['no summary', event({ payload: { ...PAYLOAD, summary: undefined } }), 400],
  ['a summary that is too long', event({ payload: { ...PAYLOAD, summary: 'x'.repeat(1_025) } }), 400],
  ['an unknown severity', event({ payload: { ...PAYLOAD, severity: 'fatal' } }), 400],
  ['a time that is none', event({ payload: { ...PAYLOAD, timestamp: 'today' } }), 400],
])('PagerDuty: %s', async (_what, body, status) => {
  const given = await post('/pagerduty/v2/enqueue', body);
  expect([given.status, given.arrived.length]).toEqual([status, status === 202 ? 1 : 0]);
});

const message = (changed: object = {}) => ({
  topic: 'backups',
  title: 'no backup',
  message: 'since Tuesday',
  priority: 5,
  sequence_id: 'a',
  ...changed,
});

test.each([
  ['a message', message({ tags: ['warning'] }), {}, { event: 'message', topic: 'backups' }],
  ['not JSON', '{', {}, { http: 400, code: 40024 }],
  ['no text, which it would call “triggered”', message({ message: '' }), {}, { http: 400, code: 40024 }],
  ['tags in one text', message({ tags: 'warning' }), {}, { http: 400, code: 40024 }],
  ['no topic', message({ topic: undefined }), {}, { http: 400, code: 40009 }],
  ['a topic with a space', message({ topic: 'a b' }), {}, { http: 400, code: 40009 }],
  ['priority 6', message({ priority: 6 }), {}, { http: 400, code: 40007 }],
  ['a long sequence id', message({ sequence_id: 'x'.repeat(65) }), {}, { http: 400, code: 40049 }],
  ['a wrong token', message(), { authorization: 'Bearer tk_wrong' }, { http: 401, code: 40101 }],
  ['the topic of another', message({ topic: 'others' }), {}, { http: 403, code: 40301 }],
])('ntfy: %s', async (_what, body, headers, expected) => {
  const { status, answer, arrived } = await post('/ntfy/', body, headers);
  expect(answer).toMatchObject(expected);
  expect(status).toBe(answer.http ?? 200);
  expect(arrived).toHaveLength(status === 200 ? 1 : 0);
});

const seconds = (ago = 0) => String(Math.floor(Date.now() / 1_000) - ago);
const data = { incident: 'a', account: '1001', level: 'critical', title: 'no backup' };
const hook = JSON.stringify({ type: 'trigger', timestamp: new Date().toISOString(), data });

test.each([
  ['signed', {}, hook, 204],
  ['one of several signatures', { prefix: 'v1a,other v1,bm9uZQ== v1,' }, hook, 204],
  ['a signature without its version', { prefix: '' }, hook, 401],
  ['no id', { id: '' }, hook, 401],
  ['six minutes old', { time: seconds(360) }, hook, 401],
  ['another body', { signed: `${hook} ` }, hook, 401],
  ['signed, but of another form', {}, '{}', 400],
])('webhook: %s', async (_what, changed, body, status) => {
  const { id = 'msg_1', time = seconds(), prefix = 'v1,', signed = body } = changed as Record<string, string>;
  const { WEBHOOK_SECRET } = (await startOwn(startTargets())).settings;
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${signed}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `${prefix}${signature}`,
  };
  const { arrived, ...given } = await post('/webhook', body, headers);
  expect(given.status).toBe(status);
  expect(arrived).toHaveLength(status === 204 ? 1 : 0);
});
