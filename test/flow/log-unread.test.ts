import { expect, test } from 'vitest';
import { FINE } from '../support/phrases.ts';
import { startBotProcess } from '../support/start-bot-process.ts';
import { answer, card } from './sees.ts';

/** More than a pipe holds, on any system. */
const MUCH_BYTES = 1_000_000;

test('with a log that nobody reads any more commands are answered, and SIGTERM ends it with 0', async () => {
  const bot = await startBotProcess({ transport: 'socket', env: { LOG_LEVEL: 'trace' } });
  const ids = Array.from({ length: 10 }, (_, index) => `${1001 + index}`);
  const askForAll = () => answer(bot.ada, ids.join(' '));
  const before = await bot.printed('');
  await askForAll();
  // At least: more of it may be on its way.
  const bytesEach = (await bot.printed(ids.at(-1) ?? '')).length - before.length;
  bot.stopReading();
  for (let bytes = 0; bytes < MUCH_BYTES; bytes += bytesEach) await askForAll();
  expect((await card(bot.ada, '1001')).text).toContain(FINE);
  bot.kill('SIGTERM');
  // Once the process has ended, what is in the pipe is still there to be read.
  await expect.poll(bot.isAlive).toBe(false);
  bot.readOn();
  expect((await bot.ended).code).toBe(0);
});
