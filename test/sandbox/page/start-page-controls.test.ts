import { afterEach, describe, expect, test } from 'vitest';
import { actNow, FINE, fine, halfProtected } from '../../support/phrases.ts';
import { LANGUAGE, LOCALE, words } from '../../support/reader.ts';
import { command, saying } from './support/in-channel.ts';
import { servePage } from './support/serve-page.ts';

const page = servePage();
const ok = { ok: true };
const OTHER = LANGUAGE === 'en' ? 'tr-TR' : 'en-GB';

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
    await bora.until(saying(words.failure.unavailable['no-answer'](undefined).what));
    expect(await page.control({ kind: 'service-fault', fault: 'none' })).toEqual(ok);
    await page.act('bora', command('/backup-status 1005'));
    await bora.until(saying(actNow('1005', 2)));
  });

  test('a day later backups are late, until they run again', async () => {
    const ada = await page.follow('ada');
    await page.control({ kind: 'advance-clock', minutes: 24 * 60 });
    await page.act('ada', command('/backup-status 1001'));
    await ada.until(saying(words.verdict.headline({ kind: 'bare', level: 'attention' })));
    expect(await page.control({ kind: 'run-backups' })).toEqual(ok);
    await page.control({ kind: 'advance-clock', minutes: 1 });
    await page.act('ada', command('/backup-status 1001'));
    await ada.until(saying(FINE));
    await page.control({ kind: 'reset-clock' });
    await page.control({ kind: 'run-backups' });
  });

  test('what lies in the future is gone when the clock is reset: messages, Home, and backups that ran there', async () => {
    const ada = await page.follow('ada');
    await page.act('ada', command('/backup-status 1003'));
    await ada.until(saying(fine('1003')));
    await page.control({ kind: 'advance-clock', minutes: 24 * 60 });
    await page.control({ kind: 'run-backups' });
    await page.act('ada', command('/backup-status 1002'));
    await ada.until(saying(`1002 · ${FINE}`));
    await page.act('ada', { kind: 'open-home' });
    await ada.until(({ home }) => home ?? undefined);
    expect(await page.control({ kind: 'reset-clock' })).toEqual(ok);
    const state = await ada.until((one) => (one.clock.offsetMinutes === 0 ? one : undefined));
    expect([saying('1002')(state), state.home]).toEqual([undefined, null]);
    expect(saying(fine('1003'))(state)).toBeDefined();
    await page.act('ada', command('/backup-status 1009'));
    const { atMs, text } = await ada.until(saying(fine('1009')));
    expect(text).toContain(FINE);
    expect(atMs).toBeLessThanOrEqual(Date.now());
  });

  test('backups that run change nothing about when a package ends', async () => {
    const ada = await page.follow('ada');
    await page.control({ kind: 'advance-clock', minutes: 24 * 60 });
    await page.control({ kind: 'run-backups' });
    await page.act('ada', command('/backup-status 1010'));
    await ada.until(saying(words.verdict.headline({ kind: 'package-ends-soon', daysLeft: 4 })));
  });

  test('the language of somebody’s Slack, which the bot learns when it asks again', async () => {
    const [ada, bora] = [await page.follow('ada'), await page.follow('bora')];
    expect(await page.control({ kind: 'set-locale', person: 'ada', locale: OTHER })).toEqual(ok);
    const { clock } = await ada.until((state) => (state.person.locale === OTHER ? state : undefined));
    expect(clock.offsetMinutes).toBe(5);
    expect((await bora.until((state) => state)).person.locale).toBe(LOCALE);
    expect(await page.control({ kind: 'set-locale', person: 'ada', locale: LOCALE })).toEqual(ok);
    expect(await page.control({ kind: 'set-locale', person: 'nobody', locale: LOCALE })).toMatchObject({
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

  test('a leap of the clock takes no socket from the bot, and no answer from a person who waits', async () => {
    const bora = await page.follow('bora');
    // Longer than the bot goes without asking Slack whether its sockets are alive.
    page.sandbox.service?.set({ latencyMs: 2_500 });
    const connectionsBefore = opens();
    const asked = page.act('bora', command('/backup-status 1006'));
    await expect.poll(() => page.sandbox.service?.counts.inFlight).toBe(1);
    expect(await page.control({ kind: 'advance-clock', minutes: 10 })).toEqual(ok);
    await asked;
    await bora.until(saying('⚠️ 1006 · '));
    expect(opens()).toBe(connectionsBefore);
    page.sandbox.service?.set({ latencyMs: 0 });
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
  await ada.until(saying(halfProtected('1007')));
  const find = (start: string) =>
    [...ada.traffic.values()].findLast(({ summary }) => summary.startsWith(start));
  await expect
    .poll(() => find('/backup-status 1007'))
    .toMatchObject({
      summary: '/backup-status 1007 (slash_commands) ok',
      direction: 'to-bot',
      ms: expect.any(Number),
    });
  await expect
    .poll(() => find('GET /api/v1/general-info?id=1007'))
    .toMatchObject({
      summary: 'GET /api/v1/general-info?id=1007 200',
      direction: 'service',
      ms: expect.any(Number),
    });
  await expect.poll(() => find('POST /api/')).toMatchObject({ direction: 'service', ms: expect.any(Number) });
  await expect.poll(() => find('apps.connections.open')).toMatchObject({ direction: 'from-bot' });
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
