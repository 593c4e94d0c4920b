import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../src/slack/kit/ids.ts';
import { card, homeText, seesAtHome } from '../support/people.ts';
import { readSamples } from '../support/read-samples.ts';
import { words } from '../support/reader.ts';
import { HOUR_MS, startWatching } from '../support/start-watching.ts';

test.each([
  ['in a channel', undefined],
  ['to a person', 'ada'],
] as const)(
  'a watched account without a new backup is alerted once %s; its recovery edits the alert and adds a line in its thread',
  async (_where, toldTo) => {
    const { ada, alerts, becomeStale, recover, timePasses, callsOf } = await startWatching({ toldTo });
    await becomeStale();
    const alert = await ada.waitFor(() => alerts()[0]);
    expect(alert.text).toMatch(/^🚨 1001/);
    await recover();
    const replies = () => alerts().filter(({ threadTs }) => threadTs === alert.ts);
    await timePasses(() => replies().length > 0);
    const [reply] = replies();
    expect(reply?.text).toMatch(/^✅ .*1001/);
    expect(alerts().map(({ text }) => text)).toEqual([expect.stringMatching(/^✅/), reply?.text]);
    const posts = callsOf('chat.postMessage').map(({ args }) => args);
    expect(posts).toHaveLength(2);
    expect(posts[0]).toMatchObject({ unfurl_links: 'false', unfurl_media: 'false', parse: 'none' });
  },
);

test('an alert about an account that gets better says what it still needs, and that it is fine only when it is', async () => {
  const { ada, alerts, becomeStale, recover, timePasses, clock, ran } = await startWatching();
  await becomeStale();
  await ada.waitFor(() => alerts()[0]);
  ran.atMs = clock.now() - 30 * HOUR_MS;
  await timePasses(() => !alerts()[0]?.text.startsWith('🚨'));
  expect(alerts().map(({ text }) => text)).toEqual([expect.stringMatching(/^⚠️ 1001/u)]);
  await recover();
  await timePasses(() => alerts().length > 1);
  expect(alerts().map(({ text }) => text)).toEqual(Array(2).fill(expect.stringMatching(/^✅/u)));
});

test('a watched account is read without an audit line, and not counted among look-ups', async () => {
  const { becomeStale, ada, alerts, logLines, operationsUrl } = await startWatching();
  await becomeStale();
  await ada.waitFor(() => alerts()[0]);
  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
  expect(metrics).toMatch(/^backup_status_watch_reads_total\{result="found"\} [1-9]/m);
  expect(metrics).not.toContain('backup_status_lookups_total{');
  expect(metrics).toContain('backup_status_alert_calls_total{call="post",result="sent"} 1');
  expect(metrics).toContain('backup_status_watched_accounts{level="critical"} 1');
  const accounts = readSamples(await (await fetch(`${operationsUrl}/metrics/accounts`)).text());
  expect(accounts).toMatchObject({
    'backup_status_account_verdict{account=1001}': 2,
    'backup_status_account_last_backup_timestamp_seconds{account=1001,backup=folders}': expect.any(Number),
    'backup_status_account_last_read_timestamp_seconds{account=1001}': expect.any(Number),
  });
  expect(logLines.filter(({ audit }) => audit)).toEqual([]);
  const ready = (await (await fetch(`${operationsUrl}/readyz`)).json()) as {
    parts: Record<string, unknown>;
  };
  expect(ready.parts.watch).toMatchObject({ ok: true, accounts: 1, brokenChannels: 0 });
});

