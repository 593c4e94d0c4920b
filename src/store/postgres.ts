import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { StoreError } from './store-error.ts';
import { type Db, POSTGRES_SCHEMA, type Tables } from './tables.ts';

/** With one more during a login, ten replicas stay under PostgreSQL's default limit of 100. */
const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 2_000;
/** Added on the client, for a server that does not respond at all: a working one cancels the statement before that. */
const SILENCE_MS = 500;

/**
 * Options of a connection that finds our tables without their schema and has time limits for connecting and for every
 * statement. The URL decides about TLS: `?sslmode=verify-full`, `no-verify`, `disable`.
 */
function connectionTo(url: string, timeoutMs: number) {
  const address = new URL(url);
  const options = `${address.searchParams.get('options') ?? ''} -c search_path=${POSTGRES_SCHEMA}`;
  address.searchParams.set('options', options.trim());
  return {
    connectionString: address.href,
    connectionTimeoutMillis: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + SILENCE_MS,
    // A replica that hangs within a transaction must not keep its locks.
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    keepAlive: true,
    application_name: 'backup-status',
  };
}

/** More than the program has. What comes after these, such as lists of yet another length, is planned each time. */
const MAX_PREPARED = 300;

/** Kysely with its own connection pool. Connects on first use. */
export function connectPostgres(url: string, log: Logger, timeoutMs = STATEMENT_TIMEOUT_MS): Db {
  const types = new pg.TypeOverrides();
  // Counts and epoch milliseconds are far below 2^53. By default pg returns strings.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ ...connectionTo(url, timeoutMs), types, max: MAX_CONNECTIONS });
  const names = new Map<string, string>();
  /** The name under which each connection prepares a statement, because planning ours takes longer than running them. */
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < MAX_PREPARED) names.set(text, `s${names.size}`);
    return names.get(text);
  };
  // Without these listeners the process would crash when the server goes away.
  pool.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    // Nothing else listens while the client is checked out. Its user gets the error with the next statement.
    client.on('error', (error) => log.debug({ reason: reasonOf(error) }, 'a database connection failed'));
    const send = client.query.bind(client);
    let lost: unknown;
    const query = async (text: string, values: readonly unknown[]) => {
      if (lost) throw lost;
      try {
        return await send({ name: values.length > 0 ? nameOf(text) : undefined, text, values: [...values] });
      } catch (error) {
        if (isLostAfter(error)) {
          lost = error;
          void client.end();
        }
        throw error;
      }
    };
    Object.assign(client, { query });
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

const reasonOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;

/**
 * After an error from the server, a connection is usable. But one to a read-only server (25006) is not, since after a failover
 * the next may lead to the primary; nor one whose statements were prepared before a column was added (0A000); nor one after any other error, such as a timeout: a statement may still be running on it
 * and block the next one.
 */
const isLostAfter = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || ['25006', '0A000'].includes(error.code ?? '');

/**
 * Throws a StoreError for a database that would fail later: its encoding is not UTF8, so some names could not be stored; our
 * tables would not be in our schema; it is read-only; or the role may not create our schema, or tables in it. Resolves with
 * whether the connection uses TLS, as the server sees it.
 */
export async function checkPostgres(db: Db): Promise<{ readonly hasTls: boolean }> {
  const { rows } = await sql<
    Record<'encoding' | 'searchPath' | 'isReadOnly', string> & Record<'mayCreate' | 'hasTls', boolean>
  >`
    select current_setting('server_encoding') as encoding, current_setting('search_path') as "searchPath",
      current_setting('transaction_read_only') as "isReadOnly",
      coalesce(has_schema_privilege(to_regnamespace(${POSTGRES_SCHEMA})::oid, 'create'),
        has_database_privilege(current_database(), 'create')) as "mayCreate",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "hasTls"`.execute(db);
  const [row] = rows;
  if (row?.encoding !== 'UTF8')
    throw new StoreError('wrong-encoding', `its encoding is ${row?.encoding}, not UTF8`);
  if (row.searchPath !== POSTGRES_SCHEMA)
    throw new StoreError('unavailable', 'a pooler such as PgBouncer drops our options: connect without it');
  if (row.isReadOnly === 'on') throw new StoreError('read-only', 'it accepts no writes');
  if (!row.mayCreate) throw new StoreError('read-only', 'the role may not create the schema or its tables');
  return { hasTls: row.hasTls };
}

/** Longer than a login takes. A process that hangs keeps others waiting for this long. */
const MAX_LOCK_MS = 9_000;
const TRY_AGAIN_MS = 100;
/** For connecting, and for each statement. */
const LOGIN_TIMEOUT_MS = 1_000;

/**
 * A lock between processes: PostgreSQL's advisory lock, in a transaction on its own connection. Whatever happens to its
 * holder or the connection, PostgreSQL releases the lock. Connects only for a login.
 */
export const createLoginLock = (url: string, log: Logger, maxLockMs = MAX_LOCK_MS) => ({
  /**
   * Waits for the lock of `key`, and resolves with the function that releases it. Never rejects: if the signal aborts first,
   * or if PostgreSQL fails or is slow, which is logged, it resolves without the lock.
   */
  async acquire(key: string, signal: AbortSignal): Promise<() => void> {
    let client: pg.Client | undefined;
    const release = () => void client?.end().catch(() => {});
    const id = createHash('sha256').update(`login ${key}`).digest().readBigInt64BE().toString();
    const tryLock = 'select pg_try_advisory_xact_lock($1) as is_held';
    try {
      // The next statement fails with the same error as the event.
      client = new pg.Client(connectionTo(url, LOGIN_TIMEOUT_MS)).on('error', () => {});
      await client.connect();
      await client.query(`begin; set local idle_in_transaction_session_timeout = ${maxLockMs}`);
      while (!signal.aborted && !(await client.query(tryLock, [id])).rows[0]?.is_held) {
        await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      log.warn({ reason: reasonOf(error as Error) }, 'the login lock failed; continuing without it');
      release();
    }
    return release;
  },
});
