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
import { builtProgram } from '../support/run-script.ts';
import { startSlack } from '../support/start-slack.ts';
import { blockNamed, PROJECT, readDocument } from './markdown.ts';

const GUIDE = 'docs/install.md';
const ENV = {
  ...BARE_ENV,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: process.env.HOME,
};

/** What of a manifest signed HTTP needs an address for. */
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

/** What the guide means by a folder with the code in it. */
function folderOfTheCode(): string {
  const folder = emptyFolder();
  for (const file of ['package.json', '.env.example']) cpSync(join(PROJECT, file), join(folder, file));
  // What Node has compiled is kept by the path.
  for (const part of ['src', 'node_modules']) symlinkSync(join(PROJECT, part), join(folder, part));
  return folder;
}

/** Puts a program before others of its name: those of the machine may be missing. */
function standIn(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/usr/bin/env node\n${script}\n`, { mode: 0o755 });
}

/** What it prints. Rejects when a command of it fails. */
async function perform(folder: string, name: string): Promise<string> {
  const block = blockNamed(GUIDE, 'runs', name);
  const { stdout } = await promisify(execFile)('sh', ['-ec', block], { cwd: folder, env: ENV });
  return stdout;
}

/** Runs in a process group of its own until the test ends, which kills all of it, or `stop` is called. */
function keepRunning(folder: string, block: string) {
  const shell = spawn('sh', ['-ec', block], {
    cwd: folder,
    env: { ...ENV, PATH: [folder, ENV.PATH].join(delimiter) },
    detached: true,
  });
  const group = -(shell.pid ?? 0);
  // npm goes before the bot does; the pipes are closed by the last of them.
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
    /** As a supervisor does: one signal, to the process that it started. npm hands it on. */
    async stop() {
      shell.kill('SIGTERM');
      await closed;
    },
  };
}

const linesShown = (name: string) => blockNamed(GUIDE, 'shown', name).trimEnd().split('\n');

test('as the guide says: settings from the example, the doctor, npm start, a command', async () => {
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
  // What a test needs beside the guide: another Slack, a free port, and the log as a terminal shows it.
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

test('the audit lines come out of jq as operate.md says', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startSlack();
  const folder = folderOfTheCode();
  const settings = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    DATABASE_URL: 'sqlite::memory:',
    OPERATIONS_PORT: '0',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, '.env'), lines.join('\n'));
  // The first test starts npm itself; with `-s` it prints nothing of its own.
  const { path } = builtProgram('main');
  standIn(folder, 'npm', `process.loadEnvFile(); import(${JSON.stringify(path)});`);
  // As jq does, it ends at the first line that is no JSON.
  standIn(
    folder,
    'jq',
    `process.getBuiltinModule('node:readline').createInterface(process.stdin).on('line', (line) => JSON.parse(line).audit && console.log(line));`,
  );
  const bot = keepRunning(folder, blockNamed('docs/operate.md', 'runs', 'audit'));
  await expect.poll(slack.connectedSockets).toBe(2);
  await slack.person('ada').command('/backup-status 1001');
  await expect.poll(bot.output).toContain('"audit":true');
  expect(bot.output().trim().split('\n')).toHaveLength(1);
});

test('PostgreSQL is copied and restored by the address in .env', async () => {
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

test('a copy made as the guide says, while the database is open, brings back what was there', async () => {
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

test('what the guide changes in the manifest for signed HTTP is what manifest.yml declares, with an address', () => {
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
