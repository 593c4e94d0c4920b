import { expect, test } from 'vitest';
import { ACCOUNTS_VIEW, ADD_ACCOUNTS } from '../../src/slack/accounts/accounts.ts';
import { HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { WATCH_FORM } from '../../src/slack/watches/watch-form.ts';
import { MINUTE_MS } from '../account/accounts.ts';
import {
  callsOf,
  openAddAccounts,
  opensHome,
  ownerOf,
  pasteAccounts,
  presses,
  refuses,
  sees,
  submits,
  watchIn,
} from '../support/people.ts';
import { NO_BACKUP } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

const { accounts } = words;

/** 1001 and 1010 are on the list; 1004 is watched but not on it; Ada has pinned 1007. */
async function openList(actionId: string = HOME_ACTIONS.accounts) {
  const bot = await startBot();
  const { ada, store, clock, oncall } = bot;
  await store.accountList.add([{ id: '1001', name: 'Öz-Gün Gıda' }, { id: '1010' }]);
  await bot.app.reload();
  await store.pins.add(ownerOf(ada), { accountId: '1007', name: 'Şifa' });
  await watchIn(store, ada, oncall, ['1004'], { sinceMs: clock.now(), bad: ['1004'] });
  await opensHome(ada, actionId);
  await presses(ada, { actionId }, ACCOUNTS_VIEW.add);
  const shown = () => JSON.stringify(ada.modal()?.blocks);
  const choose = (value: string, id = '1004') =>
    ada.press({ actionId: ACCOUNTS_VIEW.more, blockId: `account::${id}`, value });
  return { ...bot, shown, choose };
}

test('lists known and watched accounts worst first, marks unwatched ones, and finds by id or name', async () => {
  const { ada, store, app, shown } = await openList();
  await sees(ada, accounts.range(1, 3, 3));
  expect(shown()).toMatch(/🚨 1004 · .*1001.*1010/s);
  expect(shown()).toContain(accounts.notWatched);
  await store.accountList.add([{ id: 'ankara-01' }]);
  await app.reload();
  for (const [typed, found] of [
    ['#1004', '🚨 1004 · '],
    ['1010', '1010 · '],
    // As a phone writes it.
    ['Ankara–01', 'ankara-01 · '],
    ['gün', 'Öz-Gün Gıda (1001)'],
  ] as const) {
    await ada.submit({ [ACCOUNTS_VIEW.search]: typed });
    await sees(ada, accounts.range(1, 1, 1));
    expect(shown()).toContain(found);
  }
  await ada.submit({ [ACCOUNTS_VIEW.search]: '' });
  await presses(ada, { actionId: ACCOUNTS_VIEW.filter, value: 'pinned' }, 'Şifa (1007)');
});

test('Next with another text in the search field shows the first page of what it finds; a page and a retirement are shown although Slack limits the first attempt', async () => {
  const { ada, app, store, slack, choose } = await openList();
  await store.accountList.add(Array.from({ length: 20 }, (_, at) => ({ id: String(2000 + at) })));
  await app.reload();
  const limitNext = () =>
    slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 1 }, { method: 'views.update', next: 1 });
  await ada.submit({ [ACCOUNTS_VIEW.search]: '' });
  await sees(ada, accounts.range(1, 15, 23));
  await ada.press({ actionId: ACCOUNTS_VIEW.next }, { [ACCOUNTS_VIEW.search]: '20' });
  await sees(ada, accounts.range(1, 15, 20));
  limitNext();
  await presses(ada, { actionId: ACCOUNTS_VIEW.next }, accounts.range(16, 20, 20));
  await choose(MORE.retire, '2019');
  await sees(ada, ACCOUNTS_VIEW.retire);
  limitNext();
  await presses(ada, { actionId: ACCOUNTS_VIEW.retire }, accounts.range(16, 19, 19));
});

test('a search says that the list is being read while the database is slow', async () => {
  const slow = Promise.withResolvers<void>();
  let gate = Promise.resolve();
  const { ada, app, store } = await startBot({
    lookup: { inlineWithinMs: 20 },
    changeStore: ({ pins }) => ({
      pins: { ...pins, list: (person) => gate.then(() => pins.list(person)) },
    }),
  });
  await store.accountList.add([{ id: '1001' }, { id: '1010' }]);
  await app.reload();
  await opensHome(ada, HOME_ACTIONS.accounts);
  await presses(ada, { actionId: HOME_ACTIONS.accounts }, accounts.range(1, 2, 2));
  gate = slow.promise;
  await ada.submit({ [ACCOUNTS_VIEW.search]: '1010' });
  await sees(ada, words.command.moment);
  slow.resolve();
  await sees(ada, accounts.range(1, 1, 1));
});

