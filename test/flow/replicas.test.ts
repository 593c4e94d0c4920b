import { expect, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { postgresOfRun } from '../store/use-databases.ts';
import { answer, card, reads, seesAtHome, until } from '../support/people.ts';
import { FINE, inOrder, isPinned, NO_BACKUP } from '../support/phrases.ts';
import { LOCALE, words } from '../support/reader.ts';
import { DOWN, startBot, startOwn } from '../support/start-bot.ts';
import { startSlack } from '../support/start-slack.ts';

const postgres = postgresOfRun();

const AT_ONCE = 10;

test('three replicas on one PostgreSQL share the token, last answers and pins', async () => {
  const service = await startOwn(startBackupService());
  const slack = await startSlack({ locale: LOCALE });
  const databaseUrl = await postgres().createDatabase();
  const start = () => startBot({ slack, service, databaseUrl, transport: 'http' });
  const first = await start();
  await expect.poll(() => service.counts.logins).toBe(1);
  const bots = [first, ...(await Promise.all([start(), start()]))];
  const ada = slack.person('ada');

  for (const [turn, bot] of bots.entries()) {
    // Routes the next requests to this bot, as a load balancer does.
    await bot.acknowledge();
    const ids = Array.from({ length: AT_ONCE }, (_, index) => `load-${turn + index}`);
    await Promise.all(ids.map((id) => answer(ada, id)));
    // On a slow machine an answer follows a note.
    const answered = () => ada.messages().filter(({ text }) => text.includes(FINE)).length;
    await until(ada, () => answered() === (turn + 1) * AT_ONCE);
  }
  expect(service.counts.logins).toBe(1);

  const { ts } = await card(ada, '1004');
  await ada.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: ts });
  await reads(ada, isPinned('1004'));
  for (const bot of bots) {
    await bot.acknowledge();
    await ada.openHome();
    await seesAtHome(ada, NO_BACKUP);
  }

  await Promise.all(bots.map(({ stop }) => stop()));
  service.addFault(DOWN);
  await start();
  await answer(ada, 'load-7');
  const earlier = await ada.waitFor(() => ada.messages().find(({ text }) => text.startsWith('❔ load-7')));
  expect(earlier.text).toMatch(
    inOrder(
      /^❔ load-7 · /,
      words.failure.unavailable['no-answer']().what,
      words.card.was('✅', FINE),
      words.status.online,
    ),
  );
  expect(service.counts.logins).toBe(1);
});
