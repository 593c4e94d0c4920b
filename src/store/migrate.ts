import { type Migration, Migrator } from 'kysely/migration';
import { StoreError } from './store-error.ts';
import type { Db } from './tables.ts';

/** By name. They run in the order of their names, and a database remembers the names of those it has had. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Runs the migrations that the database has not had, under Kysely's lock, in one transaction: if one fails, the database
 * stays as it was, and the version before can start on it. `schema` is where Kysely keeps its tables on PostgreSQL.
 * `beforeUpgrade` is called when there are migrations to run. Throws
 * a StoreError `newer` for a database that has had a migration that is not among these.
 */
export async function migrate(
  db: Db,
  migrations: Migrations,
  {
    schema,
    beforeUpgrade = () => {},
  }: { readonly schema?: string; readonly beforeUpgrade?: () => void } = {},
): Promise<void> {
  if (!(await isBehind(db, migrations))) return;
  beforeUpgrade();
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Asked before the Migrator, which reads every table of the database three times: nearly two seconds where others keep
 * 2,000 tables in it.
 */
async function isBehind(db: Db, migrations: Migrations): Promise<boolean> {
  const reading = db.selectFrom('kysely_migration').select('name').execute();
  // An empty database has no such table. Any other failure comes back from the Migrator.
  const applied = await reading.catch(() => []);
  refuseNewer(applied, migrations);
  return applied.length < Object.keys(migrations).length;
}

/** Throws a StoreError `newer` when a migration of the database is not among the known ones. */
export function refuseNewer(applied: readonly { readonly name: string }[], known: Migrations): void {
  const unknown = applied.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new StoreError('newer', `this program does not know ${unknown.join(', ')}`);
}
