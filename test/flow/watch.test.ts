import { expect, test } from 'vitest';
import {
  ACKNOWLEDGE,
  ALERT_VIEW,
  encodeAccounts,
  HOME_ACTIONS,
  STOP_WATCH,
} from '../../src/slack/kit/ids.ts';
import { WATCH_FORM, WHERE } from '../../src/slack/watches/watch-form.ts';
import type { Store } from '../../src/store/create-store.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { MAX_WATCHES } from '../../src/watch/watch-list.ts';
import { NOTHING } from '../store/watch/watching.ts';
import type { LogLine } from '../support/capture-log.ts';
import {
  answer,
  callsOf,
  linesOf,
  opens,
  opensHome,
  ownerOf,
  presses,
  reads,
  refuses,
  sees,
  submits,
  textOf,
  until,
  watches,
  watchIn,
} from '../support/people.ts';
import { putAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { type BotSetup, DOWN, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

const { form, list, problem } = words.watches;

async function start(setup: Partial<BotSetup> = {}, listed: readonly { id: string; name: string }[] = []) {
  const slackOptions = { scopes: ['commands', 'users:read', 'chat:write'] };
  const bot = await startBot({ transport: 'socket', slackOptions, ...setup });
  const { store } = bot;
  await store.accountList.add(listed);
  await bot.app.reload();
  const patternsIn = async (place: string) =>
    (await store.watches.list([place]))[0]?.watches.map(({ pattern }) => pattern) ?? [];
  return { ...bot, patternsIn };
}

const audits = (logLines: readonly LogLine[]) =>
  logLines.filter(({ msg }) => msg === 'watches').map(({ by, result }) => `${by}: ${result}`);

test('a filled-in window begins a watch, and the channel is notified', async () => {
  const { ada, bora, store, oncall, logLines, slack } = await start({}, [
    { id: '1004', name: 'Bell & Co <old>' },
  ]);
  await watches(ada, '1004 1001 1010');
  const posted = await reads(bora, '1004');
  const lines = linesOf(posted);
  const bell = 'Bell & Co <old> (1004)';
  expect(lines).toEqual([
    `{user} ${words.watches.started(words.numbers.list([bell, '1010', '1001']))}`,
    words.watches.alreadyBad,
    expect.stringMatching(/^• 🚨 Bell & Co <old> \(1004\) · /),
    expect.stringMatching(/^• ⚠️ 1010 · /u),
    `~ ${words.watches.form.critical}`,
    `[${words.buttons.acknowledge}] [${words.buttons.seeAll}]`,
  ]);
  const [post] = callsOf(slack, 'chat.postMessage');
  expect(post?.args).toMatchObject({ unfurl_links: 'false', unfurl_media: 'false' });
  const listed = async () => (await store.watches.list([oncall]))[0];
  const rows = async () =>
    (await listed())?.watches.map((one) => [one.pattern, one.options.minLevel, one.state?.level]);
  await expect.poll(rows).toEqual([
    ['1001', 'critical', 'healthy'],
    ['1004', 'critical', 'critical'],
    ['1010', 'critical', 'attention'],
  ]);
  const watched = await listed();
  expect(JSON.stringify(watched)).not.toContain('@');
  expect(watched?.watches[0]?.options.zone).toMatch(/^\w+\/\w+$/);
  await bora.press({ actionId: ACKNOWLEDGE, value: '1004' });
  const told = await bora.waitFor(() => bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(linesOf(told)).toEqual([words.watches.taken(bell)]);
  expect(await store.watches.seen('1004')).toMatchObject({ owner: { userId: bora.id } });
  const taken = await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  expect([taken.ts, ...linesOf(taken)]).toEqual([
    ...[posted.ts, ...lines.slice(0, -1)],
    `👀 {user} ${words.alert.tookOver(bell)}`,
    `[${words.buttons.seeAll}]`,
  ]);
  expect(textOf(await presses(bora, { actionId: ALERT_VIEW.seeAll }, `<@${bora.id}>`))).toContain('⚠️ 1010');
  await expect
    .poll(() => audits(logLines))
    .toEqual(['watch: opened', 'watch: saved', 'acknowledge: taken', 'alert: opened']);
});

test('a watch for oneself posts a direct message, counts in Home, and mentions nobody else', async () => {
  const { ada, bora, store } = await start();
  await ada.openHome();
  await answer(ada, 'watch 1001', { channel: 'direct' });
  const values = { [WATCH_FORM.where]: WHERE.me, [WATCH_FORM.when]: 'attention' };
  const both = { ...values, [WATCH_FORM.mention]: ['ada', 'bora'] };
  await refuses(ada, both, WATCH_FORM.mention, problem.notInDirect);
  expect(await store.watches.list([ada.id])).toEqual([]);
  await submits(ada, { ...values, [WATCH_FORM.mention]: ['ada'] }, form.saved(words.watches.test.you));
  await ada.closeModal();
  await reads(ada, words.watches.started('1001'), 'direct');
  expect(bora.messages()).toEqual([]);
  const [mine] = await store.watches.list([ada.id]);
  expect(mine?.watches.map(({ options }) => options.minLevel)).toEqual(['attention']);
  const level = async () => (await store.watches.workspace(['1001'])).accounts[0]?.level;
  await expect.poll(level).toBe('healthy');
  await opensHome(ada, words.triage.summary(1, { healthy: 1 }));
  expect(textOf(await presses(ada, { actionId: HOME_ACTIONS.watches }, list.yours))).toContain('✅ 1001');
});

test('saving a watch again removes the mention of a user group that is gone, unless Slack does not say', async () => {
  const slackOptions = { scopes: ['commands', 'users:read', 'chat:write', 'usergroups:read'] };
  const { ada, store, oncall, slack } = await start({ slackOptions });
  const options = { minLevel: 'critical', zone: 'UTC', createdAtMs: 0, mentions: ['S0GONE00001'] } as const;
  await store.watches.add({ channelId: oncall, person: ownerOf(ada), patterns: ['1004'], options });
  const mentions = async () => (await store.watches.list([oncall]))[0]?.watches[0]?.options.mentions;
  slack.addFault({ kind: 'error', code: 'fatal_error' }, { method: 'usergroups.list' });
  await watches(ada, '1004');
  expect(await mentions()).toEqual(['S0GONE00001']);
  slack.clearFaults();
  await watches(ada, '1004');
  expect(await mentions()).toEqual([]);
});

test('says under the field what is wrong with an account or the channel, and saves the same form after an invitation', async () => {
  const { ada, slack, patternsIn } = await start();
  const general = slack.channels.general.id;
  await answer(ada, 'watch 99999', { channel: 'general' });
  await refuses(ada, {}, WATCH_FORM.accounts, `99999 · ${words.failure['not-found'].what}.`);
  await refuses(ada, { [WATCH_FORM.accounts]: 'help' }, WATCH_FORM.accounts, problem.noAccounts);
  const values = { [WATCH_FORM.accounts]: '1004' };
  await refuses(ada, values, WATCH_FORM.channel, problem.closed('not-in-channel'));
  expect(await patternsIn(general)).toEqual([]);
  await ada.command('/invite @backup-status', { channel: 'general' });
  await submits(ada, values, form.saved(`<#${general}>`));
  expect(await patternsIn(general)).toEqual(['1004']);
  await ada.closeModal();
  // A channel shared with another organisation is not offered, so the form begins without a channel.
  await answer(ada, 'watch 1001', { channel: 'partners' });
  await refuses(ada, {}, WATCH_FORM.channel, problem.noChannel);
});

test('while the service is away, what nobody knows is not watched: it may be a typing mistake', async () => {
  const { ada, service, slack, store, patternsIn } = await start();
  await store.pins.add(ownerOf(ada), { accountId: '1004' });
  service.addFault(DOWN);
  await answer(ada, 'watch 1004 10004');
  await refuses(
    ada,
    {},
    WATCH_FORM.accounts,
    `10004 · ${words.failure.notChecked(words.failure.unavailable['no-answer']().what)}.`,
  );
  await submits(ada, { [WATCH_FORM.accounts]: '1004' }, form.saved(`<#${slack.channels.oncall.id}>`));
  expect(await patternsIn(slack.channels.oncall.id)).toEqual(['1004']);
});

test('a message that begins a watch is corrected when the database fails after it', async () => {
  const add = () => Promise.reject(new StoreError('unavailable', 'the database is down'));
  const { ada, bora, patternsIn, oncall } = await start({
    changeStore: ({ watches }) => ({ watches: { ...watches, add } }),
  });
  await answer(ada, 'watch 1001');
  await refuses(ada, {}, WATCH_FORM.accounts, words.command.storageFailed);
  await reads(bora, words.watches.notStarted, 'oncall');
  expect(bora.messages('oncall').map(linesOf)).toEqual([[words.watches.notStarted]]);
  expect(await patternsIn(oncall)).toEqual([]);
});

test('two watches that are saved within a second both begin, although Slack limits messages', async () => {
  const { ada, oncall, patternsIn } = await start();
  await watches(ada, '1001');
  await watches(ada, '1002');
  expect(await patternsIn(oncall)).toEqual(['1001', '1002']);
});

test('above the limit of watches the window says so and posts nothing, but existing watches can be saved', async () => {
  const { ada, store, oncall } = await start();
  const patterns = ['1001', ...Array.from({ length: MAX_WATCHES - 1 }, (_, index) => `${index}*`)];
  await watchIn(store, ada, oncall, patterns);
  await answer(ada, 'watch 1004');
  await refuses(ada, {}, WATCH_FORM.accounts, problem.limit(MAX_WATCHES));
  expect(ada.messages()).toEqual([]);
  const values = { [WATCH_FORM.accounts]: '1001', [WATCH_FORM.when]: 'attention' };
  await submits(ada, values, form.saved(`<#${oncall}>`));
  const [here] = await store.watches.list([oncall]);
  expect(here?.watches.find(({ pattern }) => pattern === '1001')?.options.minLevel).toBe('attention');
});

test('while the service is slow the window says to wait, and later the result; or what is wrong, above the same form', async () => {
  const { ada, bora, slack, service, store, oncall } = await start({ lookup: { inlineWithinMs: 20 } });
  await opens(ada, 'watch 1004');
  const release = service.hold();
  await submits(ada, {}, words.command.moment);
  release();
  await sees(ada, form.saved(`<#${oncall}>`));
  await ada.closeModal();
  await opens(ada, 'watch 99999');
  const releaseUnknown = service.hold();
  const chosen = { [WATCH_FORM.channel]: 'general', [WATCH_FORM.when]: 'attention' };
  await submits(ada, { [WATCH_FORM.accounts]: '1007 99999', ...chosen }, words.command.moment);
  releaseUnknown();
  const again = await sees(ada, `99999 · ${words.failure['not-found'].what}.`);
  expect(JSON.stringify(again)).toContain('"initial_value":"1007 99999"');
  expect(JSON.stringify(again)).toContain(`"initial_conversation":"${slack.channels.general.id}"`);
  await ada.submit({ [WATCH_FORM.accounts]: '1007', [WATCH_FORM.channel]: 'oncall' });
  await sees(ada, form.saved(`<#${oncall}>`));
  const [here] = await store.watches.list([oncall]);
  expect(here?.watches.find(({ pattern }) => pattern === '1007')?.options.minLevel).toBe('attention');
  expect(textOf(await reads(bora, '1007', 'oncall'))).toContain(words.watches.form.attention);
});

/** Slack accepts no messages there. Retries, because the bot may hold the claim. */
async function close({ watchStore }: Store, channelId: string, broken: string) {
  const closed = async () => {
    await watchStore.makeAllDue(Date.now());
    const [claim] = await watchStore.claimChannels(Date.now(), 1);
    if (claim?.channelId !== channelId) return undefined;
    const planned = { ...claim, atMs: 0, call: NOTHING };
    return await watchStore.finishChannel(Date.now(), planned, { posted: {}, broken, dueAtMs: 8e15 });
  };
  await expect.poll(closed).toBe('done');
}

test('watches lists what the channel and the person watch, and why a conversation is broken, which everybody can stop', async () => {
  const { ada, bora, store, slack, oncall, logLines, patternsIn } = await start();
  const general = slack.channels.general.id;
  await watchIn(store, ada, oncall, ['1004']);
  await watchIn(store, ada, ada.id, ['1001']);
  await watchIn(store, bora, bora.id, ['1010']);
  await answer(ada, 'watches');
  const shown = textOf(await sees(ada, '1004'));
  expect(shown).toContain('1001');
  for (const text of ['1010', general]) expect(shown).not.toContain(text);
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([oncall, '1004']) });
  await until(ada, () => !textOf(ada.modal()).includes('1004'));
  await reads(bora, words.watches.stopped('1004'));
  expect(await patternsIn(oncall)).toEqual([]);
  await ada.closeModal();
  // Who began it may have left.
  await watchIn(store, bora, general, ['1007']);
  await close(store, general, 'channel_not_found');
  await answer(ada, 'watches');
  expect(textOf(await sees(ada, '1007'))).toContain(words.watches.broken('not-in-channel', `<#${general}>`));
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([general, '1007']) });
  await until(ada, () => !textOf(ada.modal()).includes('1007'));
  expect(await patternsIn(general)).toEqual([]);
  const stopped = ['watches: opened', 'unwatch: stopped'];
  await expect.poll(() => audits(logLines)).toEqual([...stopped, ...stopped]);
});

