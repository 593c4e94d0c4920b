import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { ACKNOWLEDGE } from '../../src/slack/kit/ids.ts';
import { createStore } from '../../src/store/create-store.ts';
import { runCaptured } from '../cli/run-captured.ts';
import { storedFile } from '../store/stored/versions.ts';
import { openStore, runSql } from '../store/use-databases.ts';
import { BARE_ENV } from '../support/bare-env.ts';
import { answer, ownerOf, watchIn } from '../support/people.ts';
import { readTable } from '../support/read-table.ts';
import { startBot } from '../support/start-bot.ts';
import { startPostgres } from '../support/start-postgres.ts';
import { startSlack } from '../support/start-slack.ts';
import { startWatching } from '../support/start-watching.ts';
import { blockNamed, PROJECT, readDocument } from './markdown.ts';

const GUIDE = 'docs/install.md';
const OPERATING = 'docs/operate.md';
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
async function perform(
  folder: string,
  name: string,
  document = GUIDE,
  env: NodeJS.ProcessEnv = ENV,
): Promise<string> {
  const block = blockNamed(document, 'runs', name);
  const { stdout } = await promisify(execFile)('sh', ['-ec', block], { cwd: folder, env });
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
  const showArguments = 'console.log(process.argv.slice(2).join(" "));';
  standIn(folder, 'pg_dump', showArguments);
  // Version 17 and later write this, which older servers refuse.
  standIn(folder, 'pg_restore', `${showArguments} console.log('SET transaction_timeout = 0;');`);
  standIn(folder, 'psql', `${showArguments} process.stdin.pipe(process.stdout)`);
  const env = { ...ENV, PATH: [folder, ENV.PATH].join(delimiter) };
  const both = ['back up PostgreSQL', 'restore PostgreSQL']
    .map((name) => blockNamed(GUIDE, 'runs', name))
    .join('');
  const linesOf = async () =>
    (await promisify(execFile)('sh', ['-c', both], { cwd: folder, env })).stdout.trimEnd().split('\n');
  const [dumped, toPsql, ...sql] = await linesOf();
  expect(dumped).toMatch(/ --file=backup-status\.dump /);
  expect(dumped).toContain(` ${address}`);
  expect(toPsql).toMatch(/ ON_ERROR_STOP=1 /);
  expect(toPsql).toContain(` ${address}`);
  expect(sql).toEqual([
    'BEGIN; DROP SCHEMA IF EXISTS backup_status CASCADE;',
    '--no-owner --file=- backup-status.dump',
    'COMMIT;',
  ]);
  standIn(folder, 'pg_restore', 'process.exit(1)');
  expect((await linesOf()).at(-1), 'without a dump that can be read').toMatch(/^BEGIN;/);
});

/** A folder of this machine with a PostgreSQL server and its own programs: `pg_dump` refuses a server newer than itself. */
function installedPostgres(): string | undefined {
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'];
  const folders = [...globSync('/usr/lib/postgresql/*/bin').toSorted(), ...(ENV.PATH ?? '').split(delimiter)];
  return folders.findLast((folder) => programs.every((name) => existsSync(join(folder, name))));
}

