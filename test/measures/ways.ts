// How many files and functions of src run from the listener to the last byte? Prints a table.
import { readdirSync, readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { startBot as startBotProcess } from '../reliability/bot-process.ts';
import { temporaryFolder } from '../store/use-databases.ts';
import { startBot, startOwn } from '../support/start-bot.ts';
import { startSlack } from '../support/start-slack.ts';
import { startWatching } from '../support/start-watching.ts';

const SRC = pathToFileURL(join(import.meta.dirname, '../../src/')).href;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
/** The files of `src` that ran since the last call, each with its functions. */
async function take(): Promise<readonly Profiler.ScriptCoverage[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.filter(({ url }) => url.startsWith(SRC));
}
const rows: string[] = [];
afterAll(
  () => void process.stdout.write(`\n| Way | Functions | Files |\n|---|---:|---:|\n${rows.join('\n')}\n`),
);

/** Counts what runs during `act`. */
async function measure(way: string, act: () => Promise<unknown>): Promise<void> {
  await take();
  await act();
  const ran = (await take()).flatMap(({ url, functions }) => {
    const count = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    return count === 0 ? [] : [{ file: url.slice(SRC.length), count }];
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
  const { ada, logLines } = await startBot({ transport: 'http', napMs, pins: ['1004'] });
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
  const folder = await temporaryFolder();
  const service = await startOwn(startBackupService());
  const slack = await startSlack();
  const env = { NODE_V8_COVERAGE: folder };
  const bot = await startBotProcess({ slack, service, transport: 'socket', env });
  await slack.person('ada').command('/backup-status 1004');
  bot.kill('SIGTERM');
  await bot.ended;
  const files = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url).filter((url) => url.startsWith(SRC));
  });
  rows.push(`| start and one command, files that are loaded | | ${new Set(files).size} |`);
});