test('"I’m on it" says when nothing is open, when the alert is over, and when the database is down', async () => {
  // Nothing is posted, so that the alert keeps its button.
  const { ada, slack, store, oncall, clock, logLines } = await start({
    changeStore: ({ watchStore }) => ({ watchStore: { ...watchStore, claimChannels: async () => [] } }),
  });
  const alert = { channelId: oncall, accountId: '1004', person: ownerOf(ada) };
  const says = async (messageTs: string, text: string) => {
    await ada.press({ actionId: ACKNOWLEDGE, messageTs });
    await reads(ada, text);
  };
  const unknown = await putAlert({ slack, store: await startStore() }, alert);
  await says(unknown, words.watches.alertOver);
  clock.advance(2_000);
  const stopped = await putAlert({ slack, store }, alert);
  await store.watches.remove(oncall, ['1004'], ada.id);
  await says(stopped, words.watches.nothingOpen);
  await expect.poll(() => audits(logLines)).toContain('acknowledge: nothing-open');
  await store.close();
  await says(stopped, words.command.storageFailed);
});

test('the window starts with the present options of a watch, so that saving it again keeps them', async () => {
  const { ada, bora, store, oncall, slack } = await startBot({
    settings: { PAGERDUTY_ROUTING_KEY: 'a'.repeat(32) },
    slackOptions: { scopes: ['commands', 'users:read', 'chat:write', 'usergroups:read'] },
  });
  const mention = { [WATCH_FORM.mention]: ['bora'], [WATCH_FORM.groups]: ['S0BILLING01'] };
  await watches(ada, '1004', {
    [WATCH_FORM.when]: 'attention',
    [WATCH_FORM.targets]: ['pagerduty'],
    ...mention,
  });
  const options = async () => (await store.watches.list([oncall]))[0]?.watches[0]?.options;
  const mentions = [slack.person('bora').id, 'S0BILLING01'];
  const chosen = { minLevel: 'attention', mentions, targets: ['pagerduty'] };
  expect(await options()).toMatchObject(chosen);
  await watches(bora, '1004');
  // Saved again, in the zone of who has saved it.
  expect(await options()).toMatchObject({ ...chosen, zone: 'Europe/Istanbul' });
});

