import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { createSqliteDialect } from './sqlite/create-sqlite-dialect.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { Tables } from './tables.ts';

export interface OpenDatabaseDeps {
  readonly address: DatabaseAddress;
  readonly migrations: readonly Migration[];
  readonly now: () => number;
  readonly log: Logger;
}

/** The database, migrated. Rejects as `migrate` and the drivers do, with everything closed. */
export async function openDatabase(deps: OpenDatabaseDeps): Promise<Kysely<Tables>> {
  if (deps.address.kind === 'sqlite') return await openSqliteDatabase(deps, deps.address.path);
  // Its driver takes memory and time at start, which nobody who uses SQLite should pay for.
  const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
  return await openPostgresDatabase(deps, deps.address.url);
}

async function openSqliteDatabase(deps: OpenDatabaseDeps, path: string): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(await openSqlite(path)) });
  try {
    // Every transaction of the dialect takes SQLite's write lock as it begins.
    await migrate({ ...deps, db, lock: async () => undefined });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
