import { describe, expect, test } from 'vitest';
import { HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { ownerOf } from '../support/home-of.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `load-${index + 1}`);
const answered = ({ logLines }: StartedBot, by: string, count: number) =>
  expect.poll(() => logLines.filter((line) => line.by === by)).toHaveLength(count);

describe.each(TRANSPORTS)('more than there is room for, over %s', (transport) => {
  test('eleven accounts at once are too many', async () => {
    const { ada, service } = await startBot({ transport });
    const { message } = await ada.command(`/backup-status ${ids(11).join(' ')}`);
    expect(message?.text).toContain(words.command.problem({ kind: 'too-many-ids', count: 11, limit: 10 }));
    expect(service.counts.generalInfos).toBe(0);
  });

  test('of a Home with fifty pins, hammering Refresh asks for all of them once in a while', async () => {
    const clock = { nowMs: Date.now() };
    const store = await startStore();
    const bot = await startBot({ transport, store, now: () => clock.nowMs });
    for (const accountId of ids(50)) await store.pins.add(ownerOf(bot.ada), { accountId });
    await bot.ada.openHome();
    await answered(bot, 'home', 1);
    for (let press = 0; press < 10; press += 1) {
      await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
      await answered(bot, 'home', 2 + press);
    }
    expect(bot.service.counts.generalInfos).toBe(50);
    clock.nowMs += 10_000;
    await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
    await answered(bot, 'home', 12);
    expect(bot.service.counts.generalInfos).toBe(100);
  });
});
