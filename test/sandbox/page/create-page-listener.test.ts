import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMovableClock } from '../../../sandbox/movable-clock.ts';
import { createPageListener } from '../../../sandbox/page/create-page-listener.ts';
import { createServiceSwitch } from '../../../sandbox/page/create-service-switch.ts';
import { createTrafficLog } from '../../../sandbox/page/create-traffic-log.ts';
import { createChanges } from '../../../sandbox/slack/state/changes.ts';
import { startSlack } from '../../support/start-slack.ts';
import { ask, post } from './support/ask.ts';
import { followEvents } from './support/follow-events.ts';

/** The page's server over a Slack without a bot; with how many streams follow it. */
async function serve() {
  const slack = await startSlack();
  const changes = createChanges();
  let followers = 0;
  const news = {
    notify: changes.notify,
    listen(listener: () => void) {
      followers += 1;
      const stop = changes.listen(listener);
      return () => {
        followers -= 1;
        stop();
      };
    },
  };
  const clock = createMovableClock();
  const sandbox = {
    slack,
    clock,
    service: undefined,
    serviceUrl: 'http://own/api',
    onServed: () => () => {},
    runBackups() {},
    clockIsSet: async () => {},
    resetClock: clock.reset,
    transport: 'http',
  } as const;
  const traffic = createTrafficLog(sandbox, news.notify);
  const context = {
    sandbox,
    slashCommands: [],
    messageShortcuts: [],
    serviceSwitch: createServiceSwitch(undefined),
    traffic,
    news,
  };
  const assets = new Map([['/', { type: 'text/html; charset=utf-8', body: '<p>page' }]]);
  const server = createServer(createPageListener(context, assets)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => new URL(path, `http://127.0.0.1:${port}`);
  return { at, port, slack, clock, news, followers: () => followers };
}

const ADVANCE = { kind: 'advance-clock', minutes: 5 };

describe('another site in the same browser', () => {
  test.each([
    ['its Origin', { origin: 'https://elsewhere.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a name of its own for 127.0.0.1', { host: 'elsewhere.example', origin: 'http://elsewhere.example' }],
  ])('cannot switch anything: %s', async (_, headers) => {
    const { at, clock } = await serve();
    const { status, body } = await post(at('/control'), ADVANCE, headers);
    expect([status, JSON.parse(body)]).toEqual([403, { ok: false, error: 'Only the page itself may ask' }]);
    expect(clock.aheadMs()).toBe(0);
  });

  test('cannot read under a name of its own', async () => {
    const { at, port } = await serve();
    for (const path of ['/', '/events?person=ada']) {
      expect((await ask(at(path), { headers: { host: `elsewhere.example:${port}` } })).status).toBe(403);
    }
  });

  test('cannot post what a form can send', async () => {
    const { at, clock } = await serve();
    const { status } = await post(at('/control'), ADVANCE, { 'content-type': 'text/plain' });
    expect([status, clock.aheadMs()]).toEqual([415, 0]);
  });
});

test('the page itself may be called localhost', async () => {
  const { at, port, clock } = await serve();
  const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
  expect((await post(at('/control'), ADVANCE, headers)).status).toBe(200);
  expect(clock.aheadMs()).toBe(5 * 60_000);
});

describe('what is not served', () => {
  test.each([
    ['GET', '/nothing', 404, undefined],
    ['GET', '/../package.json', 404, undefined],
    ['GET', '/act', 405, 'POST'],
    ['POST', '/', 405, 'GET'],
    ['DELETE', '/control', 405, 'POST'],
  ])('%s %s: %i', async (method, path, expected, allow) => {
    const { at } = await serve();
    const { status, headers } = await ask(at(path), { method });
    expect([status, headers.allow]).toEqual([expected, allow]);
  });

  test.each([
    ['/control', 'no JSON', 'body: '],
    ['/control', { kind: 'advance-clock', minutes: -1 }, 'minutes: '],
    ['/control', { kind: 'format-disk' }, 'kind: '],
    ['/act', { person: 'ada', act: { kind: 'command', channel: 'oncall' } }, 'act.line: '],
    ['/act', { person: 'ada', act: { kind: 'reload', more: 1 } }, 'act: '],
  ])('%s %j: 400, and what is wrong with it', async (path, body, problem) => {
    const { at } = await serve();
    const answer = await post(at(path), body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({ ok: false, error: expect.stringContaining(problem) });
  });

  test.each(['//', 'http://[', 'http://elsewhere.example/'])(
    'a target that is no address here, %s: 400',
    async (path) => {
      const { at } = await serve();
      const { status, body } = await ask(at('/'), { path });
      expect([status, JSON.parse(body)]).toEqual([
        400,
        { ok: false, error: 'That is no address of this page' },
      ]);
      expect((await ask(at('/'))).status).toBe(200);
    },
  );

  test('an act of nobody: 404', async () => {
    const { at } = await serve();
    expect((await post(at('/act'), { person: 'backup_status', act: { kind: 'reload' } })).status).toBe(404);
  });

  test('a body over 64 kB: 413; of exactly 64 kB it is read', async () => {
    const { at } = await serve();
    const text = JSON.stringify(ADVANCE);
    const filled = (bytes: number) => text + ' '.repeat(bytes - text.length);
    expect((await post(at('/control'), filled(64 * 1024))).status).toBe(200);
    expect((await post(at('/control'), filled(64 * 1024 + 1))).status).toBe(413);
    expect((await post(at('/control'), filled(2 * 1024 * 1024))).status).toBe(413);
  });
});

test('sockets cannot be refreshed where there are none', async () => {
  const { at } = await serve();
  const { status, body } = await post(at('/control'), { kind: 'refresh-socket' });
  expect([status, JSON.parse(body)]).toEqual([
    200,
    { ok: false, error: 'Signed HTTP has no sockets to refresh.' },
  ]);
});

describe('the stream of events', () => {
  test('a burst of changes is one event, with what came last', async () => {
    const { at, clock, news } = await serve();
    const ada = await followEvents(at('/').href, 'ada');
    await ada.until((state) => state);
    for (let step = 0; step < 10; step += 1) {
      clock.advance(60_000);
      news.notify();
    }
    await ada.until((state) => (state.clock.offsetMinutes === 10 ? state : undefined));
    expect(ada.heard.filter((event) => event === 'state')).toHaveLength(2);
  });

  test('what changes nothing for this person is no new state', async () => {
    const { at, slack, news } = await serve();
    const ada = await followEvents(at('/').href, 'ada');
    await ada.until((state) => state);
    await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' });
    news.notify();
    await expect.poll(() => ada.heard).toContain('traffic');
    expect(ada.heard).toEqual(['state', 'traffic']);
  });

  test('a closed stream gets nothing more; each person has a stream of their own', async () => {
    const { at, news, followers } = await serve();
    const ada = await followEvents(at('/').href, 'ada');
    const bora = await followEvents(at('/').href, 'bora');
    expect(await ada.until((state) => state.person.name)).toBe('ada');
    expect(await bora.until((state) => state.person.name)).toBe('bora');
    expect(followers()).toBe(2);
    news.notify();
    ada.leave();
    await expect.poll(followers).toBe(1);
    bora.leave();
    await expect.poll(followers).toBe(0);
  });
});
