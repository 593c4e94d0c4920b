import { type RawBuilder, type SchemaModule, sql } from 'kysely';

/** Runs in a transaction, on SQLite and on PostgreSQL alike. */
export type Migration = (schema: SchemaModule) => Promise<void>;

/** In order; the version of a database is how many it has had. Once released, a step is never edited or removed. */
export const MIGRATIONS: readonly Migration[] = [createPinsAndRecents];

const PERSON = ['team_id', 'user_id'] as const;

async function createPinsAndRecents(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('people')
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
}

/** A row for each account that a person has to do with. */
const tableOfPerson = (schema: SchemaModule, table: string) =>
  schema
    .createTable(table)
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
