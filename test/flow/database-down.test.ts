import { expect, test } from 'vitest';
import type { Delivery } from '../../sandbox/slack/server/delivery.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { postgresOfFile } from '../store/use-databases.ts';
import { isPinned } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBotProcess } from '../support/start-bot-process.ts';
import { reads, sees } from './sees.ts';

const postgres = postgresOfFile();

test('PostgreSQL stops and starts again under load: commands answer throughout, pins come back by themselves', async () => {
  const databaseUrl = await postgres().createDatabase();
  const bot = await startBotProcess({ databaseUrl, transport: 'socket' });
  const { slack, ada } = bot;
  const pinIt = async (accountId: string) => {
    const { message } = await ada.command(`/backup-status ${accountId}`);
    await ada.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: message?.ts ?? '' });
  };
  await pinIt('1001');
  await reads(ada, isPinned('1001'), 'oncall');
  await sees(ada);
  await ada.closeModal();

  const deliveries: Delivery[] = [];
  let isOver = false;
  const load = ['load-1', 'load-2', 'load-3', 'load-4'].map(async (id) => {
    while (!isOver) deliveries.push(await slack.person('bora').command(`/backup-status ${id}`));
  });
  await postgres().stop('at-once');
  await pinIt('1002');
  await reads(ada, words.pins.change({ kind: 'store-failed' }, '1002', undefined), 'oncall');
  const whileDown = deliveries.length;
  await expect.poll(() => deliveries.length).toBeGreaterThan(whileDown + 20);
  await postgres().start();
  // A card that offers Unpin has read from the database that the pin is there.
  const pinUntilKept = async () => {
    if (ada.modal()) await ada.closeModal();
    const { message } = await ada.command('/backup-status 1003');
    if (JSON.stringify(message?.blocks).includes(MORE.unpin)) return true;
    await ada.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: message?.ts ?? '' });
    return false;
  };
  await expect.poll(pinUntilKept, { interval: 300 }).toBe(true);
  isOver = true;
  await Promise.all(load);
  expect(deliveries.filter(({ message }) => !message?.text.includes(words.status.online))).toEqual([]);
  bot.kill('SIGTERM');
  expect((await bot.ended).code).toBe(0);
});
