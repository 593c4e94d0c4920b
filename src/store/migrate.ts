import type { Kysely, Transaction } from 'kysely';
import { StoreError } from './errors/store-error.ts';
import type { Migration } from './migrations.ts';
import type { Tables } from './tables.ts';

/**
 * Brings the database to the version of `migrations`, a transaction a step, each recorded with it. `lock` opens every
 * transaction and holds off other replicas until its end, so that each step runs once. Throws a StoreError `newer`
 * for a database that had more steps than that.
 */
export async function migrate(deps: {
  readonly db: Kysely<Tables>;
  readonly lock: (db: Transaction<Tables>) => Promise<void>;
  readonly migrations: readonly Migration[];
  readonly now: () => number;
}): Promise<void> {
  const { db, lock, migrations, now } = deps;
  // Whatever the database's default: a snapshot taken before the lock was ours would not show what others did.
  const transaction = db.transaction().setIsolationLevel('read committed');
  let isBehind = true;
  while (isBehind) {
    isBehind = await transaction.execute(async (step) => {
      await lock(step);
      const version = await readVersion(step);
      if (version > migrations.length) throw tooNew(version, migrations.length);
      const next = migrations[version];
      if (next === undefined) return false;
      await next(step.schema);
      await step
        .insertInto('migrations')
        .values({ version: version + 1, applied_at_ms: now() })
        .execute();
      return true;
    });
  }
}

async function readVersion(db: Transaction<Tables>): Promise<number> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('applied_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  const { version } = await db
    .selectFrom('migrations')
    .select(({ fn }) => fn.max<number | null>('version').as('version'))
    .executeTakeFirstOrThrow();
  return version ?? 0;
}

/** For a database that had more steps than this program knows. */
export const tooNew = (version: number, known: number) =>
  new StoreError({ code: 'newer', message: `has version ${version}, this program knows ${known}` });
