import { type Kysely, type RawBuilder, type SchemaModule, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY_MS } from '../domain/duration.ts';
import type { Tables } from './tables.ts';

/** By name. They run in the order of their names, and a database remembers the names of those it has had. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * They run in a transaction, on SQLite and on PostgreSQL alike. Once released, one is never edited, renamed or removed.
 * The version of a database is how many it has had.
 */
export const MIGRATIONS: Migrations = {
  '0001_pins_and_recents': { up: createPinsAndRecents },
  '0002_watches': { up: createWatches },
  '0003_summaries': {
    up: (db) => db.schema.alterTable('channels').addColumn('summary', 'text').execute(),
  },
  '0004_account_days': { up: createAccountDays },
  '0005_accounts': { up: createAccounts },
  '0006_watch_patterns': { up: createWatchPatterns },
  '0007_due_in_order': { up: orderDue },
  '0008_cache': { up: createCache },
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

async function createWatches({ schema }: Kysely<unknown>): Promise<void> {
  await createDueTables(schema);
  await createWatchTable(schema);
  await createIncidentTable(schema);
  await createMessageTable(schema);
  await schema
    .createTable('watch_source')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute();
}

async function createDueTables(schema: SchemaModule): Promise<void> {
  await dueTable(schema, 'watched_accounts', 256)
    .addColumn('state', 'text')
    .addColumn('level', 'text')
    .execute();
  // Counted, and listed worst first, without a look at the states.
  await schema
    .createIndex('watched_accounts_by_level')
    .on('watched_accounts')
    .columns(['level', 'id'])
    .execute();
  await dueTable(schema, 'channels', 64)
    .addColumn('team_id', 'text', (column) => column.notNull().check(within('team_id', 64)))
    .addColumn('broken', 'text')
    .execute();
  for (const table of ['watched_accounts', 'channels']) {
    await schema.createIndex(`${table}_due`).on(table).column('due_at_ms').execute();
  }
}

/** Rows that fall due, found by when they do. */
const dueTable = (schema: SchemaModule, table: string, length: number) =>
  schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey().check(within('id', length)))
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('epoch', 'integer', (column) => column.notNull())
    .addColumn('started_attempts', 'integer', (column) => column.notNull());

async function createWatchTable(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('watches')
    .addColumn('channel_id', 'text', (column) => column.notNull().references('channels.id'))
    .addColumn('account_id', 'text', (column) => column.notNull().references('watched_accounts.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().check(within('user_id', 64)))
    .addColumn('tell_of', 'text', (column) => column.notNull())
    .addColumn('zone', 'text', (column) => column.notNull().check(within('zone', 64)))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('watches_key', ['channel_id', 'account_id'])
    .execute();
  await schema.createIndex('watches_of_account').on('watches').column('account_id').execute();
  // What a person watches is read page by page, and where they began to.
  await schema
    .createIndex('watches_of_user')
    .on('watches')
    .columns(['user_id', 'account_id', 'channel_id'])
    .execute();
}

async function createIncidentTable(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('incidents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('detected_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('can_wait', 'integer', (column) => column.notNull())
    .addColumn('owner_id', 'text')
    .addColumn('owner_until_ms', 'bigint')
    .addColumn('resolved_at_ms', 'bigint')
    .addColumn('closed_at_ms', 'bigint')
    .execute();
  await schema
    .createIndex('open_incidents')
    .unique()
    .on('incidents')
    .column('account_id')
    .where(sql.ref('closed_at_ms'), 'is', null)
    .execute();
  await schema
    .createIndex('closed_incidents')
    .on('incidents')
    .columns(['closed_at_ms', 'id'])
    // Those that are open are not found by it: SQLite would prefer it to the one above.
    .where(sql.ref('closed_at_ms'), 'is not', null)
    .execute();
}

async function createMessageTable(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('told', 'text', (column) => column.notNull())
    .addColumn('posted_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('posted_in', 'text')
    .addColumn('ts', 'text')
    .addColumn('is_over', 'integer', (column) => column.notNull())
    .addColumn('is_outdated', 'integer', (column) => column.notNull())
    .execute();
  await schema.createIndex('messages_of_channel').on('messages').columns(['channel_id', 'is_over']).execute();
  await schema.createIndex('messages_over').on('messages').columns(['is_over', 'posted_at_ms']).execute();
  // A press on an alert names it so.
  await schema.createIndex('messages_in_slack').on('messages').columns(['posted_in', 'ts']).execute();
}

/** By day first: the rows of today lie together, and so do those that are too old. */
async function createAccountDays({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('account_days')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().check(within('account_id', 256)))
    .addColumn('critical_ms', 'integer', (column) => column.notNull())
    .addColumn('attention_ms', 'integer', (column) => column.notNull())
    .addColumn('unknown_ms', 'integer', (column) => column.notNull())
    .addColumn('healthy_ms', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_days_key', ['day', 'account_id'])
    .execute();
  await schema.createIndex('incidents_of_account').on('incidents').column('account_id').execute();
}

async function createAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey().check(within('id', 256)))
    .addColumn('name', 'text', (column) => column.check(within('name', 200)))
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('retired_by', 'text')
    .execute();
  await schema
    .createTable('account_list')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
}

async function createWatchPatterns({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('watch_patterns')
    .addColumn('channel_id', 'text', (column) => column.notNull().references('channels.id'))
    .addColumn('pattern', 'text', (column) => column.notNull().check(within('pattern', 256)))
    .addColumn('user_id', 'text', (column) => column.notNull().check(within('user_id', 64)))
    .addColumn('tell_of', 'text', (column) => column.notNull())
    .addColumn('zone', 'text', (column) => column.notNull().check(within('zone', 64)))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('watch_patterns_key', ['channel_id', 'pattern'])
    .execute();
  await schema.alterTable('watches').addColumn('pattern', 'text').execute();
}

/** As rows are claimed: without the id, a claim sorts all that are due at the same instant. */
async function orderDue({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['watched_accounts', 'channels']) {
    await schema.dropIndex(`${table}_due`).execute();
    await schema.createIndex(`${table}_due_in_order`).on(table).columns(['due_at_ms', 'id']).execute();
  }
}

/** 1.x made this table by itself, on PostgreSQL alone; 1.0.0 without the expiry. What it holds is kept for a day. */
async function createCache(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const tableOf = (name: string) =>
    schema
      .createTable(name)
      .ifNotExists()
      .addColumn('key', 'varchar(512)', (column) => column.primaryKey())
      .addColumn('value', 'text');
  await tableOf('cache').execute();
  await tableOf('new_cache').addColumn('expires_at_ms', 'bigint').execute();
  const tables = db as Kysely<Record<'cache' | 'new_cache', Tables['cache']>>;
  await tables
    .insertInto('new_cache')
    .columns(['key', 'value', 'expires_at_ms'])
    .expression(({ selectFrom, val }) =>
      selectFrom('cache').select(['key', 'value', val(Date.now() + DAY_MS).as('expires_at_ms')]),
    )
    .execute();
  await schema.dropTable('cache').execute();
  await schema.alterTable('new_cache').renameTo('cache').execute();
}

/** In characters. Both databases count code points. */
const within = (column: string, length: number): RawBuilder<boolean> =>
  sql`length(${sql.ref(column)}) between 1 and ${sql.lit(length)}`;
