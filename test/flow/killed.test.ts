import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { openStore, temporaryFolder } from '../store/use-databases.ts';
import { isPinned } from '../support/phrases.ts';
import { LOCALE } from '../support/reader.ts';
import { startBot, startOwn } from '../support/start-bot.ts';
import { startBotProcess } from '../support/start-bot-process.ts';
import { startSlack } from '../support/start-slack.ts';

const PEOPLE = 10;
const PINS_EACH = 5;
const KILL_AFTER = 20;

/**
 * Looks the account up, pins it from the card, and resolves when the person reads that it is pinned. Rejects when the bot
 * is dead, because nothing more will arrive.
 */
async function pin(person: Person, accountId: string, isDead = () => false): Promise<void> {
  const waitFor = <T>(look: () => T | undefined) =>
    person.waitFor(() => {
      if (isDead()) throw new Error('the bot is dead');
      return look();
    });
  // On a slow machine Slack may not get the answer in time, and people ask again.
  while ((await person.command(`/backup-status ${accountId}`)).ack !== 'ok')
    if (isDead()) throw new Error('the bot is dead');
  const { ts } = await waitFor(() => cardIn(person, accountId));
  await person.press({ actionId: ACTIONS.more, value: MORE.pin, messageTs: ts });
  await waitFor(() => person.messages('oncall').find(({ text }) => text === isPinned(accountId)));
  // The window for a name opens.
  await waitFor(() => person.modal());
  await person.closeModal();
}

/** On a slow machine the card follows a note. */
const cardIn = (person: Person, accountId: string) =>
  person.messages().find(({ blocks }) => JSON.stringify(blocks).includes(`"account::${accountId}"`));

// A pin is on disk before it is confirmed.
test('a bot killed while people pin has every confirmed pin after its restart', async () => {
  const service = await startOwn(startBackupService());
  const slack = await startSlack({ locale: LOCALE, extraMembers: PEOPLE, ackTimeoutMs: 1_000 });
  const setup = {
    slack,
    service,
    databaseUrl: `sqlite:${join(await temporaryFolder(), 'bot.db')}`,
    transport: 'socket',
  } as const;
  const bot = await startBotProcess(setup);
  const confirmed: { userId: string; accountId: string }[] = [];
  let isKilled = false;

  const pinAll = async (person: Person) => {
    for (let number = 1; number <= PINS_EACH && !isKilled; number += 1) {
      const accountId = `load-${number}`;
      const isConfirmed = await pin(person, accountId, () => isKilled).then(
        () => true,
        () => false, // Killed before the confirmation.
      );
      if (isConfirmed) confirmed.push({ userId: person.id, accountId });
      if (confirmed.length >= KILL_AFTER && !isKilled) {
        isKilled = true;
        bot.kill('SIGKILL');
      }
    }
  };
  const people = Array.from({ length: PEOPLE }, (_, index) => slack.person(`member-${index + 1}`));
  await Promise.all(people.map(pinAll));
  expect(isKilled).toBe(true);
  expect(confirmed.length).toBeGreaterThanOrEqual(KILL_AFTER);

  await bot.ended;
  // The new bot need not be a separate process.
  await startBot(setup);
  const { pins } = await openStore(setup.databaseUrl);
  const kept = await Promise.all(
    people.map(async ({ id: userId, teamId }) => {
      const list = await pins.list({ teamId, userId });
      return list.map(({ accountId }) => ({ userId, accountId }));
    }),
  );
  const lost = confirmed.filter(
    ({ userId, accountId }) =>
      !kept.flat().some((one) => one.userId === userId && one.accountId === accountId),
  );
  expect(lost).toEqual([]);
  // The new bot works.
  await pin(slack.person('ada'), 'load-1');
});
