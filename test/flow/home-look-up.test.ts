import { expect, test } from 'vitest';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { STATUS_VIEW } from '../../src/slack/lookup/shortcut.ts';
import { answered, opensHome, ownerOf, presses, sees, seesAtHome, submits } from '../support/people.ts';
import { actNow, fine, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

async function open(...ids: readonly string[]) {
  const bot = await startBot({ transport: 'socket', pins: ids });
  await bot.ada.openHome();
  await answered(bot, 1);
  return bot;
}

test('answers what is typed into the field in a window, and lists it first among the recent look-ups if it is an account', async () => {
  const bot = await open();
  expect(await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004')).toMatchObject({ ack: 'ok' });
  await sees(bot.ada, actNow('1004'));
  await seesAtHome(bot.ada, 'account_open_0');
  expect(await bot.store.pins.recents(ownerOf(bot.ada))).toEqual(['1004']);
  expect(bot.ada.messages()).toEqual([]);
  await submits(bot.ada, { [STATUS_VIEW.ids]: 'nope' }, NOT_FOUND);
  await submits(bot.ada, { [STATUS_VIEW.ids]: '1001' }, fine('1001'));
  await seesAtHome(bot.ada, 'home_lookup:1001');
  expect(await bot.store.pins.recents(ownerOf(bot.ada))).toEqual(['1001', '1004']);
  await bot.ada.closeModal();
  await presses(bot.ada, { actionId: 'account_open_0', value: '1001' }, fine('1001'));
});

test('the button beside the field submits its text, which an answer empties', async () => {
  const bot = await open();
  const text = { [HOME_ACTIONS.lookUpField]: '1001' };
  await bot.ada.press({ actionId: HOME_ACTIONS.lookUp }, text);
  await sees(bot.ada, fine('1001'));
  await seesAtHome(bot.ada, 'account_open_0');
  await bot.ada.closeModal();
  await bot.ada.press({ actionId: HOME_ACTIONS.lookUp });
  await sees(bot.ada, words.command.problem({ kind: 'id-unreadable', typed: '' }));
});

test('the menu of an account that was looked up opens its details, and Share', async () => {
  const bot = await open();
  await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004');
  await sees(bot.ada, actNow('1004'));
  const inMenu = (value: string) =>
    bot.ada.press({ actionId: ACTIONS.more, blockId: 'account::1004', value });
  await inMenu(MORE.details);
  await sees(bot.ada, words.details.headings.sent);
  await bot.ada.closeModal();
  await inMenu(MORE.share);
  await sees(bot.ada, words.share.hint);
});

test.each(['1001 & 1004', Array.from({ length: 11 }, (_, at) => 1001 + at).join(' ')])(
  'the window has the whole text in its field if it cannot be read: %s',
  async (typed) => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, typed);
    expect(JSON.stringify(await sees(bot.ada))).toContain(`"initial_value":"${typed}"`);
  },
);

test('the window answers where Home is allowed and no channel is', async () => {
  const { ada } = await startBot({ settings: { ALLOWED_CHANNELS: 'home' } });
  await opensHome(ada, HOME_ACTIONS.lookUpField);
  await ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004');
  await submits(ada, { [STATUS_VIEW.ids]: '1001' }, fine('1001'));
});
