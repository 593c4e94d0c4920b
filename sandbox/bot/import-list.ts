import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Puts the accounts of a CSV file on the list, with the command that the people who run the app use. */
export async function importList(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const program = join(import.meta.dirname, '../../src/accounts.ts');
  const args = [program, 'import', file, '--unread'];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...settings } });
}
