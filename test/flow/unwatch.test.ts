import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { encodeAccounts, STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { MAX_WATCHES } from '../../src/watch/watch-list.ts';
import { opens, presses, reads, sees, textOf, until, watchIn } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { startWatching } from '../support/start-watching.ts';

const { watches } = words;

async function start() {
  const bot = await startBot();
  const { store } = bot;
  await store.accountList.add([{ id: '1004', name: 'Acme' }, { id: '1007' }]);
  await bot.app.reload();
  const channel = (name: 'oncall' | 'alerts') => bot.slack.channels[name].id;
  return {
    ...bot,
    channel,
    watch: (person: Person, channelId: string, ...patterns: string[]) =>
      watchIn(store, person, channelId, patterns),
    watched: async (channelId: string) => {
      const [here] = await store.watches.list([channelId]);
      return here?.watches.map(({ pattern }) => pattern) ?? [];
    },
  };
}

test('unwatch all opens the list, in which Stop all stops what it shows of the channel, and notifies it', async () => {
  const { ada, bora, channel, watch, watched } = await start();
  const oncall = channel('oncall');
  await watch(bora, oncall, '*', '1004');
  await watch(ada, ada.id, '1007', '1005');
  await opens(ada, 'unwatch all', watches.list.stopAll);
  expect(await watched(oncall)).toEqual(['*', '1004']);
  // The list does not show it.
  await watch(bora, oncall, '1007');
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([oncall, '*', '1004']) });
  await expect.poll(() => watched(oncall)).toEqual(['1007']);
  expect(await watched(ada.id)).toEqual(['1005', '1007']);
  const all = words.numbers.list([watches.patternOf('*'), 'Acme (1004)']);
  await until(bora, () => bora.messages().some(({ text }) => text.includes(watches.stopped(all))));
  await until(ada, () => !textOf(ada.modal()).includes('1004'));
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([ada.id, '1005', '1007']) });
  await expect.poll(() => watched(ada.id)).toEqual([]);
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([oncall, '1007']) });
  await sees(ada, words.watches.nothing);
});

test('unwatch says which pattern still covers the account, in the list in which that can be stopped', async () => {
  const { ada, channel, watch, watched, logLines } = await start();
  const oncall = channel('oncall');
  await watch(ada, oncall, '10*', '1004', '2001');
  const covered = watches.partOf('Acme (1004)', 1, watches.patternOf('10*'));
  await opens(ada, 'unwatch 1004 2001', `${covered} ${watches.stoppedForYou('2001')}`);
  expect(await watched(oncall)).toEqual(['10*']);
  await ada.closeModal();
  await opens(ada, 'unwatch 1004', covered);
  expect(await watched(oncall)).toEqual(['10*']);
  await ada.closeModal();
  const results = () => logLines.filter(({ by }) => by === 'unwatch').map(({ result }) => result);
  await expect.poll(results).toEqual(['stopped', 'not-watched']);
  await watch(ada, oncall, '2001');
  await ada.command('/backup-status unwatch 10*, 2001');
  await reads(ada, watches.stoppedForYou(words.numbers.list([watches.patternOf('10*'), '2001'])));
  expect(await watched(oncall)).toEqual([]);
});

test('unwatch of several stops each where it is watched, and says which it did not find or a pattern still covers', async () => {
  const { ada, channel, watch, watched } = await start();
  await watch(ada, channel('oncall'), '1004', '1005');
  await watch(ada, ada.id, '1005', '1007', '20*', '30*');
  await ada.command('/backup-status unwatch 1004 1O03, 1005 1007 2001 3001');
  const stopped = watches.stoppedForYou(words.numbers.list(['Acme (1004)', '1005', '1007']));
  const partOf = (id: string, pattern: string) => watches.partOf(id, 1, watches.patternOf(pattern));
  const text = textOf(await sees(ada, stopped));
  for (const part of [watches.notWatched('1O03'), partOf('2001', '20*'), partOf('3001', '30*')])
    expect(text).toContain(part);
  expect(await watched(channel('oncall'))).toEqual([]);
  expect(await watched(ada.id)).toEqual(['1005', '20*', '30*']);
});

test('unwatch tells the person and the channel what was stopped there although a pattern of the person covers it too; alone it opens the list', async () => {
  const { ada, bora, channel, watch, watched } = await start();
  await watch(ada, channel('oncall'), '1004');
  await watch(ada, ada.id, '*');
  await ada.command('/backup-status unwatch 1004');
  await reads(ada, watches.stoppedForYou('Acme (1004)'));
  await reads(bora, watches.stopped('Acme (1004)'));
  expect(await watched(channel('oncall'))).toEqual([]);
  expect(await watched(ada.id)).toEqual(['*']);
  await opens(ada, 'unwatch', watches.patternOf('*'));
});

test('unwatch shows the person’s own channel that watches the account, but no channel of others', async () => {
  const { ada, bora, channel, watch, watched } = await start();
  await watch(ada, channel('alerts'), '1004');
  await ada.command('/backup-status unwatch 1004');
  expect(textOf(await sees(ada, watches.notWatched('Acme (1004)')))).toContain(channel('alerts'));
  await bora.command('/backup-status unwatch 1004');
  expect(textOf(await sees(bora, watches.notWatched('Acme (1004)')))).not.toContain(channel('alerts'));
  expect(await watched(channel('alerts'))).toEqual(['1004']);
  await ada.press({ actionId: STOP_WATCH });
  await expect.poll(() => watched(channel('alerts'))).toEqual([]);
});

test('Stop in a list that is out of date does not stop what somebody else has begun since', async () => {
  const { ada, bora, channel, watch, watched, store, logLines } = await start();
  const alerts = channel('alerts');
  await watch(ada, ada.id, '1007');
  await watch(ada, alerts, '1004');
  await ada.command('/backup-status watches');
  await until(ada, () => JSON.stringify(ada.modal() ?? '').includes(alerts));
  await store.watches.remove(alerts, ['1004'], ada.id);
  await watch(bora, alerts, '1004');
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([alerts, '1004']) });
  await expect
    .poll(() => logLines.find(({ by }) => by === 'unwatch'))
    .toMatchObject({ result: 'not-watched' });
  expect(await watched(alerts)).toEqual(['1004']);
});

test('after the last watch of an account has ended, its history says nothing of the present', async () => {
  const { ada, alerts, becomeStale, oncall, store } = await startWatching();
  await becomeStale();
  await ada.waitFor(() => alerts()[0]);
  const history = async () => textOf((await ada.command('/backup-status history 1001')).message);
  expect(await history()).toContain(words.history.stillOpen);
  await store.watches.remove(oncall, ['1001'], ada.id);
  const past = await history();
  expect(past).toContain(words.history.noLongerWatched);
  expect(past).not.toContain(words.history.stillOpen);
});

test('Stop all stops everything in the channel where the ids are too long for its button', async () => {
  const { ada, channel, watch, watched } = await start();
  const ids = Array.from({ length: MAX_WATCHES }, (_, at) => `${'9'.repeat(60)}${at}`);
  await watch(ada, channel('oncall'), ...ids);
  await opens(ada, 'watches', watches.list.stopAll);
  await presses(ada, { actionId: STOP_WATCH, value: channel('oncall') }, watches.nothing);
  expect(await watched(channel('oncall'))).toEqual([]);
});
