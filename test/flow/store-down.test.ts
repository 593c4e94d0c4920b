import { expect, test } from 'vitest';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { ACKNOWLEDGE, ACTIONS, ALERT_VIEW, HOME_ACTIONS, MORE, STOP_WATCH } from '../../src/slack/kit/ids.ts';
import { failingStore } from '../support/failing-store.ts';
import { answer, homeText, reads, refuses, sees, seesAtHome, shareIn, until } from '../support/people.ts';
import { actNow, fine, inOrder, NOT_FOUND } from '../support/phrases.ts';
import { startAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';

/** Defects, and rejections that nothing handled. */
const defectsOf = ({ logLines }: StartedBot) => logLines.filter(({ level }) => level >= 50);

test('with a database that is down answers commands, help, Refresh and Share, with one warning per failure, and says what was not saved', async () => {
  const bot = await startBot({ store: await failingStore() });
  const { message } = await bot.ada.command('/backup-status 1001');
  expect(message?.text).toContain(`✅ ${fine('1001')}\n`);
  expect(message?.text).not.toContain(words.pins.namesUnavailable);
  await bot.ada.press({ actionId: ACTIONS.refresh });
  await bot.ada.waitFor(() => bot.ada.messages().find(({ isEdited }) => isEdited));
  await bot.ada.press({ actionId: ACTIONS.share });
  await shareIn(bot.ada);
  await bot.bora.waitFor(() => bot.bora.messages()[0]);
  const failures = bot.logLines.filter(({ msg }) => msg === 'the store failed');
  const facts = { code: 'unavailable', reason: 'the database is down' };
  expect(failures.map(({ doing, code, reason }) => ({ doing, code, reason }))).toEqual(
    [
      ...['pins.list', 'watches.seen', 'pins.record'],
      ...['pins.list', 'watches.seen', 'pins.list', 'watches.seen'],
    ].map((doing) => ({ doing, ...facts })),
  );
  await bot.ada.closeModal();
  expect(await answer(bot.ada, '')).toContain('/backup-status 1001 1002');
  await bot.ada.press({ actionId: ACTIONS.more, value: MORE.pin });
  await reads(bot.ada, words.command.storageFailed);
  // What may be a name is looked up as an id. The person reads that names are unavailable if no such id exists.
  const { message: name } = await bot.ada.command('/backup-status acme');
  expect(name?.text).toMatch(inOrder(`acme · ${NOT_FOUND}`, words.pins.namesUnavailable));
  expect(JSON.stringify(name?.blocks)).toContain(words.pins.namesUnavailable);
  expect(defectsOf(bot)).toEqual([]);
});

test('with a database that is down Home says what cannot be read, and look-ups in it work', async () => {
  const bot = await startBot({ store: await failingStore() });
  await bot.ada.openHome();
  await seesAtHome(bot.ada);
  expect(homeText(bot.ada)).toContain(words.home.pinsUnavailable);
  await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004');
  await sees(bot.ada, actNow('1004'));
  await bot.ada.press({ actionId: ACTIONS.more, blockId: 'account::1004', value: MORE.pin });
  await sees(bot.ada, words.command.storageFailed);
  expect(defectsOf(bot)).toEqual([]);
});

test('with a database that is down says under the field that a name was not saved, and keeps the modal open', async () => {
  const bot = await startBot({ pins: ['1001'] });
  await bot.ada.command('/backup-status 1001');
  await bot.ada.press({ actionId: ACTIONS.more, value: MORE.name });
  await sees(bot.ada);
  await bot.store.close();
  await refuses(bot.ada, { [PIN_NAME.name]: 'acme' }, PIN_NAME.name, words.command.storageFailed);
  expect(bot.ada.modal()).toBeDefined();
});

test('with a database that is down says what was not saved or read: from a card, from an alert and by command', async () => {
  const { ada, store } = await startAlert(['1011']);
  const card = await ada.command('/backup-status 1004');
  await ada.press({ actionId: ALERT_VIEW.seeAll });
  await sees(ada, '1011');
  await store.close();
  await ada.press({ actionId: ALERT_VIEW.more, blockId: 'account::1004', value: MORE.stopWatching });
  await sees(ada, words.command.storageFailed);
  await ada.closeModal();
  await ada.closeModal();
  const notSaved = () =>
    ada.messages().filter(({ text }) => text.includes(words.command.storageFailed)).length;
  await ada.press({ actionId: ACTIONS.acknowledge, messageTs: card.message?.ts });
  await until(ada, () => notSaved() === 1);
  await ada.press({ actionId: ACKNOWLEDGE });
  await until(ada, () => notSaved() === 2);
  const said = await answer(ada, 'mute 1004 4h server move');
  for (const text of [words.command.storageFailed, 'server move']) expect(said).toContain(text);
  for (const open of [() => ada.press({ actionId: ALERT_VIEW.seeAll }), () => answer(ada, 'watches')]) {
    await open();
    await sees(ada, words.command.storageFailed);
    await ada.closeModal();
  }
});

test('with a database that is down a form keeps what was entered, a window says it in its place, and both have an audit line', async () => {
  const { ada, slack, store, audits } = await startAlert();
  await answer(ada, 'watches');
  await sees(ada, '1004');
  await store.close();
  slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.push' });
  await ada.press({ actionId: STOP_WATCH });
  await sees(ada, words.command.storageFailed);
  await ada.closeModal();
  await answer(ada, 'watch 1004');
  await sees(ada, words.watches.form.accountsHint('20*'));
  const { errors } = await ada.submit();
  expect(Object.values(errors ?? {})).toEqual([words.command.storageFailed]);
  expect(ada.modal()).toBeDefined();
  const unavailable = ['action: unavailable', 'submission: unavailable'];
  await expect.poll(() => audits().toSorted()).toEqual([...unavailable, 'watch: opened', 'watches: opened']);
});