test.each([
  ['could not be read', {}],
  ['are those of another conversation', { channel: 'direct' }],
] as const)(
  'saving a window whose options %s keeps the mentions and targets of a watch',
  async (_why, where) => {
    let isDown = false;
    const list: Store['watches']['list'] = (...args) =>
      isDown
        ? Promise.reject(new StoreError('unavailable', 'the database is down'))
        : bot.store.watches.list(...args);
    const bot = await start({
      settings: { NTFY_URL: 'http://127.0.0.1:9/topic' },
      changeStore: ({ watches: kept }) => ({ watches: { ...kept, list } }),
    });
    const { ada, bora, store, oncall } = bot;
    const mentioned = { [WATCH_FORM.mention]: ['bora'], [WATCH_FORM.targets]: ['ntfy'] };
    await watches(bora, '1004', mentioned);
    const options = async () => (await store.watches.list([oncall]))[0]?.watches[0]?.options;
    isDown = !('channel' in where);
    await opens(ada, 'watch 1004', form.accountsHint('20*'), where);
    isDown = false;
    const values = { [WATCH_FORM.where]: WHERE.channel, [WATCH_FORM.channel]: 'oncall' };
    await submits(ada, { ...values, [WATCH_FORM.mention]: ['ada'] }, form.saved(`<#${oncall}>`));
    await ada.closeModal();
    expect(await options()).toMatchObject({ mentions: [ada.id, bora.id], targets: ['ntfy'] });
    // The window now shows them, so they can be removed in it.
    await watches(ada, '1004', { [WATCH_FORM.mention]: ['ada'], [WATCH_FORM.targets]: [] });
    expect(await options()).toMatchObject({ mentions: [ada.id], targets: [] });
  },
);

test.each([
  [{ kind: 'lost' }, true],
  [{ kind: 'status', status: 503 }, true],
  [{ kind: 'error', code: 'internal_error' }, true],
  [{ kind: 'rate-limited', retryAfterSeconds: 30 }, false],
  [{ kind: 'status', status: 403 }, false],
  [{ kind: 'error', code: 'message_limit_exceeded' }, false],
] as const)('a watch begins if Slack may have posted its message: %j, %s', async (fault, begins) => {
  const { ada, oncall, slack, patternsIn } = await start();
  slack.addFault(fault, { method: 'chat.postMessage' });
  await answer(ada, 'watch 1001');
  if (begins) await submits(ada, {}, form.saved(`<#${oncall}>`));
  else await refuses(ada, {}, WATCH_FORM.channel, words.command.notPosted);
  expect(await patternsIn(oncall)).toEqual(begins ? ['1001'] : []);
});
