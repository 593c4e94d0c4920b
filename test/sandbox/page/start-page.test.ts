import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PageState } from '../../../sandbox/page/page-state.ts';
import { startPage } from '../../../sandbox/page/start-page.ts';
import { ACTIONS, MORE, PIN_NAME } from '../../../src/formatters/action-ids.ts';
import { ask } from './support/ask.ts';
import { followEvents } from './support/follow-events.ts';
import { servePage } from './support/serve-page.ts';

const page = servePage();

const ok = { ok: true };
const command = (line: string, channel = 'oncall') => ({ kind: 'command', channel, line });
const messagesIn = (state: PageState, name = 'oncall') =>
  state.channels.find((channel) => channel.name === name)?.messages ?? [];
/** The newest message in #oncall that says this. */
const saying = (text: string) => (state: PageState) =>
  messagesIn(state).findLast((message) => message.text.includes(text));

describe('the files', () => {
  test.each([
    ['/', 'text/html', '<div id="root">'],
    ['/app.js', 'text/javascript', 'Message'],
    ['/app.css', 'text/css', '{'],
    ['/slack.css', 'text/css', '.slack_'],
  ])('%s is served, and nothing else may be loaded', async (path, type, part) => {
    const { status, headers, body } = await ask(new URL(path, page.url));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain(part);
  });
});

