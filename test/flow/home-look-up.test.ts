import { expect, test } from 'vitest';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { answered, homeText, ownerOf, sees } from '../support/people.ts';
import { actNow, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

async function open(...ids: readonly string[]) {
  const bot = await startBot({ transport: 'socket', pins: ids });
  await bot.ada.openHome();
  await answered(bot, 1);
  return bot;
}

test('answers an id typed into the field in full, and lists it first among the recent look-ups', async () => {
  const bot = await open();
  expect(await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004')).toMatchObject({ ack: 'ok' });
  await answered(bot, 2);
  expect(homeText(bot.ada)).toMatch(new RegExp(`${actNow('1004')}.*account_open_0`, 's'));
  await expect.poll(() => bot.store.pins.recents(ownerOf(bot.ada))).toEqual(['1004']);
  expect(bot.ada.messages()).toEqual([]);
});

test('the button beside the field submits its text', async () => {
  const bot = await open();
  await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1001');
  await answered(bot, 2);
  await bot.ada.press({ actionId: HOME_ACTIONS.lookUp });
  await answered(bot, 3);
  // The first answer emptied the field.
  expect(homeText(bot.ada)).toContain(words.command.problem({ kind: 'id-unreadable', typed: '' }));
});

test('Refresh on the card of a look-up asks the service again, and Details and Share open a window', async () => {
  const bot = await open();
  await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004');
  await answered(bot, 2);
  await bot.ada.press({ actionId: ACTIONS.refresh, blockId: 'account::1004' });
  await answered(bot, 3);
  expect(bot.service.counts.generalInfos).toBe(2);
  expect(homeText(bot.ada)).toMatch(new RegExp(`${actNow('1004')}.*account::1004`, 's'));
  await bot.ada.press({ actionId: ACTIONS.more, blockId: 'account::1004', value: MORE.details });
  await sees(bot.ada, words.details.headings.sent);
  await bot.ada.closeModal();
  await bot.ada.press({ actionId: ACTIONS.share, blockId: 'account::1004' });
  await sees(bot.ada, words.share.hint);
});

test('quotes text that cannot be an id, and keeps an unknown id out of the recent look-ups', async () => {
  const bot = await open();
  await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, '<!channel>');
  await answered(bot, 2);
  expect(homeText(bot.ada)).toContain(words.command.problem({ kind: 'id-unreadable', typed: '<!channel>' }));
  expect(bot.service.counts.generalInfos).toBe(0);
  await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, 'nope');
  await answered(bot, 3);
  expect(homeText(bot.ada)).toContain(NOT_FOUND);
  expect(await bot.store.pins.recents(ownerOf(bot.ada))).toEqual([]);
});

test('Open shows a pinned account in full, and Refresh in its menu looks up only that account', async () => {
  const bot = await open('1001', '1004');
  const inMenu = (value: string) => bot.ada.press({ actionId: ACTIONS.more, blockId: 'pin::1004', value });
  await inMenu(MORE.refresh);
  await answered(bot, 2);
  expect(bot.service.counts.generalInfos).toBe(3);
  expect(homeText(bot.ada)).not.toContain(words.card.quota(1.5, 'TB'));
  await inMenu(MORE.open);
  await answered(bot, 3);
  expect(homeText(bot.ada)).toContain(words.card.quota(1.5, 'TB'));
  expect(bot.service.counts.generalInfos).toBe(3);
});

test.each(['1001 & 1004', Array.from({ length: 11 }, (_, at) => 1001 + at).join(' ')])(
  'puts the whole text back into the field if it cannot be read: %s',
  async (typed) => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookUpField }, typed);
    await answered(bot, 2);
    expect(JSON.stringify(bot.ada.home())).toContain(`"initial_value":"${typed}"`);
  },
);
