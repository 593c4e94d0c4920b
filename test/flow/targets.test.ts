import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type LocalTargets, startTargets } from '../../sandbox/targets/start-targets.ts';
import type { Settings } from '../../src/settings.ts';
import { ACKNOWLEDGE } from '../../src/slack/kit/ids.ts';
import { WATCH_FORM } from '../../src/slack/watches/watch-form.ts';
import { TEST_ALERT } from '../../src/slack/watches/watches-list.ts';
import { createTargets } from '../../src/targets/targets.ts';
import { TARGETS, type Target } from '../../src/watch/watch-list.ts';
import { captureLog } from '../support/capture-log.ts';
import { answer, reads, sees, textOf, until, warningsIn, watches } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { startOwn } from '../support/start-bot.ts';
import { startServer } from '../support/start-server.ts';
import { startWatching } from '../support/start-watching.ts';

/** 1001 is watched in #oncall with these targets. All targets are set up. */
async function start(targets: readonly Target[], changed: Readonly<Record<string, string>> = {}) {
  const local = await startOwn(startTargets({ now: () => bot.clock.now() }));
  const bot = await startWatching({ targets, settings: { ...local.settings, ...changed } });
  return {
    ...bot,
    local,
    actions: (target: Target) =>
      local.arrived.filter((call) => call.target === target).map(({ action }) => action),
  };
}

const arrived =
  ({ arrived: calls }: LocalTargets, count: number) =>
  () =>
    calls.length >= count;

test('a webhook request passes the verification in docs/operate.md', async () => {
  const text = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const [, code = ''] = /<!-- verifies -->\n```js\n(.*?)```/s.exec(text) ?? [];
  expect(code.split('\n').length).toBeLessThanOrEqual(16);
  const { verify } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly verify: (body: string, headers: IncomingHttpHeaders, secret: string) => boolean;
  };
  const received = Promise.withResolvers<readonly [body: string, headers: IncomingHttpHeaders]>();
  const { url } = await startServer(async (request, response) => {
    received.resolve([Buffer.concat(await request.toArray()).toString(), request.headers]);
    response.end();
  });
  const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
  const WEBHOOK_URL = `${url}/hook`;
  const settings = { PAGERDUTY_URL: 'https://127.0.0.1', WEBHOOK_URL, WEBHOOK_SECRET };
  const targets = createTargets(settings as Settings, Date.now, captureLog().log);
  onTestFinished(() => targets.close());
  expect((await targets.test('webhook', 'Şirket 🚨')).kind).toBe('sent');
  const [body, headers] = await received.promise;
  expect(verify(body, headers, WEBHOOK_SECRET)).toBe(true);
  expect(verify(`${body} `, headers, WEBHOOK_SECRET)).toBe(false);
  expect(verify(body, { ...headers, 'webhook-id': 'x' }, WEBHOOK_SECRET)).toBe(false);
  expect(verify(body, { ...headers, 'webhook-timestamp': '1' }, WEBHOOK_SECRET)).toBe(false);
  expect(verify(body, headers, `${WEBHOOK_SECRET.slice(0, -5)}AAAA=`)).toBe(false);
});

test('a webhook that accepts with a page of a megabyte has accepted', async () => {
  const { url } = await startServer((_request, response) => void response.end('x'.repeat(2 ** 20)));
  const settings = {
    WEBHOOK_URL: url,
    WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  } as Settings;
  const targets = createTargets(settings, Date.now, captureLog().log);
  onTestFinished(() => targets.close());
  expect(await targets.test('webhook', 'test')).toEqual({ kind: 'sent' });
});

