import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPage } from '../../../sandbox/page/start-page.ts';
import { fine } from '../../support/phrases.ts';
import { ask, post } from './support/ask.ts';
import { followEvents } from './support/follow-events.ts';
import { command, saying } from './support/in-channel.ts';
import { servePage } from './support/serve-page.ts';

const page = servePage();
const ok = { ok: true };

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
        { name: 'alerts', isMember: true },
        { name: 'partners', isMember: true },
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
    const card = await ada.until(saying(fine('1001')));
    expect(card).toMatchObject({ isEphemeral: true, authorName: 'Backup Status', channelId: 'C0ONCALL001' });
    expect(card.atMs).toBe(Math.floor(Number(card.ts) * 1000));
    expect(await page.act('ada', command('/backup-status 1003 share'))).toEqual(ok);
    expect((await bora.until(saying(fine('1003')))).isEphemeral).toBe(false);
    await bora.until((state) => (saying(fine('1001'))(state) ? undefined : state));
  });

  test('is another for a guest and for somebody of another organisation', async () => {
    const channelsOf = async (person: string) =>
      (await page.follow(person)).until(({ channels }) =>
        channels.map(({ name, isMember, messages }) => (isMember ? name : [name, messages])),
      );
    expect(await channelsOf('guest')).toEqual([
      'oncall',
      ['general', []],
      ['alerts', []],
      ['partners', []],
      'direct',
    ]);
    expect(await channelsOf('outsider')).toEqual([
      ['oncall', []],
      ['general', []],
      ['alerts', []],
      'partners',
    ]);
  });

  test('nobody of that name: 404', async () => {
    const { status, body } = await ask(new URL('/events?person=gone', page.url));
    expect([status, JSON.parse(body)]).toEqual([404, { ok: false, error: 'There is nobody called "gone"' }]);
  });
});

describe('a service of one’s own', () => {
  test('is shown, and cannot be switched', async () => {
    const own = await startOwn();
    const { service } = await (await followEvents(own.url, 'ada')).until((state) => state);
    expect(service).toEqual({
      isReference: false,
      url: 'http://own/api',
      accounts: [],
      fault: 'none',
      counts: null,
    });
    for (const control of [{ kind: 'service-fault', fault: 'down' }, { kind: 'expire-token' }]) {
      const { status, body } = await post(new URL('control', own.url), control);
      expect([status, JSON.parse(body)]).toEqual([
        200,
        { ok: false, error: 'The service is your own: it cannot be switched from here.' },
      ]);
    }
  });

  test('is asked only by those who know the secret in the address of the page', async () => {
    const [own, other] = [await startOwn(), await startOwn()];
    const { origin, pathname } = new URL(own.url);
    expect(pathname).toMatch(/^\/[0-9a-f]{32}\/$/);
    expect(new URL(other.url).pathname).not.toBe(pathname);
    const help = { person: 'ada', act: command('/backup-status help') };
    for (const wrong of ['/', `/${'0'.repeat(32)}/`, pathname.toUpperCase(), new URL(other.url).pathname]) {
      const at = (path: string) => new URL(`${wrong}${path}`, origin);
      for (const path of ['', 'app.js', 'app.css', 'events?person=ada'])
        expect((await ask(at(path))).status).toBe(403);
      expect((await post(at('act'), help)).status).toBe(403);
      expect((await post(at('control'), { kind: 'advance-clock', minutes: 1 })).status).toBe(403);
    }
    for (const path of ['', 'app.js', 'app.css'])
      expect((await ask(new URL(path, own.url))).status).toBe(200);
    expect(await post(new URL('act', own.url), help)).toMatchObject({ status: 200, body: '{"ok":true}' });
  });

  async function startOwn() {
    const { slack, clock, transport } = page.sandbox;
    const own = await startPage({
      sandbox: {
        slack,
        clock,
        transport,
        onServed: () => () => {},
        runBackups() {},
        clockIsSet: async () => {},
        resetClock() {},
        service: undefined,
        serviceUrl: 'http://own/api',
      },
      port: 0,
    });
    onTestFinished(() => own.close());
    return own;
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
