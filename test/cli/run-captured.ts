import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReferenceBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { type Command, runCli } from '../../src/cli/cli.ts';
import { LANGUAGE } from '../support/reader.ts';

/** Runs a command in this process with only these settings. */
export async function runCaptured(
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
  now = Date.now,
) {
  let [stdout, stderr] = ['', ''];
  const exitCode = await runCli(command, {
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

/** The settings for requests to the service. */
export const settingsFor = ({ url, username, password }: ReferenceBackupService) => ({
  BACKUP_SERVICE_URL: url,
  BACKUP_SERVICE_USERNAME: username,
  BACKUP_SERVICE_PASSWORD: password,
  LANGUAGE,
});

/** The path of a file that is deleted when the test ends. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
