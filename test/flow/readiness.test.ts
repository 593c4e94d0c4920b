import { expect, test } from 'vitest';
import { failingStore } from '../support/failing-store.ts';
import { startBot } from '../support/start-bot.ts';

async function partsOf(url: string) {
  const { parts } = (await (await fetch(`${url}/readyz`)).json()) as {
    parts: Record<string, { ok: boolean; why: string }>;
  };
  return Object.fromEntries(Object.entries(parts).map(([part, { ok, why }]) => [part, ok ? 'ok' : why]));
}

const WELL = { process: 'ok', slack: 'ok', service: 'ok', database: 'ok' };

test.each(['socket', 'http'] as const)('a bot that can answer is ready, over %s', async (transport) => {
  const { operationsUrl, ada } = await startBot({ transport, operations: true });
  await expect.poll(() => partsOf(operationsUrl)).toEqual(WELL);
  expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200);
  await ada.command('/backup-status 1001');
  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
  expect(metrics).toContain(`backup_status_slack_connections ${transport === 'socket' ? 2 : 1}\n`);
  await expect
    .poll(async () => (await fetch(`${operationsUrl}/metrics`)).text())
    .toContain('backup_status_requests_under_way 0\n');
});

test('a service that lets it not in is said', async () => {
  const { operationsUrl } = await startBot({
    transport: 'http',
    operations: true,
    backupService: { password: 'wrong' },
  });
  expect(await partsOf(operationsUrl)).toEqual({ ...WELL, service: 'no token, and no answer lately' });
  expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(503);
});

test('a database that is down is said, and so is a Slack that hangs up', async () => {
  const { operationsUrl, slack } = await startBot({
    transport: 'socket',
    operations: true,
    store: failingStore(),
  });
  await expect.poll(() => partsOf(operationsUrl)).toEqual({ ...WELL, database: 'does not answer' });
  await slack.close();
  await expect
    .poll(() => partsOf(operationsUrl))
    .toEqual({ ...WELL, slack: 'no socket connected', database: 'does not answer' });
});
