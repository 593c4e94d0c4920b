import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { postgresOfRun } from '../store/use-databases.ts';
import { FINE, inOrder, isPinned, NO_BACKUP } from '../support/phrases.ts';
import { LOCALE, words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type BotProcess, startBotProcess } from '../support/start-bot-process.ts';
import { startSlack } from '../support/start-slack.ts';

const postgres = postgresOfRun();

const ACCOUNTS = 100;
const LOOKUPS = 200;
const AT_ONCE = 20;

test.each(TRANSPORTS)(
  'three processes on one PostgreSQL share token, last answers and pins, over %s',
  // Hundreds of look-ups by four processes: seconds on any machine, and more on a busy one.
  async (transport) => {
    const service = await startBackupService();
    onTestFinished(() => service.close());
    const slack = await startSlack({ locale: LOCALE });
    const setup = {
      slack,
      service,
      databaseUrl: await postgres().createDatabase(),
      transport,
    };
    const bots = await Promise.all([startBotProcess(setup), startBotProcess(setup), startBotProcess(setup)]);
    const ada = slack.person('ada');
    /** Signed HTTP: the next requests go there, as a load balancer has it. Sockets: Slack spreads them itself. */
    const takeTurns = (turn: number) => {
      const requestUrl = (bots[turn % bots.length] as BotProcess).requestUrl;
      if (requestUrl !== undefined) slack.deliverTo(requestUrl);
    };

    for (let done = 0; done < LOOKUPS; done += AT_ONCE) {
      takeTurns(done / AT_ONCE);
      const ids = Array.from({ length: AT_ONCE }, (_, index) => `load-${((done + index) % ACCOUNTS) + 1}`);
      await Promise.all(ids.map((id) => ada.command(`/backup-status ${id}`)));
      // On a slow machine an answer comes after its note.
      const answered = () => ada.messages().filter(({ text }) => text.includes(FINE)).length;
      await ada.waitFor(() => answered() === done + AT_ONCE || undefined);
    }
    expect(service.counts.logins).toBe(1);

    takeTurns(0);
    const { message } = await ada.command('/backup-status 1004');
    await ada.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: message?.ts ?? '' });
    await ada.waitFor(() => ada.messages().find(({ text }) => text.includes(isPinned('1004'))));
    takeTurns(1);
    const stopped = NO_BACKUP;
    // In Socket Mode any process may get it; all must know the pin.
    for (let opened = 0; opened < 4; opened += 1) {
      await ada.openHome();
      await ada.waitFor(() => (JSON.stringify(ada.home() ?? '').includes(stopped) ? true : undefined));
    }

    for (const bot of bots) bot.kill('SIGTERM');
    await Promise.all(bots.map(({ ended }) => ended));
    await service.close();
    const third = await startBotProcess(setup);
    if (third.requestUrl !== undefined) slack.deliverTo(third.requestUrl);
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
  },
);
