import { type Kysely, type RawBuilder, type SchemaModule, sql } from 'kysely';
import type { Migrations } from './migrate.ts';
import type { Tables } from './tables.ts';

/**
 * Each runs in a transaction, on SQLite and on PostgreSQL alike. Once released, one is never edited, renamed or removed.
 * The version of a database is how many it has had.
 */
export const MIGRATIONS: Migrations = {
  '0001_pins_and_recents': { up: createPinsAndRecents },
};

const PERSON = ['team_id', 'user_id'] as const;

/** Changes nothing in a database of version 1.0.0, which has these tables. */
async function createPinsAndRecents(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('people')
    .ifNotExists()
    .addColumn('team_id', 'text', (column) => column.notNull().check(within('team_id', 64)))
    .addColumn('user_id', 'text', (column) => column.notNull().check(within('user_id', 64)))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_key', [...PERSON])
    .execute();
  await tableOfPerson(schema, 'pins')
    .addColumn('name', 'text', (column) => column.check(within('name', 200)))
    .addColumn('folded_name', 'text', (column) => column.check(within('folded_name', 800)))
    .addColumn('pinned_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('pins_name_key', [...PERSON, 'folded_name'])
    .execute();
  await tableOfPerson(schema, 'recents')
    .addColumn('asked_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await recordForFirstRelease(db);
}

/**
 * 1.0.0 reads here which version a database has, and refuses one above 1. It can start on this database until a
 * migration adds a 2.
 */
async function recordForFirstRelease(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('applied_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await (db as Kysely<Pick<Tables, 'migrations'>>)
    .insertInto('migrations')
    .values({ version: 1, applied_at_ms: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A row for each account that a person has to do with. */
const tableOfPerson = (schema: SchemaModule, table: string) =>
  schema
    .createTable(table)
    .ifNotExists()
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().check(within('account_id', 256)))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, [...PERSON, 'account_id'])
    .addForeignKeyConstraint(`${table}_person`, [...PERSON], 'people', [...PERSON], (key) =>
      key.onDelete('cascade'),
    );

/** In characters. Both databases count code points. */
const within = (column: string, length: number): RawBuilder<boolean> =>
  sql`length(${sql.ref(column)}) between 1 and ${sql.lit(length)}`;
