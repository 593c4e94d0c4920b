import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { SeenMessage } from '../../sandbox/slack/client/seen.ts';
import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { ACKNOWLEDGE, HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { HOUR_MS, MINUTE_MS } from '../account/accounts.ts';
import { drawn } from '../messages/drawn.ts';
import { bothStored } from '../store/stored/open-stored.ts';
import {
  STORED_VERSIONS,
  type StoredMessage,
  type StoredVersion,
  storedFile,
} from '../store/stored/versions.ts';
import { openStore, postgresOfRun, runSql } from '../store/use-databases.ts';
import { callsOf, homeText, opens, opensHome, presses, textOf } from '../support/people.ts';
import { EARLIER_ANSWER, NOT_FOUND } from '../support/phrases.ts';
import { LOCALE, words } from '../support/reader.ts';
import { DOWN, startBot, startOwn } from '../support/start-bot.ts';
import { callApi, startSlack } from '../support/start-slack.ts';

/** The next summary of the stored 1.9.0 database. */
const EIGHT_IN_LONDON_MS = Date.UTC(2026, 4, 6, 7);

/** Sets the clock of all parts, including the caches in PostgreSQL. It runs on from there until the test ends. */
function startClock(atMs: number) {
  const machineNow = Date.now.bind(Date);
  let aheadMs = atMs - machineNow();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => machineNow() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  return {
    advance(ms: number) {
      aheadMs += ms;
    },
  };
}

/** Starts two minutes after that version ended, with its messages in Slack and the same answers of the service. */
async function upgrade(version: StoredVersion, storedUrl: (version: StoredVersion) => Promise<string>) {
  const databaseUrl = await storedUrl(version);
  const { endedAtMs } = STORED_VERSIONS[version];
  const clock = startClock(endedAtMs + 2 * MINUTE_MS);
  const slack = await startSlackWith(await messagesOf(version));
  // The bot is no longer a member there.
  slack.changeChannel('alerts', { isBotMember: false });
  // Backups last ran when they did for that version.
  let backupsMs = endedAtMs - 54 * HOUR_MS;
  const service = await startOwn(
    startBackupService({ accountsAsOf: () => ({ backupsMs, packagesMs: endedAtMs }) }),
  );
  const before = callsOf(slack, 'chat.postMessage').length;
  const bot = await startBot({ slack, service, databaseUrl, napMs: 10 });
  return {
    ...bot,
    databaseUrl,
    clock,
    /** Waits for the reads of the start: after one that had begun before, the next comes ten minutes later. */
    async runBackups() {
      const due = `select id from watched_accounts where started_attempts > 0 or due_at_ms <= ${Date.now()}`;
      await expect.poll(() => runSql(databaseUrl, due)).toEqual([]);
      backupsMs = Date.now();
    },
    /** The channel and thread of each message that the bot has posted since. */
    posts: () =>
      callsOf(slack, 'chat.postMessage')
        .slice(before)
        .map(({ args }) => `${args.channel} ${args.thread_ts}`),
    /** Moves the clock faster than real time until this is true. */
    timePasses: (isSo: () => boolean) =>
      expect
        .poll(() => {
          clock.advance(300);
          return isSo();
        })
        .toBe(true),
  };
}

async function messagesOf(version: StoredVersion): Promise<readonly StoredMessage[]> {
  return version === '1.0.0' ? [] : JSON.parse(await readFile(storedFile(version, 'messages.json'), 'utf8'));
}

/** A Slack with these messages of the bot, the oldest first. */
async function startSlackWith(messages: readonly StoredMessage[]): Promise<LocalSlack> {
  let postedAtMs: number | undefined;
  const slack = await startSlack({ now: () => postedAtMs ?? Date.now(), locale: LOCALE });
  for (const { ts, ...message } of messages) {
    postedAtMs = Math.floor(Number(ts)) * 1_000;
    expect(await callApi(slack, 'chat.postMessage', message)).toMatchObject({ ok: true, ts });
  }
  postedAtMs = undefined;
  return slack;
}

/** Resolves with the answer to a command once it contains this text. */
async function answer(person: Person, line: string, text: string): Promise<SeenMessage> {
  await person.command(`/backup-status ${line}`);
  const isAnswer = (message: SeenMessage) => message.isEphemeral && JSON.stringify(message).includes(text);
  return await person.waitFor(() => person.messages().find(isAnswer));
}

describe.each(bothStored(postgresOfRun()))('on $kind', ({ kind, storedUrl }) => {
  test.each(['1.0.0', '1.9.0'] as const)(
    'keeps pins, their names and recent look-ups of %s',
    async (version) => {
      const { ada, bora } = await upgrade(version, storedUrl);
      await opensHome(ada, 'İstanbul ofisi');
      expect(homeText(ada)).toContain({ '1.0.0': '1002', '1.9.0': '1004' }[version]);
      await opensHome(bora, "Bob's");
      expect(homeText(bora)).not.toContain('İstanbul ofisi');
      await answer(bora, "bob's", "Bob's (1001)");
      await answer(ada, 'help', '1003');
    },
  );

  test('keeps watches, patterns, the summary, the broken channel, accounts and their history of 1.9.0', async () => {
    const { ada, bora, slack } = await upgrade('1.9.0', storedUrl);
    const { list, patternOf } = words.watches;
    await opens(ada, 'watches', list.yours);
    expect(textOf(ada.modal())).toMatch(/🚨 Defter Muhasebe \(1003\)/);
    expect(textOf(ada.modal())).toContain(words.buttons.summary);
    expect(textOf(ada.modal())).toContain('08:00');
    expect(textOf(ada.modal()).toLowerCase()).toContain(patternOf('*').toLowerCase());
    await ada.closeModal();
    await opens(bora, 'watches', list.yours, { channel: 'alerts' });
    expect(textOf(bora.modal())).toContain('20*');
    const alerts = `<#${slack.channels.alerts.id}>`;
    expect(textOf(bora.modal())).toContain(words.watches.broken('not-in-channel', alerts));
    // Found by the pattern `100?`.
    for (const id of ['1001', '1003']) expect(textOf(bora.modal())).toContain(`(${id})`);
    await bora.closeModal();
    await opensHome(bora, words.watches.broken('not-in-channel', `<#${slack.channels.alerts.id}>`));

    // The list of accounts, with a retired one.
    await opensHome(ada, HOME_ACTIONS.accounts);
    await presses(ada, { actionId: HOME_ACTIONS.accounts }, 'Anadolu Optik (2004)');
    expect(textOf(ada.modal())).not.toContain('2009');
    await ada.closeModal();
    await answer(ada, 'anadolu', 'Anadolu Optik (2004)');
    await answer(ada, 'çiğdem', NOT_FOUND);

    const { blocks } = await answer(ada, 'history 1001', words.history.incidents);
    const lines = drawn(blocks);
    const incidents = lines.slice(lines.indexOf(words.history.incidents) + 1);
    const began = (hoursAgo: number) =>
      `<!date^${(STORED_VERSIONS['1.9.0'].endedAtMs - hoursAgo * HOUR_MS) / 1_000}^`;
    expect(incidents[0]).toContain(began(33));
    expect(incidents[0]).toContain(words.history.stillOpen);
    expect(incidents[1]).toContain(began(85));
    expect(incidents[1]).toContain('29');
  });

  test('posts nothing before the next summary; open alerts can be acknowledged, and are edited after a recovery', async () => {
    const { ada, bora, clock, databaseUrl, posts, runBackups, timePasses } = await upgrade(
      '1.9.0',
      storedUrl,
    );
    const alerts = (await messagesOf('1.9.0')).filter(({ text }) => text.startsWith('🚨'));
    const seen = () => [...ada.messages(), ...bora.messages('direct')];
    const now = ({ channel, ts }: StoredMessage) =>
      seen().find((one) => one.channelId === channel && one.ts === ts);
    const [older, newer] = alerts.filter(({ channel }) => channel === 'C0ONCALL001');
    if (older === undefined || newer === undefined) throw new Error('there are two in the channel');
    await ada.press({ actionId: ACKNOWLEDGE, messageTs: newer.ts });
    await timePasses(() => JSON.stringify(now(newer)?.blocks).includes(ada.id));
    await timePasses(() => now(older)?.text.startsWith('⤵️') === true);
    expect(JSON.stringify(now(older)?.blocks)).toContain(bora.id);
    const inChannels = () => posts().filter((post) => post.endsWith('undefined'));
    expect(inChannels()).toEqual([]);
    // Another process watches until the summary is due.
    const { watchStore } = await openStore(databaseUrl);
    for (let atMs = Date.now(); atMs < EIGHT_IN_LONDON_MS; atMs += 10 * MINUTE_MS)
      await watchStore.tick(atMs);
    clock.advance(EIGHT_IN_LONDON_MS - Date.now());
    await timePasses(() => inChannels().length > 0);
    expect(inChannels()).toEqual(['C0ONCALL001 undefined']);
    expect(ada.messages('oncall').at(-1)?.text).toMatch(/^☀️ /);
    await runBackups();
    clock.advance(11 * MINUTE_MS);
    // One current alert remains in each conversation.
    const living = [...new Map(alerts.map((alert) => [alert.channel, alert])).values()];
    await timePasses(() => living.every((alert) => now(alert)?.text.startsWith('✅')));
    expect(inChannels()).toHaveLength(1);
    const before = posts().length;
    clock.advance(MINUTE_MS);
    await timePasses(() => posts().length >= before + living.length);
    const threads = living.map(({ channel, ts }) => `${channel} ${ts}`);
    expect(posts().slice(before).toSorted()).toEqual(threads.toSorted());
  });

  test('keeps pins, owners and one current alert of 2.0.0-alpha', async () => {
    const { ada, bora, clock, databaseUrl, runBackups, timePasses } = await upgrade('2.0.0-alpha', storedUrl);
    const posted = await runSql(databaseUrl, `select posted from channels where id = 'C0ONCALL001'`);
    expect(JSON.parse(String(posted[0]?.posted))).toMatchObject({ downtimeFromMs: 1778000400000 });
    await opensHome(ada, 'İstanbul ofisi');
    await answer(bora, '1003', `"${ada.id}"`);
    await opens(bora, 'watches', words.buttons.summary);
    const alerts = () => ada.messages('oncall').filter(({ text }) => /^(?:🚨|✅|⤵️)/u.test(text));
    expect(alerts()).toHaveLength(1);
    await runBackups();
    clock.advance(11 * MINUTE_MS);
    await timePasses(() => alerts()[0]?.text.startsWith('✅') === true);
    expect(alerts()).toHaveLength(1);
  });

  // With SQLite last answers are only in memory.
  if (kind === 'PostgreSQL')
    test('shows the last answers of 1.9.0 while the service is down', async () => {
      const { ada, service } = await upgrade('1.9.0', storedUrl);
      service.addFault(DOWN);
      const { text } = await answer(ada, '1003', EARLIER_ANSWER);
      expect(text).toContain('Defter Muhasebe (1003)');
    });
});
