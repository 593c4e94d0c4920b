import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runScript } from '../support/run-script.ts';
import { runDoctor } from './installation.ts';

describe.each([
  ['Socket Mode', []],
  ['signed HTTP', ['--http']],
])('npm run sandbox -- --own-bot FILE, over %s', (_, flags) => {
  test('gives settings with which the doctor finds all right, and takes them back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-status-own-bot-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, '.env');
    const sandbox = runScript('sandbox/main.ts', { args: ['--own-bot', file, ...flags] });
    await sandbox.printed('The Slack:');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const settings = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;

    const { code, stdout } = await runDoctor({ folder }, settings, ['--account', '1001']);
    expect(stdout).not.toContain('✗ ');
    expect(stdout).toMatch(/ ✓, 0 ✗$/m);
    expect(code).toBe(0);

    sandbox.kill('SIGTERM');
    expect(await sandbox.ended).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
  });
});

test('a file that is there already is not written over', async () => {
  const { code, stderr } = await runScript('sandbox/main.ts', { args: ['--own-bot', 'package.json'] }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('cannot write package.json: it is there already');
});
