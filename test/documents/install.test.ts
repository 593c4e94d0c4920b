import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { createStore } from '../../src/store/create-store.ts';
import { BARE_ENV } from '../support/bare-env.ts';
import { readTable } from '../support/read-table.ts';
import { startSlack } from '../support/start-slack.ts';
import { blockNamed, PROJECT, readDocument } from './markdown.ts';

const GUIDE = 'docs/install.md';
const ENV = {
  ...BARE_ENV,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: process.env.HOME,
};

/** The parts of a manifest that signed HTTP needs a URL for. */
const MANIFEST = z
  .object({
    features: z.object({ slash_commands: z.array(z.object({ command: z.string() })) }),
    settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }),
  })
  .transform(({ features, settings }) => ({
    commands: features.slash_commands.map(({ command }) => command),
    events: settings.event_subscriptions.bot_events,
  }));

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with the code, as the guide assumes. */
function folderOfTheCode(): string {
  const folder = emptyFolder();
  for (const file of ['package.json', '.env.example']) cpSync(join(PROJECT, file), join(folder, file));
  // Node caches compiled code by path.
  for (const part of ['src', 'node_modules']) symlinkSync(join(PROJECT, part), join(folder, part));
  return folder;
}

/** Puts a program before others of its name, which may be missing on this machine. */
function standIn(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/usr/bin/env node\n${script}\n`, { mode: 0o755 });
}

/** The output of a block. Rejects when one of its commands fails. */
async function perform(folder: string, name: string): Promise<string> {
  const block = blockNamed(GUIDE, 'runs', name);
  const { stdout } = await promisify(execFile)('sh', ['-ec', block], { cwd: folder, env: ENV });
  return stdout;
}

/** Runs a block in its own process group until the test ends, which kills the group, or `stop` is called. */
function keepRunning(folder: string, block: string) {
  const shell = spawn('sh', ['-ec', block], {
    cwd: folder,
    env: { ...ENV, PATH: [folder, ENV.PATH].join(delimiter) },
    detached: true,
  });
  const group = -(shell.pid ?? 0);
  // npm ends before the bot; the last of them closes the pipes.
  const closed = once(shell, 'close');
  let isClosed = false;
  closed.then(() => {
    isClosed = true;
  });
  onTestFinished(() => void (isClosed || process.kill(group, 'SIGKILL')));
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return {
    output: () => output,
    /** As a supervisor: sends one signal to the process that it started. npm passes it on. */
    async stop() {
      shell.kill('SIGTERM');
      await closed;
    },
  };
}

const linesShown = (name: string) => blockNamed(GUIDE, 'shown', name).trimEnd().split('\n');

test('the guide works: settings from the example, the doctor, npm start, a command', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startSlack();
  const folder = folderOfTheCode();
  await perform(folder, 'settings');
  const file = join(folder, '.env');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const values: Readonly<Record<string, string>> = {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    BACKUP_SERVICE_TIME_ZONE: 'Europe/Istanbul',
  };
  const toFill = readTable(GUIDE, 'Line').rows.flatMap(([line = '']) =>
    [...line.matchAll(/`([A-Z_]+)=/g)].map(([, name = '']) => name),
  );
  expect(toFill).toEqual(Object.keys(values));
  const filled = toFill.reduce(
    (text, name) => text.replace(new RegExp(`^(?:# )?${name}=.*$`, 'm'), `${name}=${values[name]}`),
    readFileSync(file, 'utf8'),
  );
  // Additions of the test: the local Slack, a free port, and the log as in a terminal.
  const terminal = join(import.meta.dirname, '../support/as-terminal.ts');
  const options = `NODE_OPTIONS=--import=${terminal}`;
  writeFileSync(file, `${filled}\nSLACK_API_URL=${slack.apiUrl}\nOPERATIONS_PORT=0\n${options}\n`);

  const found = await perform(folder, 'doctor');
  expect(linesShown('doctor').filter((line) => !found.includes(line))).toEqual([]);
  expect(found).not.toContain('✗ ');

  const bot = keepRunning(folder, `exec ${blockNamed(GUIDE, 'runs', 'start')}`);
  const shown = linesShown('start');
  await expect.poll(() => shown.filter((line) => !bot.output().includes(line.trim()))).toEqual([]);
  const { message } = await slack.person('ada').command('/backup-status 1001');
  expect(message?.text).toContain('✅ 1001 · Backups are fine');
  await bot.stop();
  expect(bot.output()).toContain('stopped');
});

test('PostgreSQL is backed up and restored with the URL in .env', async () => {
  const folder = folderOfTheCode();
  const address = 'postgres://bot:a%20b@db.example.com/backup_status?sslmode=verify-full';
  writeFileSync(join(folder, '.env'), `DATABASE_URL='${address}'\n`);
  for (const name of ['pg_dump', 'pg_restore'])
    standIn(folder, name, 'console.log(process.argv.at(-1), process.argv.slice(2).join(" "))');
  const env = { ...ENV, PATH: [folder, ENV.PATH].join(delimiter) };
  const both = ['back up PostgreSQL', 'restore PostgreSQL']
    .map((name) => blockNamed(GUIDE, 'runs', name))
    .join('');
  const { stdout } = await promisify(execFile)('sh', ['-ec', both], { cwd: folder, env });
  const [dumped, restored] = stdout.split('\n');
  expect(dumped).toMatch(/^postgres:.* --file=backup-status\.dump /);
  expect(dumped).toContain(` ${address}`);
  expect(restored).toContain(`--dbname=${address} backup-status.dump`);
});

test('a backup as in the guide, made while the database is open, restores the data', async () => {
  const folder = folderOfTheCode();
  const [person, databaseUrl] = [
    { teamId: 'T1', userId: 'U1' },
    `sqlite:${join(folder, 'data', 'backup-status.db')}`,
  ];
  const open = () => createStore({ databaseUrl, now: Date.now, log: pino({ level: 'silent' }) });

  const before = await open();
  await before.pins.add(person, { accountId: '1001', name: 'Acme' });
  await perform(folder, 'back up');
  await expect(perform(folder, 'back up'), 'over a copy that is there').rejects.toThrow();
  await before.pins.add(person, { accountId: '1002' });
  await before.close();

  await perform(folder, 'restore');
  const after = await open();
  onTestFinished(() => after.close());
  const pins = await after.pins.list(person);
  expect(pins.map(({ accountId, name }) => [accountId, name])).toEqual([['1001', 'Acme']]);
});

test('the change for signed HTTP in the guide is what manifest.yml declares, with URLs', () => {
  const guide = readDocument(GUIDE);
  const blocks = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const change = blocks.find((text) => text.includes('socket_mode_enabled: false')) ?? '';
  const [changed, whole] = [change, readDocument('manifest.yml')].map((text) => MANIFEST.parse(parse(text)));
  expect(changed?.commands).toEqual(whole?.commands);
  expect(changed?.events).toEqual(whole?.events);
  const addresses = change.match(/https:\S+/g) ?? [];
  expect(addresses).toHaveLength(2 + (whole?.commands.length ?? 0));
  for (const address of addresses) expect(address).toMatch(/^https:\/\/bot\.example\.com\/slack\/events$/);
});