describe('a target that a watch has chosen', () => {
  test('is called when an account becomes critical, is acknowledged, and recovers', async () => {
    const { ada, local, becomeStale, recover, timePasses, actions, alerts, operationsUrl } = await start([]);
    await watches(ada, '1001', { [WATCH_FORM.targets]: [...TARGETS] });
    await becomeStale();
    await timePasses(arrived(local, 3));
    const alert = await ada.waitFor(() => alerts().find(({ text }) => text.startsWith('🚨')));
    for (const { title, account } of local.arrived) {
      expect(alert.text.split('\n')[0]).toBe(title);
      expect([undefined, '1001']).toContain(account);
    }
    expect(new Set(local.arrived.map(({ incident }) => incident)).size).toBe(1);
    await ada.press({ actionId: ACKNOWLEDGE });
    await timePasses(arrived(local, 6));
    await recover();
    await timePasses(arrived(local, 9));
    const all = ['trigger', 'acknowledge', 'resolve'];
    expect(actions('pagerduty')).toEqual(all);
    expect(actions('webhook')).toEqual(all);
    expect(actions('ntfy')).toEqual(['trigger', 'follow-up', 'follow-up']);
    expect(local.arrived.at(-1)?.title).toMatch(/^(?:✅ .*1001|$)/u);
    const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
    expect(metrics).toContain('backup_status_alert_calls_total{call="pagerduty",result="sent"} 3');
  });

  test('is called when a watch is stopped, but not before a watch begins or while an account is quiet', async () => {
    const { ada, local, becomeStale, timePasses, passes, store, slack, clock } = await start(['pagerduty']);
    await answer(ada, 'mute 1001 3d');
    await becomeStale();
    await passes(10);
    expect(local.arrived).toEqual([]);
    await answer(ada, 'unmute 1001');
    await timePasses(arrived(local, 1));
    await store.watches.remove(slack.channels.oncall.id, ['1001'], ada.id);
    await timePasses(arrived(local, 2));
    expect(local.arrived.map(({ action }) => action)).toEqual(['trigger', 'resolve']);
    await store.watches.add({
      channelId: slack.channels.oncall.id,
      person: { teamId: slack.teamId, userId: ada.id },
      patterns: ['1001'],
      options: { minLevel: 'critical', zone: 'UTC', createdAtMs: clock.now(), targets: ['pagerduty'] },
    });
    await passes(10);
    expect(local.arrived).toHaveLength(2);
  });

  test('that is no longer chosen is told so, while Slack is still notified', async () => {
    const { ada, local, becomeStale, timePasses, passes } = await start(['ntfy']);
    await becomeStale();
    await timePasses(arrived(local, 1));
    await watches(ada, '1001', { [WATCH_FORM.targets]: [] });
    await timePasses(arrived(local, 2));
    expect(local.arrived[1]).toMatchObject({ action: 'follow-up', title: words.watches.alertsEnd('1001') });
    await passes(5);
    expect(local.arrived).toHaveLength(2);
  });

  test('is acknowledged once when a critical account is muted everywhere, or where it is watched', async () => {
    const { ada, local, becomeStale, timePasses, passes, store, slack, clock } = await start(TARGETS);
    const channelId = slack.channels.oncall.id;
    await becomeStale();
    await timePasses(arrived(local, 3));
    const untilMs = clock.now() + 10 * 60_000;
    // Elsewhere nobody watches it with targets.
    await store.watches.setQuiet(['1001'], { channelId: slack.channels.general.id, untilMs, userId: ada.id });
    await passes(5);
    expect(local.arrived).toHaveLength(3);
    await store.watches.setQuiet(['1001'], { channelId, untilMs, userId: ada.id });
    await timePasses(arrived(local, 6));
    expect(
      local.arrived
        .slice(3)
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['acknowledge', 'acknowledge', 'follow-up']);
    expect(local.arrived.slice(3).find(({ target }) => target === 'ntfy')?.title).toMatch(/^🔕 1001/u);
    await passes(15);
    await answer(ada, 'mute 1001 4h server move');
    await ada.press({ actionId: ACKNOWLEDGE });
    await answer(ada, 'unmute 1001');
    await passes(5);
    expect(local.arrived).toHaveLength(6);
  });

  test('that hangs delays neither Slack, nor another target, nor later calls', async () => {
    const bot = await start(['pagerduty', 'webhook']);
    const { ada, local, becomeStale, timePasses, actions, clock, store, slack, logLines } = bot;
    await becomeStale();
    await timePasses(arrived(local, 2));
    local.setFault('pagerduty', { kind: 'hangs' });
    await ada.press({ actionId: ACKNOWLEDGE });
    clock.advance(2_000);
    await until(ada, () => local.requested.pagerduty === 2 && actions('webhook').length === 2);
    await store.watches.remove(slack.channels.oncall.id, ['1001'], ada.id);
    clock.advance(16_000);
    await reads(ada, words.watches.stopped('1001'), 'oncall');
    await until(ada, () => actions('webhook').length === 3);
    expect(actions('webhook')).toEqual(['trigger', 'acknowledge', 'resolve']);
    // The end of the call would have been logged.
    expect(warningsIn(logLines)).toEqual([]);
    expect(actions('pagerduty')).toEqual(['trigger']);
    // Ends the call, for which a bot that stops would wait.
    await local.close();
  });

  test.each(TARGETS)('%s is called again with the same key after a lost answer', async (target) => {
    const { local, becomeStale, timePasses } = await start([target]);
    local.setFault(target, { kind: 'answer-lost' });
    await becomeStale();
    await timePasses(arrived(local, 1));
    local.setFault(target);
    await timePasses(arrived(local, 2));
    const [first, second] = local.arrived;
    expect(second).toEqual(first);
    expect(local.arrived).toHaveLength(2);
  });

  test('is called again after every failure, within two minutes of its return even if it was down for long', async () => {
    const { local, becomeStale, timePasses, passes, logLines, actions } = await start(['pagerduty']);
    const failures = () => warningsIn(logLines);
    for (const [what, fault, result] of [
      ['a wrong key', { status: 400 }, 'stopped'],
      ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'stopped'],
      ['a rate limit', { status: 429, headers: { 'retry-after': '90' } }, 'held'],
      ['a failure', { status: 503 }, 'unconfirmed'],
      ['a web page instead of an answer', { status: 200, body: '<html>' }, 'unconfirmed'],
      ['an oversized answer', { status: 202, body: 'x'.repeat(1_000_000) }, 'unconfirmed'],
    ] as const) {
      const before = failures().length;
      local.setFault('pagerduty', { kind: 'answers', ...fault });
      if (before === 0) await becomeStale();
      await timePasses(() => failures().length > before);
      expect(failures().at(-1), what).toMatchObject({ target: 'pagerduty', result });
    }
    expect(actions('pagerduty')).toEqual([]);
    await passes(20);
    local.setFault('pagerduty');
    await passes(2);
    expect(actions('pagerduty')).toEqual(['trigger']);
    expect(JSON.stringify(logLines)).not.toContain(local.settings.PAGERDUTY_ROUTING_KEY);
  });

  test('that was never reached gets no call about the recovery', async () => {
    const { local, becomeStale, recover, timePasses, passes, ada, alerts } = await start(['webhook']);
    local.setFault('webhook', { kind: 'answers', status: 401 });
    await becomeStale();
    await timePasses(() => local.requested.webhook > 0);
    await ada.waitFor(() => alerts()[0]);
    await recover();
    await timePasses(() => alerts()[0]?.text.startsWith('✅') === true);
    local.setFault('webhook');
    await passes(10);
    expect(local.arrived).toEqual([]);
  });
});

