import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { fine } from '../support/phrases.ts';
import { LOCALE } from '../support/reader.ts';
import { startBotProcess } from '../support/start-bot-process.ts';

const OF_1_9_0 = parseEnv(readFileSync(join(import.meta.dirname, 'upgrade/1.9.0.env'), 'utf8'));

test('a .env of 1.9.0 starts the process, and one warning names what has no effect any more', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startLocalSlack({ locale: LOCALE });
  onTestFinished(() => slack.close());
  const databaseUrl = 'sqlite::memory:';
  const env = OF_1_9_0 as Record<string, string>;
  const bot = await startBotProcess({ slack, service, databaseUrl, transport: 'socket', env });
  await slack.waitForSockets(2);
  const { message } = await slack.person('ada').command('/backup-status 1001');
  expect(message?.text).toContain(fine('1001'));
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
        'no settings any more, take them out: SLACK_SOCKETS is 2, not 3; HISTORY_DAYS is 90, not 30; ' +
        'BACKUP_STUCK_AFTER_HOURS is BACKUP_LATE_AFTER_HOURS, not 30; CLOCK_AHEAD_MINUTES is 5, not 10; ' +
        'ANSWER_INLINE_WITHIN_MS is 2000, not 1500; LOOKUP_BUDGET_SECONDS is 20, not 15; FRESH_FOR_SECONDS; ' +
        'LAST_ANSWER_HOURS is 24, not 48; LOG_FORMAT is auto, not json; LOOKUPS_PER_MINUTE is 0, not 30',
    }),
  ]);
});
