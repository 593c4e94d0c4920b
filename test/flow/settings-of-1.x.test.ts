import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { card } from '../support/people.ts';
import { fine } from '../support/phrases.ts';
import { startBotProcess } from '../support/start-bot-process.ts';

const OF_1_9_0 = parseEnv(readFileSync(join(import.meta.dirname, 'upgrade/1.9.0.env'), 'utf8'));

test('a .env of 1.9.0 starts the process, with one warning that names settings without effect', async () => {
  const bot = await startBotProcess({ transport: 'socket', env: OF_1_9_0 as Record<string, string> });
  await bot.slack.waitForSockets(2);
  expect((await card(bot.ada, '1001')).text).toContain(fine('1001'));
  bot.kill('SIGTERM');
  const { code, stdout } = await bot.ended;
  expect(code).toBe(0);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level >= 40)).toEqual([
    expect.objectContaining({
      reason:
        'these settings no longer exist, remove them: SLACK_SOCKETS, HISTORY_DAYS, CLOCK_AHEAD_MINUTES, ANSWER_INLINE_WITHIN_MS, ' +
        'LOOKUP_BUDGET_SECONDS, FRESH_FOR_SECONDS, LAST_ANSWER_HOURS, LOG_FORMAT, LOOKUPS_PER_MINUTE, ' +
        'BACKUP_STUCK_AFTER_HOURS (30; now it is BACKUP_LATE_AFTER_HOURS, 26)',
    }),
  ]);
});
