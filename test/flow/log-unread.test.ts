import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { FINE } from '../support/phrases.ts';
import { LOCALE } from '../support/reader.ts';
import { startBotProcess } from '../support/start-bot-process.ts';
import { startSlack } from '../support/start-slack.ts';

/** More than a pipe holds, on any system. */
const MUCH_BYTES = 1_000_000;

test('with a log that nobody reads any more commands are answered, and SIGTERM ends it with 0', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startSlack({ locale: LOCALE });
  const bot = await startBotProcess({
    slack,
    service,
    databaseUrl: 'sqlite::memory:',
    transport: 'socket',
    env: { LOG_LEVEL: 'trace' },
  });
  const ada = slack.person('ada');
  const ids = Array.from({ length: 10 }, (_, index) => `${1001 + index}`);
  const askForAll = async () =>
    expect(await ada.command(`/backup-status ${ids.join(' ')}`)).toMatchObject({ ack: 'ok' });
  const before = await bot.printed('');
  await askForAll();
  // At least: more of it may be on its way.
  const bytesEach = (await bot.printed(ids.at(-1) ?? '')).length - before.length;
  bot.stopReading();
  for (let bytes = 0; bytes < MUCH_BYTES; bytes += bytesEach) await askForAll();
  expect((await ada.command('/backup-status 1001')).message?.text).toContain(FINE);
  bot.kill('SIGTERM');
  // Once the process has ended, what is in the pipe is still there to be read.
  await expect.poll(bot.isAlive).toBe(false);
  bot.readOn();
  expect((await bot.ended).code).toBe(0);
});
