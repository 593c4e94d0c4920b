import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { settingsFor } from '../cli/run-captured.ts';
import { BARE_ENV } from '../support/bare-env.ts';
import { builtProgram } from '../support/run-script.ts';
import { blockNamed, PROJECT, readDocument } from './markdown.ts';

const GUIDE = 'docs/monitoring/README.md';

/** The output and exit code of a shell command, with the settings that the guide names. `dist` is the build. */
async function perform(command: string) {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const { path, env: ofBuilt } = builtProgram('status');
  const env = {
    ...BARE_ENV,
    ...ofBuilt,
    PATH,
    HOME: process.env.HOME,
    ...settingsFor(service),
    LANGUAGE: 'en',
  };
  const running = promisify(execFile)('sh', ['-c', command.replace('dist/status.js', path)], {
    cwd: PROJECT,
    env,
  });
  return running.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

test('the command in the guide prints what the guide shows, and exits with the code of the worst account', async () => {
  const { code, stdout } = await perform(blockNamed(GUIDE, 'runs', 'status'));
  expect(code).toBe(2);
  const shown = blockNamed(GUIDE, 'shown', 'status').trimEnd().split('\n');
  const printed = stdout.trimEnd().split('\n');
  expect(printed).toHaveLength(shown.length);
  for (const [index, line] of shown.entries()) expect(printed[index]).toContain(line.replace(/…$/, ''));
});

test('the command for Nagios prints one status line', async () => {
  const [, line = ''] =
    /^ {2}command_line +(.+)$/m.exec(readDocument('docs/monitoring/nagios-commands.cfg')) ?? [];
  // Replaces the paths of an installation by those of this machine.
  const command = line
    .replace('/opt/backup-status/node_modules/.bin/node --env-file=/etc/backup-status/service.env', 'node')
    .replace('/opt/backup-status/', '')
    .replace('$ARG1$', '1007');
  const { code, stdout } = await perform(command);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^⚠️ 1007 [^|\n]*\n$/);
});
