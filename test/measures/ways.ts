// How many files and functions of src run from the listener to the last byte? Prints a table.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { startBot as startBotProcess } from '../reliability/bot-process.ts';
import { startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';
import { startWatching } from '../support/start-watching.ts';
import { PROJECT, startCoverage } from './precise-coverage.ts';

const take = await startCoverage();
const rows: string[] = [];
afterAll(
  () => void process.stdout.write(`\n| Way | Functions | Files |\n|---|---:|---:|\n${rows.join('\n')}\n`),
);

/** Counts what runs during `act`. */
async function measure(way: string, act: () => Promise<unknown>): Promise<void> {
  await take();
  await act();
  const ran = [...(await take())].flatMap(([file, functions]) => {
    const count = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    return count === 0 ? [] : [{ file, count }];
  });
  const functions = ran.reduce((sum, { count }) => sum + count, 0);
  rows.push(`| ${way} | ${functions} | ${ran.length} |`);
  if (process.env.WAYS_FILES) for (const { file, count } of ran) rows.push(`|   ${file} | ${count} | |`);
}

/** The watches sleep, because they are not part of what a person does. */
const napMs = 600_000;

test.each(['http', 'socket'] as const)('a command over %s', async (transport) => {
  const { ada, logLines } = await startBot({ transport, napMs, lookup: { freshForMs: 0 } });
  const answered = () => logLines.filter(({ by }) => by === 'command').length;
  for (let warm = 1; warm <= 2; warm += 1) {
    await ada.command('/backup-status 1004');
    await expect.poll(answered).toBe(warm);
  }
  await measure(`\`/backup-status 1004\` over ${transport}`, async () => {
    await ada.command('/backup-status 1004');
    await expect.poll(answered).toBe(3);
  });
});

test('Home', async () => {
  const store = await startStore();
  const { ada, slack, logLines } = await startBot({ transport: 'http', napMs, store });
  await store.pins.add({ teamId: slack.teamId, userId: ada.id }, { accountId: '1004' });
  const published = () => logLines.filter(({ by }) => by === 'home').length;
  await ada.openHome();
  await expect.poll(published).toBe(1);
  await measure('Home opened', async () => {
    await ada.openHome();
    await expect.poll(published).toBe(2);
  });
});

test('an alert, and a press on it', async () => {
  const { becomeStale, alerts, ada, logLines, timePasses } = await startWatching();
  await measure('an alert: due, read, posted', async () => {
    await becomeStale();
    await expect.poll(() => alerts().length).toBe(1);
  });
  const isTaken = () => JSON.stringify(alerts()[0]?.blocks).includes(ada.id);
  await measure('*I’m on it*: pressed, edited', async () => {
    await ada.press({ actionId: 'alert_take_over' });
    await expect.poll(() => logLines.filter(({ by }) => by === 'acknowledge').length).toBe(1);
    await timePasses(isTaken);
  });
});

test('a process that answers one command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ways-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startLocalSlack({ ackTimeoutMs: 60_000 });
  onTestFinished(() => slack.close());
  const env = { NODE_V8_COVERAGE: folder };
  const bot = await startBotProcess({ slack, service, transport: 'socket', env });
  await slack.person('ada').command('/backup-status 1004');
  bot.kill('SIGTERM');
  await bot.ended;
  const src = pathToFileURL(join(PROJECT, 'src/')).href;
  const files = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url).filter((url) => url.startsWith(src));
  });
  rows.push(`| start and one command, files that are loaded | | ${new Set(files).size} |`);
});
