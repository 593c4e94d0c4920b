import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { encodeAccounts, STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { sees, until, watchIn } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const { watches } = words;

const answers = (person: Person) => person.messages().filter(({ isEphemeral }) => isEphemeral);
/** The ephemeral answer that contains this text. */
const reads = (person: Person, text: string) =>
  person.waitFor(() => answers(person).find((message) => message.text.includes(text)));

async function start() {
  const bot = await startBot();
  const { store } = bot;
  await store.accountList.take([{ id: '1004', name: 'Acme' }, { id: '1007' }]);
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

test('a stop of what a colleague has just stopped says that nothing was watched', async () => {
  const { ada, bora, store, channel, watch } = await start();
  const oncall = channel('oncall');
  await watch(bora, oncall, '1001', '1004');
  await ada.command('/backup-status unwatch all');
  const asked = words.numbers.list(['1001', 'Acme (1004)']);
  await reads(ada, watches.stopAll.here(asked));
  await store.watches.remove(oncall, ['1001', '1004'], bora.id);
  await ada.press({ actionId: STOP_WATCH });
  await reads(ada, watches.stoppedAlready);
});

test('unwatch all asks first, then stops everything in the channel and notifies it', async () => {
  const { ada, bora, channel, watch, watched } = await start();
  const oncall = channel('oncall');
  await watch(bora, oncall, '*', '1004');
  await watch(ada, ada.id, '1007');
  await ada.command('/backup-status unwatch all');
  const all = words.numbers.list([watches.patternOf('*'), 'Acme (1004)']);
  await reads(ada, watches.stopAll.here(all));
  expect(await watched(oncall)).toEqual(['*', '1004']);
  await ada.press({ actionId: STOP_WATCH });
  await reads(ada, watches.stoppedForYou(all));
  expect(answers(ada).some(({ text }) => text.includes(watches.stopAll.here(all)))).toBe(false);
  expect(await watched(oncall)).toEqual([]);
  expect(await watched(ada.id)).toEqual(['1007']);
  await until(bora, () => bora.messages().some(({ text }) => text.includes(watches.stopped(all))));

  await ada.command('/backup-status unwatch all');
  await reads(ada, watches.stopAll.forYou('1007'));
  await ada.press({ actionId: STOP_WATCH });
  await expect.poll(() => watched(ada.id)).toEqual([]);
  await ada.command('/backup-status unwatch all');
  await reads(ada, watches.notWatched('all'));
  await reads(ada, watches.notWatchedNext);
  await ada.command('/backup-status unwatch');
  await sees(ada, watches.list.noneNext);
});

test('unwatch says which pattern still covers the account, and how to stop it', async () => {
  const { ada, channel, watch, watched } = await start();
  const oncall = channel('oncall');
  await watch(ada, oncall, '10*', '1004', '2001');
  const covered = ['Acme (1004)', 1, watches.patternOf('10*')] as const;
  await ada.command('/backup-status unwatch 1004 2001');
  const { text } = await reads(ada, watches.partOf(...covered));
  expect(text).toContain(watches.stoppedForYou('2001'));
  expect(text).toContain('/backup-status unwatch 10*');
  expect(await watched(oncall)).toEqual(['10*']);
  await ada.command('/backup-status unwatch 1004');
  await reads(ada, watches.partOf(...covered));
  expect(await watched(oncall)).toEqual(['10*']);
  await watch(ada, oncall, '2001');
  await ada.command('/backup-status unwatch 10*, 2001');
  await reads(ada, watches.stoppedForYou(words.numbers.list([watches.patternOf('10*'), '2001'])));
  expect(await watched(oncall)).toEqual([]);
});

test('unwatch names the person’s own channel that watches the account, but no channel of others', async () => {
  const { ada, bora, channel, watch, watched } = await start();
  await watch(ada, channel('alerts'), '1004');
  await ada.command('/backup-status unwatch 1004');
  const { blocks } = await reads(ada, watches.elsewhere('Acme (1004)', 1));
  expect(JSON.stringify(blocks)).toContain(channel('alerts'));
  await bora.command('/backup-status unwatch 1004');
  await reads(bora, watches.notWatched('1004'));
  expect(await watched(channel('alerts'))).toEqual(['1004']);
});

test('watches lists what the person watches and nothing of others; Stop in a list that is out of date does not stop what somebody else has begun since', async () => {
  const { ada, bora, channel, watch, watched, store, logLines } = await start();
  const alerts = channel('alerts');
  await watch(ada, ada.id, '1007');
  await watch(ada, alerts, '1004');
  await watch(bora, bora.id, '1005');
  await ada.command('/backup-status watches');
  const shown = JSON.stringify(await sees(ada, alerts));
  expect([shown.includes('1007'), shown.includes('1005')]).toEqual([true, false]);
  await store.watches.remove(alerts, ['1004'], ada.id);
  await watch(bora, alerts, '1004');
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([alerts, '1004']) });
  await expect
    .poll(() => logLines.find(({ by }) => by === 'unwatch'))
    .toMatchObject({ result: 'not-watched' });
  expect(await watched(alerts)).toEqual(['1004']);
});
