import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type Migrations, migrate } from './migrate.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { createSqliteDialect } from './sqlite/create-sqlite-dialect.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { Db, Tables } from './tables.ts';

export interface OpenDatabaseDeps {
  readonly address: DatabaseAddress;
  readonly migrations: Migrations;
  readonly log: Logger;
}

/** The database, migrated. Rejects as `migrate` and the drivers do, with everything closed. */
export async function openDatabase({ address, migrations, log }: OpenDatabaseDeps): Promise<Db> {
  if (address.kind === 'sqlite') return await openSqliteDatabase(address.path, migrations);
  // Its driver takes memory and time at start, which nobody who uses SQLite should pay for.
  const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
  return await openPostgresDatabase({ url: address.url, log }, migrations);
}

async function openSqliteDatabase(path: string, migrations: Migrations): Promise<Db> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(await openSqlite(path)) });
  try {
    await migrate(db, migrations);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
