import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/cli.ts';
import { builtProgram, runProgram } from '../support/run-script.ts';
import { runCaptured, temporaryFile } from './run-captured.ts';

/** Runs a program in a shell, with more output than a pipe can hold. */
function inShell(program: 'status' | 'history', rest: string) {
  const { path, env } = builtProgram(program);
  const script = `"${process.execPath}" "${path}" --help ${rest}`;
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stderr };
}

test('a program ends quietly when the reader of its output is gone', () => {
  expect(inShell('status', '| true')).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!existsSync('/dev/full')).each([
  ['status', 3],
  ['history', 1],
] as const)(
  '%s ends with its code for an unknown state when nothing can be printed: %i',
  (program, exitCode) => {
    const { status, stderr } = inShell(program, '> /dev/full');
    expect([status, stderr]).toEqual([
      exitCode,
      expect.stringMatching(/^Nothing could be printed: ENOSPC.*\n$/),
    ]);
  },
);

test.skipIf(!existsSync('/dev/full'))('status keeps its exit code when no message can be written', () => {
  const { path, env } = builtProgram('status');
  const script = `"${process.execPath}" "${path}" 2> /dev/full`;
  expect(spawnSync('bash', ['-c', script], { env: { ...process.env, ...env } }).status).toBe(3);
});

const USAGES = [
  ['doctor', '\ndoctor [options]'],
  ['status', '\nstatus [options] ACCOUNT…'],
  ['accounts', '\naccounts import FILE'],
  ['history', '\nhistory ID --csv'],
] as const;

test.each(USAGES)('%s --help prints its usage', async (command, begins) => {
  const { exitCode, stdout, stderr } = await runCaptured(command, ['--help']);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(USAGES.filter(([, usage]) => stdout.includes(usage))).toEqual([[command, begins]]);
});

// The other tests start the other programs.
test('fleet, the old name of the command, still works', async () => {
  const { code, stdout } = await runProgram('fleet', { args: ['--help'] }).ended;
  expect(code).toBe(0);
  expect(stdout).toContain('\naccounts import FILE');
});

test.each<[Command, readonly string[], string]>([
  ['doctor', ['--acount', '1'], "Unknown option '--acount'. --help"],
  ['doctor', ['1001'], 'doctor does not accept 1001'],
  ['status', [], 'an account is missing'],
  ['status', ['--frob', '1001'], "Unknown option '--frob'. --help"],
  ['status', ['--csv', '1001'], "Unknown option '--csv'. --help"],
  ['status', ['--language', 'de', '1001'], '--language must be'],
  ['status', ['--json=yes', '1001'], "Option '--json' does not take an argument"],
  ['accounts', ['-x', 'export'], "Unknown option '-x'. --help"],
  ['history', ['1', '--cvs'], "Unknown option '--cvs'. --help"],
])('%s %j is refused on standard error', async (command, args, problem) => {
  const { exitCode, stdout, stderr } = await runCaptured(command, args);
  expect([exitCode, stdout]).toEqual([command === 'status' ? 3 : 1, '']);
  expect(stderr).toContain(problem);
  expect(stderr).not.toContain('positional');
});

test('doctor names a wrong token, a placeholder and a URL without https://; a byte order mark at the start of .env is ignored', async () => {
  const file = temporaryFile(
    '.env',
    '\uFEFFBACKUP_SERVICE_USERNAME=bot\nSLACK_BOT_TOKEN=xapp-1-secret\nSLACK_APP_TOKEN=xapp-…\nBACKUP_SERVICE_URL=backup.example.com/api\nBACKUP_SERVICE_PASSWORD=secret\n',
  );
  const { code, stdout } = await runProgram('doctor', { nodeArgs: [`--env-file=${file}`] }).ended;
  expect(code).toBe(1);
  const crosses = [...stdout.matchAll(/^✗ settings +(.*)$/gm)].map(([, message]) => message);
  expect(crosses).toEqual([
    'SLACK_BOT_TOKEN is a token for SLACK_APP_TOKEN. Bot token of the Slack app (`xoxb-…`).',
    expect.stringMatching(
      /^SLACK_APP_TOKEN is still a placeholder: put the real value in its place\. App-level/,
    ),
    expect.stringMatching(/^BACKUP_SERVICE_URL must begin with https:/),
  ]);
  expect(stdout).not.toContain('secret');
});
