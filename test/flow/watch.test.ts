import type { KnownBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACKNOWLEDGE, ALERT_VIEW, STOP_WATCH, TARGETS, WATCH_FORM } from '../../src/slack/kit/ids.ts';
import { MAX_WATCHES } from '../../src/watch/watch-list.ts';
import { drawn } from '../messages/drawn.ts';
import { ownerOf, watchIn } from '../support/home-of.ts';
import { putAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import type { Transport } from '../support/slack-settings.ts';
import { type BotSetup, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

const SCOPES = ['commands', 'users:read', 'chat:write'];
const { form, list, problem } = words.watches;

async function startWatching(
  transport: Transport,
  setup: Partial<BotSetup> = {},
  listed: readonly { id: string; name: string }[] = [],
) {
  const kept = await startStore();
  await kept.accountList.take(listed);
  const bot = await startBot({
    ...setup,
    transport,
    store: { ...kept, close: async () => {} },
    slackOptions: { scopes: SCOPES },
  });
  return { ...bot, store: kept, oncall: bot.slack.channels.oncall.id };
}

const shown = (person: Person) => drawn((person.modal()?.blocks ?? []) as readonly KnownBlock[]).join('\n');
const sees = (person: Person, text: string) =>
  person.waitFor(() => (shown(person).includes(text) ? true : undefined));
const audits = (logLines: readonly Readonly<Record<string, unknown>>[]) =>
  logLines.filter(({ msg }) => msg === 'watches').map(({ by, result }) => `${by}: ${result}`);

describe('watching', () => {
  const transport = 'socket';
  test('a watch is made in a window that is filled in, and the channel reads who made it', async () => {
    const names = [{ id: '1004', name: 'Bell & Co <old>' }];
    const { ada, bora, store, oncall, logLines } = await startWatching(transport, {}, names);
    await ada.command('/backup-status watch 1004 1001');
    await ada.waitFor(() => ada.modal());
    await ada.submit();
    await sees(ada, form.saved(`<#${oncall}>`));
    const posted = await bora.waitFor(() => bora.messages().find(({ text }) => text.includes('1004')));
    const lines = drawn(posted.blocks as readonly KnownBlock[]);
    const bell = 'Bell & Co <old> (1004)';
    expect(lines[0]).toBe(`{user} ${words.watches.started([bell, '1001'], 0)}`);
    expect(lines.slice(1)).toEqual([
      words.watches.alreadyBad,
      expect.stringMatching(/^• 🚨 Bell & Co <old> \(1004\) · /),
      `~ ${words.watches.minLevel.critical}`,
      `[${words.buttons.acknowledge}] [${words.buttons.seeAll}]`,
    ]);
    const listed = async () => (await store.watches.list([oncall]))[0];
    const rows = async () =>
      (await listed())?.watches.map((one) => [one.pattern, one.terms.minLevel, one.state?.level]);
    await expect.poll(rows).toEqual([
      ['1001', 'critical', 'healthy'],
      ['1004', 'critical', 'critical'],
    ]);
    const watched = await listed();
    expect(JSON.stringify(watched)).not.toContain('@');
    expect(watched?.watches[0]?.terms.zone).toMatch(/^\w+\/\w+$/);
    await bora.press({ actionId: ACKNOWLEDGE, value: '1004' });
    const answer = await bora.waitFor(() => bora.messages().find(({ isEphemeral }) => isEphemeral));
    expect(drawn(answer.blocks as readonly KnownBlock[])).toEqual([words.watches.taken([bell], 0)]);
    expect(await store.watches.seen('1004')).toMatchObject({ owner: { userId: bora.id } });
    const taken = await ada.waitFor(() =>
      ada.messages().find(({ ts, isEdited }) => ts === posted.ts && isEdited),
    );
    expect(drawn(taken.blocks as readonly KnownBlock[])).toEqual([
      ...lines.slice(0, -1),
      `👀 {user} ${words.alert.tookOver([bell], 0)}`,
      `[${words.buttons.seeAll}]`,
    ]);
    await bora.press({ actionId: ALERT_VIEW.seeAll });
    await sees(bora, `<@${bora.id}>`);
    await expect
      .poll(() => audits(logLines))
      .toEqual(['watch: opened', 'watch: saved', 'take-over: taken', 'alert: opened']);
  });

  test('for oneself: a direct message, and Home counts it', async () => {
    const { ada, bora, store } = await startWatching(transport);
    await ada.openHome();
    await ada.command('/backup-status watch 1001', { channel: 'direct' });
    await ada.waitFor(() => ada.modal());
    await ada.submit({ [WATCH_FORM.target]: TARGETS.me, [WATCH_FORM.when]: 'attention' });
    await sees(ada, form.savedForMe);
    await ada.closeModal();
    await ada.waitFor(() =>
      ada.messages('direct').find(({ text }) => text.startsWith(words.watches.startedForYou(['1001'], 0))),
    );
    expect(bora.messages().map(({ text }) => text)).toEqual([]);
    const [mine] = await store.watches.list([ada.id]);
    expect(mine?.watches.map(({ terms }) => terms.minLevel)).toEqual(['attention']);
    const level = async () => (await store.watches.workspace(['1001'])).accounts[0]?.level;
    await expect.poll(level).toBe('healthy');
    await ada.openHome();
    await ada.waitFor(() =>
      drawn((ada.home()?.blocks ?? []) as readonly KnownBlock[]).find((line) =>
        line.includes(words.home.lead({ kind: 'fine', count: 1, total: 1 })),
      ),
    );
    await ada.press({ actionId: 'home_watches' });
    await sees(ada, list.yours);
    expect(shown(ada)).toContain('✅ 1001');
  });

  test('in a channel that the app is not in there is no watch; invited, the same form is saved', async () => {
    const { ada, slack, store } = await startWatching(transport);
    const general = slack.channels.general.id;
    await ada.command('/backup-status watch 1004', { channel: 'general' });
    await ada.waitFor(() => ada.modal());
    await ada.submit();
    await sees(ada, problem.closed('not-in-channel').next);
    expect(await store.watches.list([general])).toEqual([]);
    await ada.command('/invite @backup-status', { channel: 'general' });
    await ada.submit();
    await sees(ada, form.saved(`<#${general}>`));
    expect(await store.watches.list([general])).toHaveLength(1);
  });

  test('what is none of our accounts, and a form without a channel, are said above the form', async () => {
    const { ada, store, oncall } = await startWatching(transport);
    await ada.command('/backup-status watch 99999');
    await ada.waitFor(() => ada.modal());
    await ada.submit();
    await sees(ada, words.failure['not-found']('99999').what);
    await ada.submit({ [WATCH_FORM.accounts]: 'help' });
    await sees(ada, problem.noAccounts.what);
    expect(await store.watches.list([oncall])).toEqual([]);
    await ada.closeModal();
    // One that another organisation shares is not offered, so the form begins without it.
    await ada.command('/backup-status watch 1001', { channel: 'partners' });
    await ada.waitFor(() => ada.modal());
    await ada.submit();
    await sees(ada, problem.noChannel.what);
  });

  test('where a place is full the window says so and nothing is posted, but what it has can be saved', async () => {
    const { ada, store, oncall } = await startWatching(transport);
    const patterns = ['1001', ...Array.from({ length: MAX_WATCHES - 1 }, (_, index) => `${index}*`)];
    await watchIn(store, ada, oncall, patterns);
    await ada.command('/backup-status watch 1004');
    await ada.waitFor(() => ada.modal());
    await ada.submit();
    await sees(ada, problem.limit(MAX_WATCHES).what);
    expect(ada.messages()).toEqual([]);
    await ada.submit({ [WATCH_FORM.accounts]: '1001', [WATCH_FORM.when]: 'attention' });
    await sees(ada, form.saved(`<#${oncall}>`));
    const [here] = await store.watches.list([oncall]);
    expect(here?.watches).toContainEqual(
      expect.objectContaining({ pattern: '1001', terms: expect.objectContaining({ minLevel: 'attention' }) }),
    );
  });

  test('a slow service: the window says so and is filled in later', async () => {
    const { ada, service, oncall } = await startWatching(transport, {
      lookup: { inlineWithinMs: 20 },
    });
    await ada.command('/backup-status watch 1004');
    await ada.waitFor(() => ada.modal());
    const answer = service.hold();
    await ada.submit();
    await sees(ada, form.saving);
    answer();
    await sees(ada, form.saved(`<#${oncall}>`));
  });

  test('unwatch stops it, says so to the person and to the channel', async () => {
    const { ada, bora, store, oncall, logLines } = await startWatching(transport);
    await watchIn(store, bora, oncall, ['1004', '1007']);
    await ada.command('/backup-status unwatch 1004');
    await ada.waitFor(() =>
      ada.messages().find(({ text }) => text === words.watches.stoppedForYou(['1004'], 0)),
    );
    await bora.waitFor(() =>
      bora.messages().find(({ text }) => text.includes(words.watches.stopped(['1004'], 0))),
    );
    expect((await store.watches.list([oncall]))[0]?.watches.map(({ pattern }) => pattern)).toEqual(['1007']);
    await ada.command('/backup-status unwatch 1004');
    await ada.waitFor(() => ada.messages().find(({ text }) => text.includes(words.watches.notWatchedNext)));
    await expect.poll(() => audits(logLines)).toEqual(['unwatch: stopped', 'unwatch: not-watched']);
  });

  test('unwatch alone opens the list of what can be stopped', async () => {
    const { ada, store, oncall, logLines } = await startWatching(transport);
    await watchIn(store, ada, oncall, ['1004']);
    await ada.command('/backup-status unwatch');
    await sees(ada, '1004');
    await expect.poll(() => audits(logLines)).toEqual(['unwatch: opened']);
  });

  test('watches lists what the channel and the person watch, broken ones with the reason, each with Stop', async () => {
    const { ada, bora, store, oncall, logLines } = await startWatching(transport);
    await watchIn(store, ada, oncall, ['1004']);
    await watchIn(store, ada, ada.id, ['1001']);
    await watchIn(store, bora, bora.id, ['1007']);
    // The bot takes turns of its own.
    const breakOncall = async () => {
      await store.watchStore.makeAllDue(Date.now());
      const claim = await store.watchStore.claimChannel(Date.now());
      const end = { posted: {}, rests: true, broken: 'not_in_channel', dueAtMs: 8e15 };
      return claim?.channelId === oncall && (await store.watchStore.finishChannel(Date.now(), claim, end));
    };
    await expect.poll(breakOncall).toBe('done');
    await ada.command('/backup-status watches');
    await sees(ada, '1004');
    expect(shown(ada)).toContain('1001');
    expect(shown(ada)).not.toContain('1007');
    expect(shown(ada)).toContain(list.broken('not-in-channel'));
    await ada.press({ actionId: STOP_WATCH, value: `${oncall}:1004` });
    await ada.waitFor(() => (shown(ada).includes('1004') ? undefined : true));
    await bora.waitFor(() =>
      bora.messages().find(({ text }) => text.includes(words.watches.stopped(['1004'], 0))),
    );
    expect(await store.watches.list([oncall])).toEqual([]);
    await expect.poll(() => audits(logLines)).toEqual(['watches: opened', 'unwatch: stopped']);
  });

  test('I’m on it: the person is told at once, and the alert is theirs until it is over', async () => {
    const { ada, slack, store, oncall, logLines } = await startWatching(transport);
    const person = ownerOf(ada);
    await putAlert({ slack, store }, { channelId: oncall, accountId: '1004', person });
    const shown = (text: string) =>
      ada.waitFor(() => ada.messages().find((message) => message.text === text));
    await ada.press({ actionId: ACKNOWLEDGE });
    await shown(words.watches.taken(['1004'], 0));
    expect((await store.watches.workspace([])).accounts[0]?.owner?.userId).toBe(ada.id);
    await store.watches.remove(oncall, ['1004'], ada.id);
    await ada.press({ actionId: ACKNOWLEDGE });
    await shown(words.watches.nothingOpen);
    await expect.poll(() => audits(logLines)).toEqual(['take-over: taken', 'take-over: nothing-open']);
  });

  test('an alert that nobody knows any more, and a database that is down, are said to the person', async () => {
    const { ada, slack, store, oncall } = await startWatching(transport);
    await putAlert(
      { slack, store: await startStore() },
      { channelId: oncall, accountId: '1004', person: ownerOf(ada) },
    );
    await ada.press({ actionId: ACKNOWLEDGE });
    await ada.waitFor(() => ada.messages().find(({ text }) => text === words.watches.alertOver));
    await store.close();
    await ada.press({ actionId: ACKNOWLEDGE });
    await ada.waitFor(() => ada.messages().find(({ text }) => text === words.storage.notSaved));
    await ada.command('/backup-status watches');
    await sees(ada, words.storage.notRead);
  });
});
