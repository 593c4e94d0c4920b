import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { found } from '../messages/samples.ts';
import { temporaryFolder } from '../store/use-databases.ts';
import { failingStore } from '../support/failing-store.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { answer, READY, readiness, reads } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';
import { startEdge } from '../support/start-edge.ts';

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

const NOT_CHECKED = words.access.refusals['not-checked'].what;

const refusing = (code: string) => ({ status: 503, slack: { tokenRefusal: code } });

test.each([
  ['revoked', 'token_revoked', 'socket'],
  ['uninstalled', 'account_inactive', 'http'],
] as const)(
  'a bot token that is %s is noticed by Slack’s event: not ready, counted, shown to people',
  async (how, word, way) => {
    const { slack, ada, operationsUrl, logLines } = await startBot({ transport: way, operations: true });
    expect(await slack.takeToken(how)).toMatchObject({ ack: 'ok' });
    await expect.poll(() => readiness({ operationsUrl })).toMatchObject(refusing(word));
    expect(await (await fetch(`${operationsUrl}/metrics`)).text()).toMatch(
      new RegExp(`^backup_status_slack_errors_total\\{method="auth\\.test",error="${word}"\\} [1-9]`, 'm'),
    );
    expect(logLines).toContainEqual(
      expect.objectContaining({
        level: 50,
        error: word,
        msg: 'Slack refuses the bot token: install the app again and set SLACK_BOT_TOKEN',
      }),
    );
    const { ack, message } = await ada.command('/backup-status 1001');
    expect(ack).toBe('ok');
    expect(message?.text).toContain(NOT_CHECKED);
  },
);

test('a person reads that a refused token stops the app, until Slack accepts it again', async () => {
  const { slack, ada, operationsUrl } = await startBot({ operations: true });
  for (const code of ['not_authed', 'team_disabled', 'user_removed_from_team']) {
    slack.addFault({ kind: 'error', code }, { method: 'users.info' });
    expect(await answer(ada, '1001')).toContain(NOT_CHECKED);
    expect(await readiness({ operationsUrl })).toMatchObject(refusing(code));
    slack.clearFaults();
  }
  expect(await answer(ada, '1001')).toContain(FINE);
  expect((await readiness({ operationsUrl })).status).toBe(200);
});

test('the bot is ready again once Slack accepts the token, even if nobody uses the app meanwhile', async () => {
  const { slack, ada, operationsUrl, logLines } = await startBot({ operations: true });
  slack.addFault({ kind: 'error', code: 'invalid_auth' });
  expect(await answer(ada, '1001')).toContain(NOT_CHECKED);
  expect((await readiness({ operationsUrl })).status).toBe(503);
  slack.clearFaults();
  await expect.poll(async () => (await readiness({ operationsUrl })).status).toBe(200);
  expect(logLines).toContainEqual(expect.objectContaining({ msg: 'Slack accepts the bot token again' }));
});

describe.each(TRANSPORTS)('stopping over %s', (transport) => {
  test('answers a look-up under way in its ack', async () => {
    const held = holdLookup();
    const { ada, stop } = await startEdge({ transport, lookup: held.lookup });
    const delivered = ada.command('/backup-status 1001');
    await expect.poll(() => held.asked).toHaveLength(1);
    const stopped = stop();
    held.answer(found());
    expect(await delivered).toMatchObject({
      ack: 'ok',
      message: { text: expect.stringContaining(FINE) },
    });
    await stopped;
  });

  test('is alive but not ready meanwhile, and accepts nothing afterwards', async () => {
    const { ada, stop, service, operationsUrl } = await startBot({
      transport,
      operations: true,
      lookup: { inlineWithinMs: 1 },
    });
    const release = service.hold();
    expect(await answer(ada, '1001')).toBe(words.command.pending('1001'));
    const stopped = stop();
    await expect.poll(async () => (await fetch(`${operationsUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${operationsUrl}/healthz`)).status).toBe(200);
    release();
    await stopped;
    await reads(ada, FINE);
    expect(await ada.command('/backup-status 1001')).toMatchObject({ ack: 'dispatch_failed' });
    expect(service.counts.inFlight).toBe(0);
  });
});
