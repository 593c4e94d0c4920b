import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReferenceBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { runCli } from '../../src/cli/cli.ts';
import type { CliRun } from '../../src/cli/run.ts';
import { LANGUAGE } from '../support/reader.ts';

/** All that the command needs. */
export const settingsFor = ({ url, username, password }: ReferenceBackupService) => ({
  BACKUP_SERVICE_URL: url,
  BACKUP_SERVICE_USERNAME: username,
  BACKUP_SERVICE_PASSWORD: password,
  LANGUAGE,
});

/** Runs the command in this process, with these settings and no others. */
export async function status(
  args: readonly string[],
  environment: CliRun['environment'] & object,
  now = Date.now,
) {
  let [stdout, stderr] = ['', ''];
  const exitCode = await runCli('status', {
    args,
    environment,
    now,
    write: (text) => {
      stdout += text;
    },
    writeError: (text) => {
      stderr += text;
    },
  });
  return { exitCode, stdout, stderr };
}

/** A file of account rules, until the test ends. */
export function rulesFile(yaml: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rules.yaml');
  writeFileSync(path, yaml);
  return path;
}
