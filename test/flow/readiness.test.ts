import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/use-databases.ts';
import { failingStore } from '../support/failing-store.ts';
import { READY, readiness } from '../support/people.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

test.each(TRANSPORTS)('a bot that can answer is ready, over %s', async (transport) => {
  const bot = await startBot({ transport, operations: true });
  await expect.poll(() => readiness(bot)).toEqual(READY);
  await bot.ada.command('/backup-status 1001');
  const metrics = await (await fetch(`${bot.operationsUrl}/metrics`)).text();
  expect(metrics).toContain(`backup_status_slack_connections ${transport === 'socket' ? 2 : 1}\n`);
});

const DOWN_SINCE = { downSince: expect.stringMatching(/^\d{4}-/) };

test('a database that is down is shown but keeps the replica ready; no connection to Slack does not', async () => {
  const bot = await startBot({ transport: 'socket', operations: true, store: await failingStore() });
  const down = { ...READY, database: DOWN_SINCE, watch: {} };
  await expect.poll(() => readiness(bot)).toEqual(down);
  await bot.slack.close();
  await expect.poll(() => readiness(bot)).toEqual({ ...down, status: 503, slack: { connections: 0 } });
});

test.each([
  ['deleted', rm],
  ['replaced', async (path: string) => rename(path, `${path}.old`).then(() => writeFile(path, ''))],
  [
    'in a folder that can no longer be read',
    async (path: string) => {
      const folder = dirname(path);
      await rename(folder, `${folder}.old`);
      await symlink(folder, folder);
    },
  ],
])('a SQLite file that was %s is shown, and logged once', async (_what, remove) => {
  const path = join(await temporaryFolder(), 'data', 'pins.db');
  await mkdir(dirname(path));
  const bot = await startBot({ operations: true, databaseUrl: `sqlite:${path}` });
  expect(await readiness(bot)).toMatchObject({ database: READY.database });
  await remove(path);
  for (let asked = 0; asked < 2; asked += 1)
    expect(await readiness(bot)).toMatchObject({ database: DOWN_SINCE });
  expect(bot.logLines.filter(({ level }) => level === 50)).toMatchObject([
    { database: path, reason: expect.stringContaining('deleted or replaced') },
  ]);
});
