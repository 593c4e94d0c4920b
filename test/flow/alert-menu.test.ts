import { describe, expect, test } from 'vitest';
import { ALERT_MENU } from '../../src/slack/alerts/alert-blocks.ts';
import {
  ACKNOWLEDGE,
  ACTIONS,
  ALERT_VIEW,
  encodeAccounts,
  MORE,
  STOP_WATCH,
} from '../../src/slack/kit/ids.ts';
import { ownerOf, presses, reads, sees, textOf, until, watchIn } from '../support/people.ts';
import { actNow } from '../support/phrases.ts';
import { putAlert, startAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const { stop } = words.watches;
const history = words.history.of('1004');

describe('an alert', () => {
  test('about one account opens its details and history from its menu, or says privately that Slack opens no window', async () => {
    const { ada, slack, audits } = await startAlert();
    await presses(ada, { actionId: ACTIONS.more, value: MORE.history }, history);
    await ada.closeModal();
    await presses(ada, { actionId: ACTIONS.more, value: MORE.details }, words.details.headings.sent);
    expect(textOf(ada.modal())).toContain(actNow('1004'));
    await ada.closeModal();
    slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
    await ada.press({ actionId: ACTIONS.more, value: MORE.stopWatching });
    expect(await reads(ada, words.command.notOpened)).toMatchObject({ isEphemeral: true });
    await expect.poll(audits).toEqual(['history: shown', 'details: ', 'watches: not-opened']);
  });

  test('opens the list of watches, where Stop asks first, stops the watch and notifies the channel', async () => {
    const { ada, bora, audits, oncall, accountsWatched } = await startAlert(['1011']);
    await presses(ada, { actionId: ALERT_VIEW.seeAll }, '1011');
    await ada.press({ actionId: ALERT_VIEW.more, blockId: 'account::1011', value: MORE.stopWatching });
    await sees(ada, stop.watch('1011'));
    expect(await accountsWatched()).toEqual(['1004', '1011']);
    await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([oncall, '1011']) });
    await until(ada, () => !textOf(ada.modal()).includes('1011'));
    expect(await accountsWatched()).toEqual(['1004']);
    await reads(bora, words.watches.stopped('1011'));
    await expect.poll(audits).toEqual(['alert: opened', 'watches: opened', 'unwatch: stopped']);
  });

  test('about several accounts opens a window with all of them, and details and history on top of it', async () => {
    const { ada, audits } = await startAlert(['1008', '1011']);
    await presses(ada, { actionId: ALERT_VIEW.seeAll }, '1011');
    const list = textOf(ada.modal());
    for (const account of ['1004', '1008', '1011']) expect(list).toContain(`🚨 ${account} · `);
    await ada.press({ actionId: ALERT_VIEW.more, blockId: 'account::1008', value: MORE.details });
    await sees(ada, words.details.headings.sent);
    expect(textOf(ada.modal())).toContain('1008');
    await ada.closeModal();
    expect(textOf(ada.modal())).toBe(list);
    await ada.press({ actionId: ALERT_VIEW.more, blockId: 'account::1011', value: MORE.history });
    await sees(ada, words.history.of('1011'));
    await ada.closeModal();
    expect(textOf(ada.modal())).toBe(list);
    await expect.poll(audits).toEqual(['alert: opened', 'details: ', 'history: shown']);
  });

  test('about more accounts than fit on a page has pages', async () => {
    const others = Array.from({ length: 20 }, (_, at) => String(3000 + at));
    const { ada } = await startAlert(others);
    await presses(ada, { actionId: ALERT_VIEW.seeAll }, words.accounts.range(1, 15, 21));
    await presses(ada, { actionId: ALERT_VIEW.next }, words.accounts.range(16, 21, 21));
    await presses(ada, { actionId: ALERT_VIEW.previous }, words.accounts.range(1, 15, 21));
  });

  test('replaces the window when Slack refuses to open another on top of it', async () => {
    const { ada, slack } = await startAlert(['1011']);
    await presses(ada, { actionId: ALERT_VIEW.seeAll }, '1011');
    slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.push' });
    await ada.press({ actionId: ALERT_VIEW.more, blockId: 'account::1004', value: MORE.details });
    await sees(ada, words.details.headings.sent);
    await ada.closeModal();
    expect(ada.modal()).toBeUndefined();
  });
});

test('the list of watches offers Stop for a pattern when the account is watched by one', async () => {
  const { ada, store, oncall } = await startAlert();
  await watchIn(store, ada, oncall, ['1*']);
  await store.watches.remove(oncall, ['1004'], ada.id);
  await ada.press({ actionId: ACTIONS.more, value: MORE.stopWatching });
  await sees(ada, stop.watch(words.watches.patternOf('1*')));
  await presses(ada, { actionId: STOP_WATCH, value: encodeAccounts([oncall, '1*']) }, words.watches.nothing);
});

test('an alert in direct messages can be looked at and taken, and stops only the person’s own watches', async () => {
  const bot = await startBot();
  const { ada, bora, store } = bot;
  await putAlert(bot, { channelId: ada.id, accountId: '1004', others: ['1011'], person: ownerOf(ada) });
  await ada.waitFor(() => ada.messages('direct')[0]);
  for (const target of [{ actionId: ALERT_VIEW.seeAll }, { actionId: ALERT_MENU, value: MORE.snooze }]) {
    await presses(ada, { ...target, in: 'direct' }, '1011');
    await ada.closeModal();
  }
  await ada.press({ actionId: ACKNOWLEDGE, in: 'direct' });
  await expect.poll(async () => (await store.watches.seen('1011'))?.owner?.userId).toBe(ada.id);
  await presses(ada, { actionId: ALERT_MENU, value: MORE.stopWatching, in: 'direct' }, stop.watch('1004'));
  expect(JSON.stringify(ada.modal())).toContain(stop.text);
  await ada.press({ actionId: STOP_WATCH, value: encodeAccounts([ada.id, '1004', '1011']) });
  await sees(ada, words.watches.nothing);
  expect(await store.watches.list([ada.id])).toEqual([]);
  expect(bora.messages()).toEqual([]);
});
