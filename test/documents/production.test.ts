import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { BARE_ENV } from '../support/bare-env.ts';
import { startSlack } from '../support/start-slack.ts';
import { PROJECT } from './markdown.ts';

/** The folders of packages that `npm ci --omit=dev` installs, those inside of others left out. */
function productionPackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) => path.split('node_modules/').length === 2 && !dev && !devOptional,
    )
    .map(([path]) => path)
    .filter((path) => existsSync(join(PROJECT, path)));
}

/** A folder with those parts of the project, and one with the only Node that the machine has. */
function folderWith(...parts: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of parts) cpSync(join(PROJECT, part), join(folder, part), { recursive: true });
  const bin = join(folder, 'machine');
  mkdirSync(bin);
  return { folder, bin, env: { ...BARE_ENV, HOME: folder, PATH: [bin, process.env.PATH].join(delimiter) } };
}

/** Runs an npm script, with `.env` as it is in the folder. */
function run({ folder, env }: ReturnType<typeof folderWith>, script: string, ...args: string[]) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile('npm', ['run', '-s', script, '--', ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

test('after npm ci --omit=dev the doctor finds all right, status tells, and the bot answers, on the Node of the machine', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startSlack();
  const install = folderWith('src', 'package.json');
  symlinkSync(process.execPath, join(install.bin, 'node'));
  for (const path of productionPackages()) {
    mkdirSync(dirname(join(install.folder, path)), { recursive: true });
    symlinkSync(join(PROJECT, path), join(install.folder, path));
  }
  const settings = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    OPERATIONS_PORT: '0',
    // What packages need is looked for beside them, and not in the folder that they are linked from.
    NODE_OPTIONS: '--preserve-symlinks',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(install.folder, '.env'), lines.join(''));
  const doctor = await run(install, 'doctor', '--account', '1001');
  expect(doctor).toMatchObject({ code: 0, stdout: expect.stringMatching(/ ✓, 0 ✗/) });
  expect(await run(install, 'status', '1004')).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('🚨 1004'),
  });
  const bot = spawn('npm', ['start'], { cwd: install.folder, env: install.env, detached: true });
  onTestFinished(() => void (bot.exitCode === null && process.kill(-(bot.pid ?? 0), 'SIGKILL')));
  await expect.poll(slack.connectedSockets).toBeGreaterThan(0);
  const { message } = await slack.person('ada').command('/backup-status 1001');
  expect(message?.text).toContain('✅ 1001');
  bot.kill('SIGTERM');
  await once(bot, 'exit');
});

test.each([
  ['start', 1],
  ['doctor', 1],
  ['accounts', 1],
  ['fleet', 1],
  ['history', 1],
  ['status', 3],
])('npm run %s on an older Node says which one it needs, and ends with %i', async (script, code) => {
  const install = folderWith('src/check-node.mjs', 'package.json');
  // The Node of the test, which says that it is an old one and would refuse what that does not know.
  const pretend = join(install.folder, 'pretend.cjs');
  writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
  const old = join(install.bin, 'node');
  writeFileSync(
    old,
    `#!/bin/sh\ncase "$1" in --env-file*) echo "bad option: $1" >&2; exit 9;; esac\nexec '${process.execPath}' --require '${pretend}' "$@"\n`,
  );
  chmodSync(old, 0o755);
  const { stdout, stderr, code: ended } = await run(install, script);
  expect([ended, stdout]).toEqual([code, '']);
  expect(stderr).toMatch(/^backup-status needs Node 24 or newer; this is Node 20\.20\.2\. Install Node 24, /);
});
