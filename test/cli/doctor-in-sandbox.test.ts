import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runScript } from '../support/run-script.ts';
import { doctor } from './installation.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-own-bot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('npm run sandbox -- --own-bot FILE writes settings that pass the doctor, and deletes them at the end', async () => {
  const folder = emptyFolder();
  const file = join(folder, '.env');
  const sandbox = runScript('sandbox/main.ts', { args: ['--own-bot', file, '--http'] });
  await sandbox.printed('The Slack:');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const settings = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;

  // A separate database, because the developer's may be in the folder of the tests.
  const DATABASE_URL = `sqlite:${join(folder, 'data.db')}`;
  const args = ['--account', '1001', '--test-alert'];
  const { exitCode, stdout } = await doctor({ ...settings, DATABASE_URL }, args);
  expect(stdout).toMatch(/ ✓, 0 ✗, 1 ⚠, 0 –$/m);
  for (const target of ['PagerDuty', 'ntfy', 'Webhook'])
    expect(stdout).toContain(`${target} accepted the test alert`);
  expect(exitCode).toBe(0);

  sandbox.kill('SIGTERM');
  expect(await sandbox.ended).toMatchObject({ code: 0 });
  expect(existsSync(file)).toBe(false);
});

test('does not overwrite an existing file', async () => {
  const file = join(emptyFolder(), '.env');
  writeFileSync(file, 'MINE=1\n');
  const { code, stderr } = await runScript('sandbox/main.ts', { args: ['--own-bot', file] }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`cannot write ${file}: it is there already`);
  expect(readFileSync(file, 'utf8')).toBe('MINE=1\n');
});