describe('what a person sees', () => {
  test('stands in the first event, whole', async () => {
    const ada = await page.follow('ada');
    const state = await ada.until((state) => state);
    expect(ada.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(state).toMatchObject({
      person: { name: 'ada', realName: 'Ada Byron', kind: 'member' },
      people: [{ name: 'ada' }, { name: 'bora' }, { name: 'guest' }, { name: 'outsider' }],
      channels: [
        { name: 'oncall', isMember: true },
        { name: 'general', isMember: true },
        { name: 'direct', isMember: true },
      ],
      modal: null,
      users: { [page.sandbox.slack.botUserId]: 'Backup Status' },
      commands: [{ command: '/backup-status', usage_hint: '1001 | 1001 1002 | 1001 share | help' }],
      service: { isReference: true, url: page.sandbox.serviceUrl, fault: 'none' },
      clock: { offsetMinutes: 0 },
      transport: 'socket',
      sockets: page.sandbox.slack.connectedSockets(),
    });
    expect(state.service.accounts).toContainEqual({ id: '1001', title: 'healthy' });
  });

  test('follows without asking again: a command and its card, which only who asked sees', async () => {
    const ada = await page.follow('ada');
    const bora = await page.follow('bora');
    expect(await page.act('ada', command('/backup-status 1001'))).toEqual(ok);
    const card = await ada.until(saying('1001 · Online'));
    expect(card).toMatchObject({ isEphemeral: true, authorName: 'Backup Status', channelId: 'C0ONCALL001' });
    expect(card.atMs).toBe(Math.floor(Number(card.ts) * 1000));
    expect(await page.act('ada', command('/backup-status 1003 share'))).toEqual(ok);
    expect((await bora.until(saying('1003 · Offline'))).isEphemeral).toBe(false);
    await bora.until((state) => (saying('1001 · Online')(state) ? undefined : state));
  });

  test('is another for a guest and for somebody of another organisation', async () => {
    const channelsOf = async (person: string) =>
      (await page.follow(person)).until(({ channels }) =>
        channels.map(({ name, isMember, messages }) => (isMember ? name : [name, messages])),
      );
    expect(await channelsOf('guest')).toEqual(['oncall', ['general', []], 'direct']);
    expect(await channelsOf('outsider')).toEqual(['oncall', ['general', []]]);
  });

  test('nobody of that name: 404', async () => {
    const { status, body } = await ask(new URL('/events?person=gone', page.url));
    expect([status, JSON.parse(body)]).toEqual([404, { ok: false, error: 'There is nobody called "gone"' }]);
  });
});

describe('what a person does', () => {
  test('buttons, menus, modals, inputs and Home work as in Slack', async () => {
    const ada = await page.follow('ada');
    await page.act('ada', command('/backup-status 1004'));
    const { ts } = await ada.until(saying('1004 · Offline'));
    const more = { actionId: ACTIONS.more, messageTs: ts, in: 'oncall' };
    expect(await page.act('ada', { kind: 'press', target: { ...more, value: MORE.pin } })).toEqual(ok);
    await ada.until(saying('1004 is pinned'));
    expect(await page.act('ada', { kind: 'press', target: { ...more, value: MORE.name } })).toEqual(ok);
    await ada.until(({ modal }) => modal ?? undefined);
    const submit = (name: string) => ({ kind: 'submit', values: { [PIN_NAME.actionId]: name } });
    expect(await page.act('ada', submit('help'))).toEqual(ok);
    await ada.until(({ modal }) => (modal && Object.keys(modal.errors).length > 0 ? modal : undefined));
    expect(await page.act('ada', submit('Acme'))).toEqual(ok);
    await ada.until(({ modal }) => (modal === null ? 'closed' : undefined));

    expect(await page.act('ada', { kind: 'open-home' })).toEqual(ok);
    const home = await ada.until(({ home }) =>
      home?.callback_id === 'home-asking' ? undefined : (home ?? undefined),
    );
    expect(JSON.stringify(home.blocks)).toContain('Look up an account');

    expect(await page.act('ada', { kind: 'reload' })).toEqual(ok);
    await ada.until((state) => (saying('1004 · Offline')(state) ? undefined : state));
  });

  test('a word said in a channel, and the message shortcut on it', async () => {
    const bora = await page.follow('bora');
    expect(await page.act('bora', { kind: 'say', channel: 'general', text: 'is 1001 all right?' })).toEqual(
      ok,
    );
    const said = await bora.until(({ channels, shortcuts }) => {
      const message = channels
        .flatMap(({ messages }) => messages)
        .find(({ isApp, text }) => !isApp && text === 'is 1001 all right?');
      const [shortcut] = shortcuts;
      return message && shortcut && { message, shortcut };
    });
    expect(said.shortcut).toEqual({ name: 'Backup status', callback_id: 'backup_status' });
    const { ts: messageTs } = said.message;
    expect(await page.act('bora', { kind: 'shortcut', callbackId: 'backup_status', messageTs })).toEqual(ok);
    await bora.until(({ modal }) =>
      JSON.stringify(modal ?? '').includes('1001 · Online') ? modal : undefined,
    );
    expect(await page.act('bora', { kind: 'close-modal' })).toEqual(ok);
  });

  test.each([
    ['ada', command('/nonsense 1'), '/nonsense is not a valid command; this app has /backup-status'],
    ['guest', command('/backup-status 1001', 'general'), 'guest is not in general'],
    ['outsider', command('/backup-status 1001'), 'outsider is from another organisation'],
    ['bora', { kind: 'press', target: { actionId: 'nothing' } }, 'is not on the screen'],
    ['bora', { kind: 'close-modal' }, 'bora has no modal open'],
  ])('%s %j: what the client would not do is said', async (person, act, error) => {
    expect(await page.act(person, act)).toEqual({ ok: false, error: expect.stringContaining(error) });
  });
});

describe('what is switched around the bot', () => {
  afterEach(async () => {
    await page.control({ kind: 'service-fault', fault: 'none' });
    await page.control({ kind: 'reset-clock' });
  });

  test('the service is down, and then works again', async () => {
    const bora = await page.follow('bora');
    expect(await page.control({ kind: 'service-fault', fault: 'down' })).toEqual(ok);
    await bora.until(({ service }) => (service.fault === 'down' ? service : undefined));
    await page.act('bora', command('/backup-status 1005'));
    await bora.until(saying('The service cannot be reached.'));
    expect(await page.control({ kind: 'service-fault', fault: 'none' })).toEqual(ok);
    await page.act('bora', command('/backup-status 1005'));
    await bora.until(saying('1005 · Online'));
  });

  test('a day later backups are late, until they run again', async () => {
    const ada = await page.follow('ada');
    await page.control({ kind: 'advance-clock', minutes: 24 * 60 });
    await page.act('ada', command('/backup-status 1001'));
    await ada.until(saying('Late: '));
    expect(await page.control({ kind: 'run-backups' })).toEqual(ok);
    await page.control({ kind: 'advance-clock', minutes: 1 });
    await page.act('ada', command('/backup-status 1001'));
    await ada.until(saying('Backups are fine.'));
    await page.control({ kind: 'reset-clock' });
    await page.control({ kind: 'run-backups' });
  });

  test('the language of somebody’s Slack, which the bot learns when it asks again', async () => {
    const [ada, bora] = [await page.follow('ada'), await page.follow('bora')];
    expect(await page.control({ kind: 'set-locale', person: 'ada', locale: 'tr-TR' })).toEqual(ok);
    const { clock } = await ada.until((state) => (state.person.locale === 'tr-TR' ? state : undefined));
    expect(clock.offsetMinutes).toBe(5);
    expect((await bora.until((state) => state)).person.locale).toBe('en-GB');
    expect(await page.control({ kind: 'set-locale', person: 'ada', locale: 'en-GB' })).toEqual(ok);
    expect(await page.control({ kind: 'set-locale', person: 'nobody', locale: 'en-GB' })).toMatchObject({
      ok: false,
    });
  });

  test('the clocks of Slack and the service go ahead together, and come back', async () => {
    const ada = await page.follow('ada');
    expect(await page.control({ kind: 'advance-clock', minutes: 90 })).toEqual(ok);
    expect(await page.control({ kind: 'advance-clock', minutes: 30 })).toEqual(ok);
    await ada.until(({ clock }) => (clock.offsetMinutes === 120 ? clock : undefined));
    const beforeMs = Date.now();
    await page.act('ada', command('/backup-status help'));
    const help = await ada.until(saying('/backup-status 1001 share'));
    expect(help.atMs).toBeGreaterThanOrEqual(beforeMs + 120 * 60_000);
    await page.control({ kind: 'reset-clock' });
    await ada.until(({ clock }) => (clock.offsetMinutes === 0 ? clock : undefined));
  });

  test('the token expires: the bot logs in again by itself', async () => {
    const ada = await page.follow('ada');
    await page.act('ada', command('/backup-status 1001'));
    const before = await ada.until(({ service }) => (service.counts?.logins ? service.counts : undefined));
    expect(await page.control({ kind: 'expire-token' })).toEqual(ok);
    await page.act('ada', command('/backup-status 1002'));
    await ada.until(({ service }) => (service.counts?.logins === before.logins + 1 ? service : undefined));
  });

  test('sockets are told to leave, and the bot comes back with new ones', async () => {
    const before = page.sandbox.slack.connectedSockets();
    const connectionsBefore = opens();
    expect(await page.control({ kind: 'refresh-socket' })).toEqual(ok);
    await page.sandbox.slack.waitFor(() => (opens() > connectionsBefore ? true : undefined));
    await page.sandbox.slack.waitForSockets(before);
  });

  const opens = () =>
    page.sandbox.slack.traffic.filter(
      (record) => record.kind === 'api' && record.method === 'apps.connections.open',
    ).length;
});

test('the traffic of all three shows, acknowledged, and without secrets', async () => {
  const ada = await page.follow('ada');
  await page.control({ kind: 'expire-token' });
  await page.act('ada', command('/backup-status 1007'));
  await ada.until(saying('1007 · Online'));
  const find = (start: string) =>
    [...ada.traffic.values()].findLast(({ summary }) => summary.startsWith(start));
  await vi.waitFor(() => {
    expect(find('/backup-status 1007')).toMatchObject({
      summary: '/backup-status 1007 (slash_commands) ok',
      direction: 'to-bot',
      ms: expect.any(Number),
    });
    expect(find('GET /api/v1/general-info?id=1007')).toMatchObject({
      summary: 'GET /api/v1/general-info?id=1007 200',
      direction: 'service',
      ms: expect.any(Number),
    });
    expect(find('POST /api/')).toMatchObject({ direction: 'service', ms: expect.any(Number) });
    expect(find('apps.connections.open')).toMatchObject({ direction: 'from-bot' });
  });
  const { slack, service } = page.sandbox;
  const all = JSON.stringify([...ada.traffic.values()]);
  for (const secret of [
    slack.botToken,
    slack.appToken,
    slack.signingSecret,
    service?.password ?? 'none',
    'eyJ',
  ]) {
    expect(all).not.toContain(secret);
  }
});

test('a service of one’s own is shown, and cannot be switched', async () => {
  const { slack, clock, transport } = page.sandbox;
  const own = await startPage({
    sandbox: {
      slack,
      clock,
      transport,
      onServed: () => () => {},
      runBackups() {},
      service: undefined,
      serviceUrl: 'http://own/api',
    },
    port: 0,
  });
  try {
    const { service } = await (await followEvents(own.url, 'ada')).until((state) => state);
    expect(service).toEqual({
      isReference: false,
      url: 'http://own/api',
      accounts: [],
      fault: 'none',
      counts: null,
    });
    for (const control of [{ kind: 'service-fault', fault: 'down' }, { kind: 'expire-token' }]) {
      const { status, body } = await ask(new URL('/control', own.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(control),
      });
      expect([status, JSON.parse(body)]).toEqual([
        200,
        { ok: false, error: 'The service is your own: it cannot be switched from here.' },
      ]);
    }
  } finally {
    await own.close();
  }
});

test('closing ends the streams', async () => {
  const short = await startPage({ sandbox: page.sandbox, port: 0 });
  const { response } = await followEvents(short.url, 'ada');
  const ended = new Promise((resolve) => response.once('close', resolve));
  await short.close();
  await ended;
  // What happens afterwards has nobody to tell, and breaks nothing.
  expect(await page.act('bora', command('/backup-status help'))).toEqual(ok);
});

test('a port that is taken is said', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(startPage({ sandbox: page.sandbox, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  taken.close();
});
