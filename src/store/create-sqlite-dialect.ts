import type { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { whileBusy } from './while-busy.ts';

/**
 * Kysely over Node's own SQLite. One connection, taken in turns. A transaction takes the write lock at once: a reader
 * that turns writer half-way would fail with "busy" however long it waits.
 */
export function createSqliteDialect(database: DatabaseSync): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: (query) => whileBusy(() => run(database, query)),
    // Kysely asks for a generator; nothing here streams.
    // biome-ignore lint/correctness/useYield: it only refuses.
    async *streamQuery() {
      throw new Error('the SQLite dialect does not stream');
    },
  };
  const execute = async (sql: string) => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      beginTransaction: () => execute('begin immediate'),
      commitTransaction: () => execute('commit'),
      async rollbackTransaction() {
        // A full disk or an I/O error makes SQLite roll back by itself.
        if (database.isTransaction) await execute('rollback');
      },
      releaseConnection: async () => undefined,
      destroy: async () => database.close(),
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function run<Row>(database: DatabaseSync, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql);
  // Kysely hands through what our own queries bind: strings, numbers and null.
  const bound = parameters as (string | number | null)[];
  if (statement.columns().length > 0)
    return { rows: statement.all(...bound).map((row) => ({ ...row }) as Row) };
  return { rows: [], numAffectedRows: BigInt(statement.run(...bound).changes) };
}
