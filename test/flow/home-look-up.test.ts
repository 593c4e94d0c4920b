import { describe, expect, test } from 'vitest';
import { HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { homeText, ownerOf } from '../support/home-of.ts';
import { actNow, FINE, NOT_FOUND } from '../support/phrases.ts';
import { answered, pinBlock, startPinned } from '../support/pinned-home.ts';
import { words } from '../support/reader.ts';
import { sees } from './sees.ts';

describe('looking up in Home', () => {
  const transport = 'socket';
  async function open(...ids: readonly string[]) {
    const bot = await startPinned({ transport }, ...ids);
    await bot.ada.openHome();
    await answered(bot, 1);
    return bot;
  }

  test('an id typed into the field is answered in full, and is the first of the recent ones', async () => {
    const bot = await open();
    expect(await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1004')).toMatchObject({ ack: 'ok' });
    await answered(bot, 2);
    expect(homeText(bot.ada)).toMatch(new RegExp(`${actNow('1004')}.*home_open_0`, 's'));
    await expect.poll(() => bot.store.recents.list(ownerOf(bot.ada))).toMatchObject([{ accountId: '1004' }]);
    expect(bot.ada.messages()).toEqual([]);
  });

  test('the button beside the field takes what stands in it', async () => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1001');
    await answered(bot, 2);
    await bot.ada.press({ actionId: HOME_ACTIONS.lookUp });
    await answered(bot, 3);
    // The field was emptied with the first answer.
    expect(homeText(bot.ada)).toContain(words.command.problem({ kind: 'id-unreadable', typed: '' }));
  });

  test('a name works there, and several accounts give a list', async () => {
    const bot = await open('1004');
    await bot.store.pins.rename(ownerOf(bot.ada), '1004', 'Acme');
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1001 ACME');
    await answered(bot, 2);
    expect(homeText(bot.ada)).toMatch(new RegExp(`Acme \\(1004\\).*1001 · ${FINE}`, 's'));
  });

  test('Refresh on the card of what was looked up asks about it again', async () => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1004');
    await answered(bot, 2);
    await bot.ada.press({ actionId: HOME_ACTIONS.account, blockId: 'looked-up::1004' });
    await answered(bot, 3);
    expect(bot.service.counts.generalInfos).toBe(2);
    expect(homeText(bot.ada)).toMatch(new RegExp(`${actNow('1004')}.*looked-up::1004`, 's'));
  });

  test('what cannot be an id is quoted back', async () => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '<!channel>');
    await answered(bot, 2);
    expect(homeText(bot.ada)).toContain(words.command.problem({ kind: 'markup', typed: '<!channel>' }));
    expect(bot.service.counts.generalInfos).toBe(0);
  });

  test('an unknown id is said to be unknown, and is no recent look-up', async () => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, 'nope');
    await answered(bot, 2);
    expect(homeText(bot.ada)).toContain(NOT_FOUND);
    expect(await bot.store.recents.list(ownerOf(bot.ada))).toEqual([]);
  });

  test('Open shows a pinned account in full, Refresh asks about that one alone', async () => {
    const bot = await open('1001', '1004');
    const inMenu = (value: string) =>
      bot.ada.press({ actionId: HOME_ACTIONS.more, blockId: pinBlock('1004'), value });
    await inMenu(MORE.refresh);
    await answered(bot, 2);
    expect(bot.service.counts.generalInfos).toBe(3);
    expect(homeText(bot.ada)).not.toContain(words.card.quota(1.5, 'TB'));
    await inMenu(MORE.open);
    await answered(bot, 3);
    expect(homeText(bot.ada)).toContain(words.card.quota(1.5, 'TB'));
    expect(bot.service.counts.generalInfos).toBe(3);
  });

  test('details open from Home', async () => {
    const bot = await open('1001');
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1001');
    await answered(bot, 2);
    await bot.ada.press({ actionId: HOME_ACTIONS.more, blockId: 'looked-up::1001', value: MORE.details });
    const modal = await sees(bot.ada);
    expect(JSON.stringify(modal.blocks)).toContain('çevrimiçi');
  });
});
