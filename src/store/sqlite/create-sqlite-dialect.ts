import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { whileBusy } from './while-busy.ts';

/**
 * Kysely over Node's own SQLite. One connection, taken in turns. A transaction takes the write lock at once: a reader
 * that turns writer half-way would fail with "busy" however long it waits.
 */
export function createSqliteDialect(database: DatabaseSync): Dialect {
  const prepare = preparedOnce(database);
  const connection: DatabaseConnection = {
    executeQuery: (query) => whileBusy(() => run(prepare, query)),
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
    // Kysely's own value, false, would leave half of a migration that fails. SQLite rolls back tables as it does rows.
    createAdapter: () =>
      Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true }),
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

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

/** More than our queries are; only migrations, which run once, have others. */
const STATEMENTS_AT_MOST = 100;

/** Our queries are few and always the same; preparing one takes longer than running it. */
function preparedOnce(database: DatabaseSync): (sql: string) => Prepared {
  const prepared = new LRUCache<string, Prepared>({
    max: STATEMENTS_AT_MOST,
    memoMethod(sql) {
      const statement = database.prepare(sql);
      return { statement, returnsRows: statement.columns().length > 0 };
    },
  });
  return (sql) => prepared.memo(sql);
}

function run<Row>(prepare: (sql: string) => Prepared, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const { statement, returnsRows } = prepare(sql);
  // Kysely hands through what our own queries bind: strings, numbers and null.
  const bound = parameters as (string | number | null)[];
  if (returnsRows) return { rows: statement.all(...bound).map((row) => ({ ...row }) as Row) };
  return { rows: [], numAffectedRows: BigInt(statement.run(...bound).changes) };
}