test('a restored PostgreSQL is that of before the upgrade, and what is refused changes nothing', async ({
  skip,
}) => {
  const programs = installedPostgres();
  if (programs === undefined) return skip('no folder has a PostgreSQL server, pg_dump, pg_restore and psql');
  const server = await startPostgres(programs);
  onTestFinished(() => server.remove());
  const url = new URL(server.url);
  const { hostname, port, password } = url;
  await runSql(url.href, `create role backup_status login password '${password}'`);
  await runSql(url.href, 'create database backup_status owner backup_status');
  [url.username, url.pathname] = ['backup_status', '/backup_status'];
  const databaseUrl = url.href;
  await runSql(databaseUrl, readFileSync(storedFile('1.9.0', 'sql'), 'utf8'));

  const folder = folderOfTheCode();
  writeFileSync(join(folder, '.env'), `DATABASE_URL=${databaseUrl}\n`);
  // In place of the container: `docker compose exec -T database PROGRAM …`.
  const spawn = `process.getBuiltinModule('node:child_process').spawnSync`;
  const run = `${spawn}(process.argv[6], process.argv.slice(7), { stdio: 'inherit' })`;
  standIn(folder, 'docker', `process.exitCode = ${run}.status`);
  const path = [folder, programs, ENV.PATH].join(delimiter);
  const env = { ...ENV, PATH: path, PGHOST: hostname, PGPORT: port, PGPASSWORD: password };
  const variables = blockNamed(GUIDE, 'runs', 'back up PostgreSQL').split('\n').slice(0, 2);
  const restore = (way: string) => {
    const block = [...variables, blockNamed(GUIDE, 'runs', `restore ${way}`)].join('\n');
    // Not -e: a shell in a terminal continues after an error.
    return promisify(execFile)('sh', ['-c', block], { cwd: folder, env });
  };
  const migrations = async () => (await runSql(databaseUrl, 'select name from kysely_migration')).length;
  const before = await migrations();
  const person = { teamId: 'T1', userId: 'U1' };

  for (const way of ['PostgreSQL', 'PostgreSQL with compose']) {
    await perform(folder, `back up ${way}`, GUIDE, env);
    const store = await openStore(databaseUrl);
    await store.pins.add(person, { accountId: '1001' });
    await store.close();
    const pinned = () => runSql(databaseUrl, `select * from pins where user_id = 'U1'`);
    const dump = join(folder, 'backup-status.dump');

    await runSql(databaseUrl, 'revoke create on database backup_status from backup_status');
    await expect(restore(way), way).rejects.toThrow('permission denied');
    const [grant = ''] = readDocument(GUIDE).match(/GRANT CREATE ON DATABASE[\w ]+/) ?? [];
    await runSql(server.url, grant);
    renameSync(dump, `${dump}.gone`);
    await restore(way).catch(() => {});
    renameSync(`${dump}.gone`, dump);
    expect(await pinned(), way).toHaveLength(1);

    await restore(way);
    expect(await migrations(), way).toBe(before);
    expect(await runSql(databaseUrl, `select to_regclass('notified') as "table"`)).toEqual([{ table: null }]);
    expect(await pinned(), way).toEqual([]);
  }
  await (await openStore(databaseUrl)).accountList.read();
});

