import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, SqliteAdapter, SqliteDialect, SqliteDriver, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { StoreError } from './store-error.ts';

/** How long another process that is just making the file may take. */
const EMPTY_FOR_MS = 300;
/** How long another process may hold the file. */
const BUSY_FOR_MS = 2_000;
/** Waited for inside SQLite, with the whole process standing still; `whileBusy` does the rest of the waiting. */
const BUSY_TIMEOUT_MS = 20;

/**
 * Opens the file, or makes it, for its owner alone, with its folder. Throws a StoreError `damaged` for a file that is
 * no whole database, and never puts a new one in its place; SQLite's or the system's own error for anything else.
 */
export async function openSqlite(path: string): Promise<DatabaseSync> {
  if (path !== ':memory:' && !(await isSqliteFileThere(path))) {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fs.closeSync(fs.openSync(path, 'a', 0o600));
  }
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    return await whileBusy(() => {
      // What is committed is in the log, and `sqliteDialect` waits until the log is on the disk.
      file.exec('pragma journal_mode = wal; pragma synchronous = normal');
      checkSqlite(file);
      return file;
    });
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Whether the file is there; makes nothing. Throws as `openSqlite` does when it cannot be used or made. SQLite takes an
 * empty file, or a log without its database, for a new one. Here they are what is left of an old one.
 */
export async function isSqliteFileThere(path: string): Promise<boolean> {
  // Asked of the system, because SQLite opens what it cannot write as well, and fails at the first write.
  for (const needed of [path, dirname(resolve(path))])
    fs.accessSync(nearestThere(needed), fs.constants.R_OK | fs.constants.W_OK);
  if (!fs.existsSync(path)) {
    if (fs.existsSync(`${path}-wal`)) throw damaged('the file is gone, but its -wal file is there');
    return false;
  }
  const startedAtMs = performance.now();
  while (fs.statSync(path).size === 0) {
    if (performance.now() - startedAtMs > EMPTY_FOR_MS) throw damaged('the file is empty');
    await delay(10);
  }
  return true;
}

/** The path, or the folder in which what is missing of it would be made. */
const nearestThere = (path: string): string =>
  fs.existsSync(path) ? path : nearestThere(dirname(resolve(path)));

/** Throws a StoreError `damaged` when the file is no whole database. */
export function checkSqlite(file: DatabaseSync): void {
  const problem = file.prepare('pragma quick_check(1)').get()?.quick_check;
  if (problem !== 'ok') throw damaged(String(problem).replace(/\s+/g, ' '));
}

const damaged = (message: string) => new StoreError('damaged', message);

/**
 * Preparing a statement takes longer than running it. Most are the same again and again; those of lists are many. SQLite itself
 * prepares a statement again each time it runs when its limit is a parameter, so a limit is always a literal.
 */
const MAX_STATEMENTS = 100;

/**
 * Kysely's own dialect over Node's own SQLite. One connection, used by one query at a time. A transaction is on the disk
 * once it is committed. A power cut may lose the last statements outside of one.
 */
export function sqliteDialect(file: DatabaseSync): Dialect {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });
  const path = file.location();
  let log: fs.promises.FileHandle | undefined;
  const database = {
    close() {
      file.close();
      void log?.close();
    },
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = file.prepare(sql);
      const prepared = {
        reader: statement.columns().length > 0,
        // Kysely hands through what our own queries bind: strings, numbers and null.
        all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
      };
      statements.set(sql, prepared);
      return prepared;
    },
  };
  return Object.assign(new SqliteDialect({ database }), {
    // Kysely's own value, false, would leave half of a migration that fails. SQLite rolls back tables as it does rows.
    createAdapter: () =>
      Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true }),
    createDriver: () =>
      Object.assign(new SqliteDriver({ database }), {
        // The write lock at once: a reader that becomes a writer half-way would fail with "busy" however long it waits.
        beginTransaction: () => whileBusy(() => file.exec('begin immediate')),
        async commitTransaction() {
          file.exec('commit');
          // SQLite's own `synchronous = full` waits for the disk with the whole process standing still.
          if (path === null) return;
          log ??= await fs.promises.open(`${path}-wal`, 'r+');
          await log.datasync();
        },
        async rollbackTransaction() {
          // A full disk or an I/O error makes SQLite roll back by itself.
          if (file.isTransaction) file.exec('rollback');
        },
      }),
  });
}

/** Does it again while another process holds SQLite's lock; in the end it throws SQLite's own error. */
export async function whileBusy<T>(attempt: () => T): Promise<Awaited<T>> {
  for (const startedAtMs = performance.now(); ; await delay(10)) {
    try {
      return await attempt();
    } catch (error) {
      const { errcode = 0 } = error as { readonly errcode?: number };
      if ((errcode & 0xff) !== SQLITE_BUSY || performance.now() - startedAtMs > BUSY_FOR_MS) throw error;
    }
  }
}

const SQLITE_BUSY = 5;

/** Copies the database, as it is, beside its file: a version before the upgrade can start on it. An earlier copy stays. */
export function copyAside(file: DatabaseSync, path: string): void {
  const copy = `${path}.before-2.0`;
  const isEmpty = file.prepare('select 1 from sqlite_master').get() === undefined;
  if (path === ':memory:' || isEmpty || fs.existsSync(copy)) return;
  const unfinished = `${copy}.${process.pid}`;
  file.prepare('vacuum into ?').run(unfinished);
  fs.chmodSync(unfinished, 0o600);
  fs.renameSync(unfinished, copy);
}

/**
 * Throws a StoreError `unavailable` when the file that is open is not the one at its path any more: what is written to
 * it is gone with the process. Logs it once.
 */
export function createFileCheck(path: string, log: Logger): () => void {
  if (path === ':memory:') return () => {};
  const { ino: opened } = fs.statSync(path);
  let isLogged = false;
  return () => {
    if (fs.statSync(path, { throwIfNoEntry: false })?.ino === opened) return;
    const reason = 'the database file was deleted or replaced: what is written now is lost when the app ends';
    if (!isLogged) log.error({ database: path, reason }, 'put the file back and restart the app');
    isLogged = true;
    throw new StoreError('unavailable', reason);
  };
}
