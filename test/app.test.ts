import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createBackupStatusApp } from '../src/app.ts';
import { SETTINGS } from '../src/settings.ts';
import { NOT_CHECKED } from './support/phrases.ts';
import { startBot } from './support/start-bot.ts';
import { startSlack } from './support/start-slack.ts';

test('signed HTTP says on which port it listens', async () => {
  const slack = await startSlack();
  const app = createBackupStatusApp({
    settings: SETTINGS.parse({
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      HOST: '127.0.0.1',
      PORT: 0,
      BACKUP_SERVICE_URL: 'http://127.0.0.1:9/api',
      BACKUP_SERVICE_USERNAME: 'a',
      BACKUP_SERVICE_PASSWORD: 'b',
      DATABASE_URL: 'sqlite::memory:',
      OPERATIONS_PORT: 'off',
    }),
    log: pino({ enabled: false }),
  });
  onTestFinished(() => app.stop());
  const { port } = await app.start();
  const unsigned = { method: 'POST', body: new URLSearchParams({ command: '/backup-status' }) };
  expect(await fetch(`http://127.0.0.1:${port}/slack/events`, unsigned)).toMatchObject({ status: 401 });
});

test('it has logged in before anybody asks', async () => {
  const { service } = await startBot({ transport: 'http' });
  await expect.poll(() => service.counts.logins).toBe(1);
});

test('a last answer past its age does not stand in', async () => {
  let nowMs = Date.now();
  const { ada, service } = await startBot({
    transport: 'socket',
    now: () => nowMs,
    lookup: { lastAnswerMaxAgeMs: 3_600_000, budgetMs: 1_500 },
  });
  await ada.command('/backup-status 1001');
  await service.close();
  nowMs += 3_600_001;
  expect((await ada.command('/backup-status 1001')).message?.text).toContain(NOT_CHECKED);
});