test('a backup as in the guide, made while the database is open, restores the data', async () => {
  const folder = folderOfTheCode();
  const [person, databaseUrl] = [
    { teamId: 'T1', userId: 'U1' },
    `sqlite:${join(folder, 'data', 'backup-status.db')}`,
  ];
  const open = () => createStore(databaseUrl, Date.now, pino({ level: 'silent' }));

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

/** The tables in which a row has this id, as text or in JSON. */
function tablesWith(id: string, path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare(`select name from sqlite_master where type = 'table' order by name`).all();
  const isIn = (value: unknown) => new RegExp(`(?<![\\w-])${id}(?!\\w)`).test(String(value));
  const found = tables.flatMap(({ name }) => {
    const rows = database.prepare(`select * from ${name}`).all();
    return rows.some((row) => Object.values(row).some(isIn)) ? [String(name)] : [];
  });
  database.close();
  return found;
}

test('the statements of docs/operate.md delete all data about an account, and about no other', async () => {
  const folder = folderOfTheCode();
  const path = join(folder, 'data', 'backup-status.db');
  const databaseUrl = `sqlite:${path}`;
  const bot = await startWatching({ databaseUrl });
  const { ada, app, store, stop, oncall, clock, alerts, becomeStale, recover, timePasses } = bot;
  const accounts = ['1001', '1002'];
  await store.accountList.add(accounts.map((id) => ({ id, name: `Acme ${id}` })));
  await app.reload();
  await watchIn(store, ada, oncall, ['1002'], { sinceMs: clock.now() });
  for (const accountId of accounts)
    await store.pins.add(ownerOf(ada), { accountId, name: `Pin ${accountId}` });
  await becomeStale();
  await timePasses(() => alerts().some(({ text }) => text.startsWith('🚨')));
  await ada.press({ actionId: ACKNOWLEDGE });
  await recover();
  await timePasses(() => alerts().some(({ text }) => text.startsWith('✅')));
  for (const id of accounts) await answer(ada, `mute ${id} 20d server move`);
  for (const id of accounts) await answer(ada, id);
  await stop();
  // A bot with a target, one on PostgreSQL, and one that has not posted the recovery yet, have these.
  for (const id of accounts) {
    const notified = `select '${oncall}', id, level, null, 0 from incidents where account_id = '${id}'`;
    await runSql(databaseUrl, `insert or ignore into notified ${notified}`);
    await runSql(databaseUrl, `insert into deliveries values ('ntfy', '${id}@1', '${id}', 'trigger', null)`);
    await runSql(databaseUrl, `insert into cache values ('last-answer:v1:${id}', '{"id":"${id}"}', null)`);
  }
  expect(await runCaptured('accounts', ['retire', '1001'], { DATABASE_URL: databaseUrl })).toMatchObject({
    exitCode: 0,
  });
  const everywhere = [
    ...['accounts', 'cache', 'changes', 'channels', 'deliveries', 'incidents', 'notices', 'notified'],
    ...['people', 'pins', 'quiet'],
  ];
  expect(tablesWith('1001', path)).toEqual(everywhere);
  const others = tablesWith('1002', path);

  const statements = blockNamed(OPERATING, 'runs', 'delete an account').replaceAll('1004', '1001');
  writeFileSync(join(folder, 'delete.sql'), statements);
  await perform(folder, 'delete from SQLite', OPERATING);
  expect(tablesWith('1001', path)).toEqual([]);
  // A recent look-up and what is cached are conveniences.
  expect(tablesWith('1002', path)).toEqual(others.filter((name) => name !== 'cache' && name !== 'people'));
  const again = await startBot({ databaseUrl, slack: bot.slack, now: clock.now });
  expect(await answer(again.ada, 'summary')).toContain('1002');
});

test('the statements of docs/operate.md end what a person who left watches, and nothing of others', async () => {
  const folder = folderOfTheCode();
  const path = join(folder, 'data', 'backup-status.db');
  const databaseUrl = `sqlite:${path}`;
  const bot = await startWatching({ databaseUrl, toldTo: 'ada' });
  const { ada, bora, store, stop, oncall, clock, alerts, becomeStale, timePasses } = bot;
  await watchIn(store, bora, oncall, ['1002'], { sinceMs: clock.now() });
  for (const person of [ada, bora]) {
    await store.pins.add(ownerOf(person), { accountId: '1003' });
    await answer(person, '1003');
  }
  await becomeStale();
  await timePasses(() => alerts().some(({ text }) => text.startsWith('🚨')));
  await stop();
  // Slack has refused a message to them: a notice waits. One account is snoozed.
  await runSql(databaseUrl, `update channels set broken = 'deactivated' where id = '${ada.id}'`);
  await runSql(databaseUrl, `insert into notices values ('${clock.now()}', '${ada.id}', '{}')`);
  await runSql(databaseUrl, `insert into quiet values ('1001', '${ada.id}', 1, '${ada.id}', null)`);
  const everywhere = ['channels', 'notices', 'notified', 'people', 'pins', 'quiet', 'watches'];
  expect(tablesWith(ada.id, path)).toEqual(everywhere);
  const others = tablesWith(bora.id, path);

  const statements = blockNamed(OPERATING, 'runs', 'delete a person').replaceAll('U0123456789', ada.id);
  writeFileSync(join(folder, 'delete.sql'), statements);
  await perform(folder, 'delete from SQLite', OPERATING);
  // What was posted to them, which nothing reads any more.
  expect(tablesWith(ada.id, path)).toEqual(['channels', 'notified', 'quiet']);
  expect(tablesWith(bora.id, path)).toEqual(others);
  const again = await startBot({ databaseUrl, slack: bot.slack, now: clock.now });
  const read = () => runSql(databaseUrl, 'select id from watched_accounts');
  // What only they watched is not read.
  await expect.poll(read).toEqual([{ id: '1002' }]);
  expect((await again.store.watchStore.figures()).brokenChannels).toBe(0);
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
