import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { postgresOfRun } from '../store/use-databases.ts';
import { homeText } from '../support/home-of.ts';
import { FINE, inOrder, isPinned, NO_BACKUP } from '../support/phrases.ts';
import { LOCALE, words } from '../support/reader.ts';
import { type BotProcess, startBotProcess } from '../support/start-bot-process.ts';
import { startSlack } from '../support/start-slack.ts';

const postgres = postgresOfRun();

const AT_ONCE = 10;

test('three processes on one PostgreSQL share token, last answers and pins', async () => {
  const transport = 'http';
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startSlack({ locale: LOCALE });
  const setup = { slack, service, databaseUrl: await postgres().createDatabase(), transport } as const;
  const bots = await Promise.all([1, 2, 3].map(() => startBotProcess(setup)));
  const ada = slack.person('ada');
  /** The next requests go to this process, as a load balancer has it. */
  const deliverTo = ({ requestUrl = '' }: BotProcess) => slack.deliverTo(requestUrl);

  for (const [turn, bot] of bots.entries()) {
    deliverTo(bot);
    const ids = Array.from({ length: AT_ONCE }, (_, index) => `load-${turn + index}`);
    await Promise.all(ids.map((id) => ada.command(`/backup-status ${id}`)));
    // On a slow machine an answer comes after its note.
    const answered = () => ada.messages().filter(({ text }) => text.includes(FINE)).length;
    await ada.waitFor(() => answered() === (turn + 1) * AT_ONCE || undefined);
  }
  expect(service.counts.logins).toBe(1);

  const { message } = await ada.command('/backup-status 1004');
  await ada.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: message?.ts ?? '' });
  await ada.waitFor(() => ada.messages().find(({ text }) => text.includes(isPinned('1004'))));
  for (const bot of bots) {
    deliverTo(bot);
    await ada.openHome();
    await ada.waitFor(() => (homeText(ada).includes(NO_BACKUP) ? true : undefined));
  }

  for (const bot of bots) bot.kill('SIGTERM');
  await Promise.all(bots.map(({ ended }) => ended));
  await service.close();
  deliverTo(await startBotProcess(setup));
  await ada.command('/backup-status load-7');
  const answer = await ada.waitFor(() => ada.messages().find(({ text }) => text.startsWith('❔ load-7')));
  expect(answer.text).toMatch(
    inOrder(
      /^❔ load-7 · /,
      words.card.was('✅', FINE),
      words.failure.unavailable['no-answer'](undefined).what,
      words.status.online,
    ),
  );
  expect(service.counts.logins).toBe(1);
});