describe('when Slack', () => {
  test('loses its answer, the same alert is posted again', async () => {
    const { ada, alerts, becomeStale, slack, timePasses, callsOf } = await startWatching();
    slack.addFault({ kind: 'lost' }, { method: 'chat.postMessage', next: 1 });
    await becomeStale();
    await ada.waitFor(() => alerts()[0]);
    await timePasses(() => alerts().length === 2);
    const [lost, again] = callsOf('chat.postMessage');
    expect(again?.args).toEqual(lost?.args);
  });

  test.each([
    ['asks for a pause', { kind: 'rate-limited', retryAfterSeconds: 40 }, 'held'],
    ['is away', { kind: 'status', status: 503 }, 'unconfirmed'],
  ] as const)('%s, the channel is notified of a stopped watch afterwards', async (_what, fault, result) => {
    const { ada, alerts, slack, timePasses, callsOf, operationsUrl } = await startWatching();
    slack.addFault(fault, { method: 'chat.postMessage', next: 1 });
    await ada.command('/backup-status unwatch 1001');
    await slack.waitFor(() => callsOf('chat.postMessage')[0]);
    const shown = words.watches.stopped('1001');
    expect(alerts().map(({ text }) => text)).toEqual([words.watches.stoppedForYou('1001')]);
    await timePasses(() => alerts().some(({ text }) => text.endsWith(shown)));
    expect(alerts().map(({ blocks }) => JSON.stringify(blocks))).toContainEqual(
      expect.stringContaining(ada.id),
    );
    expect(callsOf('chat.postMessage')).toHaveLength(2);
    const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
    expect(metrics).toContain(`backup_status_alert_calls_total{call="post",result="${result}"} 1`);
  });

  test('keeps the app out of the channel, Home and the creator of the watch say why, and alerts resume after an invitation', async () => {
    const { ada, alerts, slack, becomeStale, clock, watched, logLines } = await startWatching();
    await ada.command('/remove @backup-status');
    await becomeStale();
    await expect.poll(async () => (await watched())?.broken).toBe('not_in_channel');
    expect(logLines).toContainEqual(
      expect.objectContaining({ msg: 'a channel accepts no alerts', reason: 'not_in_channel' }),
    );
    const inHome = words.watches.broken('not-in-channel', `<#${slack.channels.oncall.id}>`);
    // There a test alert spares the hour after an invitation, and the watches of a deleted channel are stopped.
    expect(inHome).toMatch(/\/backup-status (?:watches|izlenenler)[. ]/);
    expect(inHome).toContain(words.watches.test.button);
    await ada.openHome();
    await seesAtHome(ada, inHome);
    const told = () => ada.messages('direct').map(({ text }) => text.split('\n', 1)[0]);
    await expect.poll(told).toEqual([`🔌 ${inHome}`]);
    await ada.command('/invite @backup-status');
    clock.advance(24 * HOUR_MS);
    const alert = await ada.waitFor(() => alerts().find(({ text }) => text.startsWith('🚨')));
    expect(alert.text).toContain('1001');
    await expect.poll(async () => (await watched())?.broken).toBeUndefined();
    await ada.openHome();
    await ada.waitFor(() => (homeText(ada).includes(inHome) ? undefined : true));
    expect(told()).toHaveLength(1);
  });

  test('may not post in the channel by the settings, the creator of the watch reads that', async () => {
    const { ada, slack, becomeStale } = await startWatching({
      settings: { ALLOWED_CHANNELS: 'C0ALERTS001,direct,home' },
    });
    await becomeStale();
    const told = () => ada.messages('direct').map(({ text }) => text.split('\n', 1)[0]);
    const closed = words.watches.broken('closed', `<#${slack.channels.oncall.id}>`);
    await expect.poll(told).toEqual([`🔌 ${closed}`]);
    expect(closed).toMatch(/settings|ayarlar/);
  });

  test.each(['block_mismatch', 'edit_window_closed', 'cant_update_message'])(
    'refuses for good to edit the alert (%s), the recovery is a line in its thread',
    async (code) => {
      const { ada, alerts, slack, becomeStale, recover, timePasses } = await startWatching();
      await becomeStale();
      const alert = await ada.waitFor(() => alerts()[0]);
      slack.addFault({ kind: 'error', code }, { method: 'chat.update' });
      await recover();
      await timePasses(() => alerts().length > 1);
      expect(alerts().at(-1)).toMatchObject({ threadTs: alert.ts, text: expect.stringMatching(/^✅/) });
    },
  );

  test('no longer has the alert, a line for its thread is not posted in the channel', async () => {
    const { ada, alerts, slack, becomeStale, passes } = await startWatching();
    await becomeStale();
    const { ts } = await ada.waitFor(() => alerts()[0]);
    await card(ada, '1001');
    slack.deleteMessage(ts);
    await ada.press({ actionId: ACTIONS.acknowledge });
    await passes(3);
    const inChannel = alerts().filter(({ isEphemeral, threadTs }) => !isEphemeral && !threadTs);
    expect(inChannel.map(({ text }) => text)).toEqual([expect.stringMatching(/^🚨 1001/u)]);
  });

  test.each([
    ['chat.postMessage', 'restricted_action_thread_locked', undefined],
    ['chat.postMessage', 'restricted_action_non_threadable_channel', undefined],
    // As after the app was created again: its direct messages are others.
    ['chat.update', 'channel_not_found', 'ada'],
  ] as const)(
    'refuses %s on an old alert with %s, the next alert is posted as ever',
    async (method, code, toldTo) => {
      const { ada, alerts, slack, becomeStale, recover, passes, watched, callsOf } = await startWatching({
        toldTo,
      });
      await becomeStale();
      await ada.waitFor(() => alerts()[0]);
      slack.addFault({ kind: 'error', code }, { method, next: 1 });
      await recover();
      await passes(3);
      expect(callsOf(method)).toHaveLength(method === 'chat.update' ? 1 : 2);
      expect((await watched())?.broken).toBeUndefined();
      expect(ada.messages('direct')).toHaveLength(toldTo === undefined ? 0 : 1);
      await becomeStale();
      await ada.waitFor(() => alerts().filter(({ text }) => text.startsWith('🚨 1001'))[toldTo ? 1 : 0]);
    },
  );

  test('has not granted chat:write, nothing is posted, and an error says why', async () => {
    const { alerts, becomeStale, watched, logLines, slack, callsOf } = await startWatching({
      scopes: ['commands', 'users:read'],
    });
    await becomeStale();
    await slack.waitFor(() => callsOf('chat.postMessage')[0]);
    await expect
      .poll(() => logLines.filter(({ error }) => error === 'missing_scope'))
      .toMatchObject([{ level: 50 }]);
    expect(alerts()).toEqual([]);
    expect((await watched())?.broken).toBeUndefined();
  });

  test('refuses the bot token, the alert follows once Slack accepts it, without a request', async () => {
    const { alerts, becomeStale, slack, timePasses, operationsUrl } = await startWatching();
    slack.addFault({ kind: 'error', code: 'invalid_auth' });
    await becomeStale();
    const stopped = 'backup_status_alert_calls_total{call="post",result="stopped"} 1';
    await expect.poll(async () => (await fetch(`${operationsUrl}/metrics`)).text()).toContain(stopped);
    expect(alerts()).toEqual([]);
    slack.clearFaults();
    await timePasses(() => alerts().length === 1);
    expect(alerts()[0]?.text).toMatch(/^🚨 1001/);
  });

  test('cannot draw the message, it is posted as plain text', async () => {
    const { ada, alerts, becomeStale, slack } = await startWatching();
    slack.addFault({ kind: 'error', code: 'invalid_blocks' }, { method: 'chat.postMessage', next: 1 });
    await becomeStale();
    const alert = await ada.waitFor(() => alerts()[0]);
    expect([alert.text.slice(0, 7), alert.blocks]).toEqual(['🚨 1001', []]);
  });
});
