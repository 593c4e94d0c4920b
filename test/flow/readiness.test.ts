import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/use-databases.ts';
import { failingStore } from '../support/failing-store.ts';
import { startBot } from '../support/start-bot.ts';

async function partsOf(url: string) {
  const { parts } = (await (await fetch(`${url}/readyz`)).json()) as {
    parts: Record<string, { ok: boolean; why: string }>;
  };
  return Object.fromEntries(Object.entries(parts).map(([part, { ok, why }]) => [part, ok ? 'ok' : why]));
}

const WELL = { process: 'ok', slack: 'ok', service: 'ok', database: 'ok', watch: 'ok' };

test.each(['socket', 'http'] as const)('a bot that can answer is ready, over %s', async (transport) => {
  const { operationsUrl, ada } = await startBot({ transport, operations: true });
  await expect.poll(() => partsOf(operationsUrl)).toEqual(WELL);
  expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200);
  await ada.command('/backup-status 1001');
  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
  expect(metrics).toContain(`backup_status_slack_connections ${transport === 'socket' ? 2 : 1}\n`);
});

test('a refused sign-in is shown but keeps the replica ready', async () => {
  const { operationsUrl } = await startBot({
    operations: true,
    settings: { BACKUP_SERVICE_PASSWORD: 'wrong' },
  });
  expect(await partsOf(operationsUrl)).toEqual({ ...WELL, service: 'no token and no recent answer' });
  expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200);
});

test('failing look-ups are shown but keep the replica ready', async () => {
  const nowMs = Date.now();
  const { operationsUrl, ada, service, clock } = await startBot({
    operations: true,
    lookup: { budgetMs: 2_000 },
    standsAtMs: nowMs,
  });
  await ada.command('/backup-status 1001');
  service.addFault({ kind: 'status', status: 503 }, { operation: 'general-info' });
  await ada.command('/backup-status 1002 1003 1004 1005 1006');
  const since = new Date(nowMs).toISOString();
  expect(await partsOf(operationsUrl)).toEqual({
    ...WELL,
    service: `look-ups have failed since ${since}: no-answer`,
  });
  expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200);
  clock.advance(10_000);
  service.clearFaults();
  await ada.command('/backup-status 1002');
  expect(await partsOf(operationsUrl)).toEqual(WELL);
});

test('a database that is down is shown but keeps the replica ready; no connection to Slack does not', async () => {
  const { operationsUrl, slack } = await startBot({
    transport: 'socket',
    operations: true,
    store: await failingStore(),
  });
  const down = {
    ...WELL,
    database: expect.stringMatching(/^has not answered since \d/),
    watch: 'not known: the database does not answer',
  };
  await expect.poll(() => partsOf(operationsUrl)).toEqual(down);
  expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200);
  await slack.close();
  await expect.poll(() => partsOf(operationsUrl)).toEqual({ ...down, slack: 'no sockets connected' });
  expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(503);
});

test.each([
  ['deleted', rm],
  ['replaced', async (path: string) => rename(path, `${path}.old`).then(() => writeFile(path, ''))],
])('a SQLite file that was %s is shown, and logged once', async (_what, remove) => {
  const path = join(await temporaryFolder(), 'pins.db');
  const { operationsUrl, logLines } = await startBot({ operations: true, databaseUrl: `sqlite:${path}` });
  expect(await partsOf(operationsUrl)).toMatchObject({ database: WELL.database });
  await remove(path);
  for (let asked = 0; asked < 2; asked += 1) {
    expect(await partsOf(operationsUrl)).toMatchObject({
      database: expect.stringMatching(/^has not answered since \d/),
    });
  }
  expect(logLines.filter(({ level }) => level === 50)).toMatchObject([
    { database: path, reason: expect.stringContaining('deleted or replaced') },
  ]);
});
