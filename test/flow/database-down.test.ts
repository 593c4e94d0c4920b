import { expect, test } from 'vitest';
import type { Delivery } from '../../sandbox/slack/server/delivery.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { postgresOfFile } from '../store/use-databases.ts';
import { isPinned } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { card, reads, sees } from './sees.ts';

const postgres = postgresOfFile();

test('PostgreSQL stops and starts again under load: commands answer throughout, pins come back by themselves', async () => {
  const databaseUrl = await postgres().createDatabase();
  const { slack, ada, stop } = await startBot({ databaseUrl, transport: 'socket' });
  const pinIt = async (accountId: string) => {
    const { ts } = await card(ada, accountId);
    await ada.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: ts });
  };
  await pinIt('1001');
  await reads(ada, isPinned('1001'), 'oncall');
  await sees(ada);
  await ada.closeModal();

  const deliveries: Delivery[] = [];
  let isOver = false;
  const ids = ['load-1', 'load-2'];
  const load = ids.map(async (id) => {
    while (!isOver) deliveries.push(await slack.person('bora').command(`/backup-status ${id}`));
  });
  await postgres().stop('at-once');
  await pinIt('1002');
  await reads(ada, words.pins.change({ kind: 'store-failed' }, '1002', undefined), 'oncall');
  const whileDown = deliveries.length;
  await expect.poll(() => deliveries.length).toBeGreaterThan(whileDown + 10);
  await postgres().start();
  // A card that offers Unpin has read from the database that the pin is there.
  const pinUntilKept = async () => {
    if (ada.modal()) await ada.closeModal();
    const { ts, blocks } = await card(ada, '1003');
    if (JSON.stringify(blocks).includes(`"${MORE.unpin}"`)) return true;
    await ada.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: ts });
    return false;
  };
  await expect.poll(pinUntilKept, { interval: 300 }).toBe(true);
  isOver = true;
  await Promise.all(load);
  // On a slow machine an answer comes after its note.
  const answers = [words.status.online, ...ids.map((id) => words.command.pending(id))];
  const others = deliveries.filter(({ message }) => !answers.some((text) => message?.text.includes(text)));
  expect(others).toEqual([]);
  await stop();
});