test.each(['http://127.0.0.1:1', 'https://nowhere.invalid'])(
  'a call to a target that is not reached is held, as nothing was sent: %s',
  async (url) => {
    const settings = { PAGERDUTY_ROUTING_KEY: 'key', PAGERDUTY_URL: url } as Settings;
    const targets = createTargets(settings, Date.now, captureLog().log);
    onTestFinished(() => targets.close());
    expect((await targets.test('pagerduty', 'Acme')).kind).toBe('held');
  },
);

test('a test alert is sent to the conversation and its targets, and the list says what arrived', async () => {
  const { ada, bora, local } = await start(['pagerduty', 'ntfy']);
  local.setFault('ntfy', { kind: 'answers', status: 403 });
  await ada.command('/backup-status watches');
  await sees(ada, words.buttons.watches);
  await ada.press({ actionId: TEST_ALERT });
  await sees(ada, words.watches.test.failed(['ntfy']));
  await sees(ada, 'PagerDuty');
  await reads(bora, words.watches.test.title, 'oncall');
  expect(local.arrived.map(({ target, action }) => `${target} ${action}`)).toEqual(['pagerduty trigger']);
});

describe('a test alert to a conversation', () => {
  async function tested(setup: Parameters<typeof startWatching>[0] = {}) {
    const bot = await startWatching(setup);
    const { ada } = bot;
    return {
      ...bot,
      async sendTest() {
        await ada.command('/backup-status watches', { channel: 'alerts' });
        await sees(ada, words.watches.test.button);
        await ada.press({ actionId: TEST_ALERT });
      },
    };
  }

  test.each([
    ['a channel', undefined],
    ['direct messages', 'ada'],
  ] as const)('is not posted where the settings allow no alerts: %s', async (_what, toldTo) => {
    const settings = { ALLOWED_CHANNELS: 'C0ALERTS001' };
    const { ada, oncall, callsOf, sendTest } = await tested({ toldTo, settings });
    await sendTest();
    const where = toldTo === undefined ? `<#${oncall}>` : words.watches.test.you;
    await sees(ada, words.watches.broken('closed', where));
    expect(callsOf('chat.postMessage')).toEqual([]);
  });

  test('that lacks the app says how to invite it; after that it brings the alert that waited', async () => {
    const { ada, oncall, slack, becomeStale, alerts, watched, passes, sendTest } = await tested();
    const broken = words.watches.broken('not-in-channel', `<#${oncall}>`);
    slack.changeChannel('oncall', { isBotMember: false });
    await sendTest();
    const refused = textOf(await sees(ada, broken));
    expect(refused).not.toContain(words.watches.test.failed([`<#${oncall}>`]));
    await becomeStale();
    await expect.poll(async () => (await watched())?.broken).toBe('not_in_channel');
    slack.changeChannel('oncall', { isBotMember: true });
    await ada.closeModal();
    await sendTest();
    expect(textOf(await sees(ada, words.watches.test.sent([`<#${oncall}>`])))).not.toContain(broken);
    await passes(2);
    expect(alerts().filter(({ text }) => text.startsWith('🚨 1001'))).toHaveLength(1);
  });
});

test('when no target is set up any more, the list of watches says so, and the window offers none', async () => {
  const { ada } = await startWatching({ targets: ['pagerduty'] });
  await ada.command('/backup-status watches');
  await sees(ada, words.watches.notSetUp('PagerDuty'));
  await ada.closeModal();
  await ada.command('/backup-status watch 1001');
  const view = await sees(ada, WATCH_FORM.accounts);
  expect(JSON.stringify(view)).not.toContain(WATCH_FORM.targets);
});
