import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, SqliteAdapter, SqliteDialect, SqliteDriver, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { StoreError, whileLocked } from './store-error.ts';

/** How long a file may be empty: another process may just be creating it. */
const EMPTY_FOR_MS = 300;

/**
 * Opens the file, or creates it and its folder, readable only by their owner. Throws a StoreError `damaged` for a file that
 * is not a complete database, and never replaces it; otherwise throws SQLite's or the system's error.
 */
export async function openSqlite(path: string): Promise<DatabaseSync> {
  if (path !== ':memory:' && !(await isSqliteFileThere(path))) {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fs.closeSync(fs.openSync(path, 'a', 0o600));
  }
  // SQLite's own wait for a lock would block the whole process. `whileLocked` waits instead.
  const file = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  try {
    return await whileLocked(async () => {
      // Commits are in the write-ahead log, and `sqliteDialect` waits until that is on the disk.
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
 * Whether the file exists. Creates nothing. Throws as `openSqlite` does if it cannot be used or created. An empty file, or a
 * log without a database, is the remainder of an old database; SQLite would take it for a new one.
 */
export async function isSqliteFileThere(path: string): Promise<boolean> {
  // SQLite also opens files that it cannot write, and then fails at the first write.
  for (const needed of [path, dirname(resolve(path))])
    fs.accessSync(nearestExisting(needed), fs.constants.R_OK | fs.constants.W_OK);
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

/** The path, or its nearest parent folder that exists. */
const nearestExisting = (path: string): string =>
  fs.existsSync(path) ? path : nearestExisting(dirname(resolve(path)));

/** Throws a StoreError `damaged` if the file is not a complete database. */
export function checkSqlite(file: DatabaseSync): void {
  const problem = file.prepare('pragma quick_check(1)').get()?.quick_check;
  if (problem !== 'ok') throw damaged(String(problem).replace(/\s+/g, ' '));
}

const damaged = (message: string) => new StoreError('damaged', message);

/**
 * Preparing a statement takes longer than running it, so the last ones are cached. Limits in SQL are always literals: SQLite
 * prepares a statement again for every run if its limit is a parameter.
 */
const MAX_STATEMENTS = 100;

/**
 * Kysely's dialect for Node's own SQLite. One connection, used by one query at a time. A committed transaction is on the
 * disk. A power failure may lose the last statements outside of a transaction.
 */
export function sqliteDialect(file: DatabaseSync): Dialect {
  const statements = new LRUCache<string, SqliteStatement>({
    max: MAX_STATEMENTS,
    memoMethod(sql) {
      const statement = file.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        // Our queries bind only strings, numbers and null.
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
  });
  const path = file.location();
  let log: fs.promises.FileHandle | undefined;
  const database = {
    prepare: (sql: string) => statements.memo(sql),
    close() {
      file.close();
      void log?.close();
    },
  };
  return Object.assign(new SqliteDialect({ database }), {
    // With Kysely's default, false, a failed migration would be left half done. SQLite can roll back tables, too.
    createAdapter: () =>
      Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true }),
    createDriver: () =>
      Object.assign(new SqliteDriver({ database }), {
        // Takes the write lock at once: a transaction that first reads and then writes can fail with "busy" despite waiting.
        beginTransaction: async () => file.exec('begin immediate'),
        async commitTransaction() {
          file.exec('commit');
          // SQLite's own `synchronous = full` blocks the whole process while it waits for the disk.
          if (path === null) return;
          log ??= await fs.promises.open(`${path}-wal`, 'r+');
          await log.datasync();
        },
        async rollbackTransaction() {
          // After a full disk or an I/O error SQLite has rolled back already.
          if (file.isTransaction) file.exec('rollback');
        },
      }),
  });
}

/** Copies the database beside its file before an upgrade, so that the previous version can use it. Keeps an earlier copy. */
export function copyAside(file: DatabaseSync, path: string): void {
  const copy = `${path}.before-2.0`;
  const isEmpty = file.prepare('select 1 from sqlite_master').get() === undefined;
  if (path === ':memory:' || isEmpty || fs.existsSync(copy)) return;
  const unfinished = `${copy}.${process.pid}`;
  // Of a process that had this id: in a container that is always 1.
  fs.rmSync(unfinished, { force: true });
  file.prepare('vacuum into ?').run(unfinished);
  fs.chmodSync(unfinished, 0o600);
  fs.renameSync(unfinished, copy);
}

/**
 * Makes a check that returns since when, in epoch milliseconds, the open file is no longer the one at its path, and logs it
 * once: whatever is written to it is lost when the process ends. Undefined: it is.
 */
export function createFileCheck(path: string, now: () => number, log: Logger): () => number | undefined {
  if (path === ':memory:') return () => undefined;
  const { ino: opened } = fs.statSync(path);
  let goneSinceMs: number | undefined;
  return () => {
    try {
      if (fs.statSync(path).ino === opened) return undefined;
    } catch {
      // It is gone, or its folder cannot be read.
    }
    const reason = 'the database file was deleted or replaced: what is written now is lost when the app ends';
    if (goneSinceMs === undefined)
      log.error({ database: path, reason }, 'put the file back and restart the app');
    goneSinceMs ??= now();
    return goneSinceMs;
  };
}
