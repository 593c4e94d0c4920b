import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject, onTestFinished } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { createDatabase } from './start-postgres.ts';

/** In memory where the system has such a folder: each commit waits for the disk. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The database of a bot until the test ends: PostgreSQL where the tests run in Turkish. */
export async function freshDatabase(): Promise<string> {
  return process.env.TEST_LANGUAGE === 'tr' ? await freshPostgres() : await freshSqlite();
}

/** A database in the PostgreSQL that all files of a run share: with tables and without rows, or `isEmpty`, without both. */
export async function freshPostgres(isEmpty = false): Promise<string> {
  const postgres = inject('postgres');
  if (postgres === undefined || 'problem' in postgres) throw new Error(postgres?.problem ?? 'not started');
  return await createDatabase(postgres.url, isEmpty ? undefined : postgres.opened);
}

/** The bytes of a database that the app has opened once. All migrations together take ten times as long as a copy. */
let opened: Promise<Buffer> | undefined;

/** A SQLite file of its own until the test ends, with tables and without rows. Concurrent tests must pass their own end. */
export async function freshSqlite(atEnd: typeof onTestFinished = onTestFinished): Promise<string> {
  opened ??= openOnce();
  const folder = createFolder();
  atEnd(() => removeFolder(folder));
  const path = join(folder, 'bot.db');
  writeFileSync(path, await opened, { mode: 0o600 });
  return `sqlite:${path}`;
}

async function openOnce(): Promise<Buffer> {
  const folder = createFolder();
  const path = join(folder, 'bot.db');
  const log = pino({ level: 'silent' });
  await (await createStore(`sqlite:${path}`, Date.now, log)).close();
  const bytes = readFileSync(path);
  removeFolder(folder);
  return bytes;
}

const createFolder = () => mkdtempSync(join(FOLDER, 'backup-status-'));
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });
