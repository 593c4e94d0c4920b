import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../src/operations/events.ts';
import { found } from '../messages/samples.ts';
import { FINE } from '../support/phrases.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { startEdge } from '../support/start-edge.ts';

/** A bot on signed HTTP, and a way to send it anything with a right signature. */
async function start() {
  const events: AppEvent[] = [];
  const edge = await startEdge({
    transport: 'http',
    lookup: async () => found(),
    observe: (event) => events.push(event),
  });
  const send = async (body: string, type = 'application/json') => {
    const headers = { 'content-type': type, ...signedHeaders(body, { secret: edge.slack.signingSecret }) };
    const response = await fetch(edge.requestUrl, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
  return { ...edge, send, events };
}

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('rightly signed, but nothing that Slack would send', () => {
  test.each([
    ['an empty object', '{}'],
    ['an event without anything', '{"type":"event_callback"}'],
    ['an event that is null', '{"type":"event_callback","event_id":"Ev1","event":null}'],
    [
      'an event of nobody',
      '{"type":"event_callback","event_id":"Ev1","event":{"type":"app_home_opened","tab":"home"}}',
    ],
    ['a press without actions', '{"type":"block_actions","user":{"id":"U1"}}'],
    [
      'a press that is no action of ours',
      '{"type":"block_actions","user":{"id":"U1"},"actions":[{"action_id":"account_more","type":"overflow"}]}',
    ],
    ['a form of nothing', '{"type":"view_submission","user":{"id":"U1"},"view":{"state":null}}'],
    ['an object as deep as fits', deep(15_000)],
    ['an event as deep as fits', `{"type":"event_callback","event_id":"Ev1","event":${deep(14_000)}}`],
  ])('%s: acknowledged, and the bot goes on', async (_what, body) => {
    const { send, ada } = await start();
    const { status, text } = await send(body);
    expect([status, text]).toEqual([200, '']);
    expect((await ada.command('/backup-status 1001')).message?.text).toContain(FINE);
  });

  test('a command without an address to answer is dropped', async () => {
    const { send, ada } = await start();
    const body = new URLSearchParams({
      command: '/backup-status',
      text: '1001',
      user_id: 'U1',
      channel_id: 'C1',
    });
    const { status } = await send(body.toString(), 'application/x-www-form-urlencoded');
    expect(status).toBe(200);
    expect(ada.messages()).toEqual([]);
  });
});

test('a thousand forged requests: refused, counted one by one, a few lines in the log', async () => {
  const { requestUrl, events, logLines, ada } = await start();
  const forge = async (count: number) => {
    const body = `command=/backup-status&text=${count}`;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...signedHeaders(body, { secret: 'not the secret' }),
    };
    const response = await fetch(requestUrl, { method: 'POST', body, headers });
    await response.body?.cancel();
    return response.status;
  };
  const statuses = new Set<number>();
  // Fifty at a time: a slow machine does not read the last of a thousand before its time is up.
  for (let count = 0; count < 1_000; count += 50) {
    const forged = Array.from({ length: 50 }, (_, index) => forge(count + index));
    for (const status of await Promise.all(forged)) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([401]));
  expect(events).toHaveLength(1_000);
  expect(events[0]).toEqual({ kind: 'request-refused' });
  const lines = logLines.filter(({ msg }) => msg === 'refused a request');
  expect(lines.length).toBeLessThan(100);
  expect(lines[0]?.reason).toBe('http_401');
  expect(JSON.stringify(lines)).not.toContain('backup-status');
  expect((await ada.command('/backup-status 1001')).message?.text).toContain(FINE);
});