test('opens, watches and shows the history of an account from its menu', async () => {
  const { ada, choose } = await openList();
  await choose(MORE.open);
  await sees(ada, NO_BACKUP);
  await ada.closeModal();
  await choose(MORE.history);
  await sees(ada, words.history.of('1004'));
  await ada.closeModal();
  await choose(MORE.watch);
  await sees(ada, WATCH_FORM.accounts);
  expect(JSON.stringify(ada.modal())).toContain('"initial_value":"1004"');
});

test('retires a watched account that is not on the list after a confirmation, and notifies its channel', async () => {
  const { ada, bora, store, clock, choose } = await openList();
  await choose(MORE.retire);
  await sees(ada, accounts.retireText('1004'));
  await presses(ada, { actionId: ACCOUNTS_VIEW.back }, accounts.range(1, 3, 3));
  await choose(MORE.retire);
  await sees(ada, ACCOUNTS_VIEW.retire);
  await presses(ada, { actionId: ACCOUNTS_VIEW.retire }, accounts.range(1, 2, 2));
  expect(await store.accountList.levels()).toEqual(new Map());
  clock.advance(MINUTE_MS);
  const text = words.watches.retired('1004');
  await bora.waitFor(() => bora.messages('oncall').find((message) => message.text.includes(text)));
});

test('what Slack limits does not replace what a later press shows', async () => {
  const { ada, slack, shown, stop } = await openList();
  const filter = (value: string) => ada.press({ actionId: ACCOUNTS_VIEW.filter, value });
  const { length } = callsOf(slack, 'views.update');
  slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 2 }, { method: 'views.update', next: 1 });
  await filter('critical');
  await expect.poll(() => callsOf(slack, 'views.update')).toHaveLength(length + 1);
  await filter('pinned');
  await sees(ada, 'Şifa (1007)');
  // Waits for what is under way.
  await stop();
  expect(shown()).toContain('Şifa (1007)');
});

test('an account is retired by the name that the person sees, and not if it is only pinned; a search finds own names, and a filter goes by what the field says now', async () => {
  const { ada, store, choose, shown } = await openList();
  await store.pins.add(ownerOf(ada), { accountId: '1004', name: 'Liman' });
  await choose(MORE.retire);
  await sees(ada, accounts.retireText('Liman (1004)'));
  await ada.press({ actionId: ACCOUNTS_VIEW.filter, value: 'pinned' });
  const pinned = JSON.stringify(await sees(ada, 'Şifa (1007)'));
  expect(pinned.split(MORE.history)).toHaveLength(3);
  expect(pinned.split(MORE.retire)).toHaveLength(2);
  await ada.submit({ [ACCOUNTS_VIEW.search]: 'şifa' });
  await sees(ada, accounts.range(1, 1, 1));
  expect(shown()).toContain('Şifa (1007)');
  await ada.press({ actionId: ACCOUNTS_VIEW.filter, value: 'not-watched' }, { [ACCOUNTS_VIEW.search]: '' });
  await sees(ada, accounts.range(1, 2, 2));
});

test.each(TRANSPORTS)(
  'pasted accounts are not added when the app stops meanwhile, and the window says so, over %s',
  async (transport) => {
    const { app, ada, service, store } = await startBot({ transport, lookup: { inlineWithinMs: 20 } });
    service.hold();
    await pasteAccounts(ada, '1001, Akdeniz\n1002, Bay Dental');
    await sees(ada, accounts.reading);
    await app.stop({ withinMs: 1_000 });
    // What was pasted can be sent again.
    expect(JSON.stringify(await sees(ada, accounts.noneRead))).toContain('1002, Bay Dental');
    expect(await store.accountList.read()).toEqual([]);
  },
);

test('says under the field what is wrong with a pasted list, which stays', async () => {
  const { ada, store } = await startBot({ transport: 'socket' });
  await openAddAccounts(ada);
  await refuses(ada, { [ADD_ACCOUNTS.field]: '1001,"Akdeniz' }, ADD_ACCOUNTS.field, accounts.unclosedQuote);
  expect(await store.accountList.read()).toEqual([]);
  await submits(ada, { [ADD_ACCOUNTS.field]: '1001,Akdeniz' }, accounts.added(1, 0));
  expect(await store.accountList.read()).toEqual([{ id: '1001', name: 'Akdeniz' }]);
});

test('a pasted list stays while Slack cannot say whether the person has access', async () => {
  const { ada, clock, slack } = await startBot();
  await openAddAccounts(ada);
  clock.advance(61 * MINUTE_MS);
  slack.addFault({ kind: 'error', code: 'internal_error' }, { method: 'users.info' });
  const { what, next } = words.access.refusals['not-checked'];
  await refuses(ada, { [ADD_ACCOUNTS.field]: '1001, Acme' }, ADD_ACCOUNTS.field, `${what} ${next}`);
});
