import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { StoreError } from './store-error.ts';
import { type Db, POSTGRES_SCHEMA, type Tables } from './tables.ts';

/** With one more while a replica logs in, ten replicas stay under PostgreSQL's own limit of 100. */
const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 2_000;
/** Added for a server that says nothing at all; one that lives cancels the statement by itself before. */
const SILENCE_MS = 500;

/**
 * A connection that finds our tables without their schema, and on which connecting and every statement are bounded in time.
 * TLS is as the URL says: `?sslmode=verify-full`, `no-verify`, `disable`.
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
    // A replica that froze half-way must not keep its locks.
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    keepAlive: true,
    application_name: 'backup-status',
  };
}

/** Kysely over a pool of its own. Connects when first used; throws what `postgresErrorOf` makes of errors. */
export function connectPostgres(url: string, log: Logger, timeoutMs = STATEMENT_TIMEOUT_MS): Db {
  const types = new pg.TypeOverrides();
  // Counts and epoch milliseconds, all far below 2^53; pg would make strings of them.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ ...connectionTo(url, timeoutMs), types, max: MAX_CONNECTIONS });
  // Without these listeners a server that goes away would end the process.
  pool.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    // Nobody else listens while the client is checked out. Its user finds out at the next statement.
    client.on('error', (error) => log.debug({ reason: reasonOf(error) }, 'a database connection failed'));
  });
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      async connect() {
        try {
          return distrustful(await pool.connect());
        } catch (error) {
          throw postgresErrorOf(error);
        }
      },
      end: () => pool.end(),
    },
  });
  return new Kysely<Tables>({ dialect });
}

const reasonOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;

/**
 * After an error of the server a connection is in order. After anything else, such as no answer in time, a statement may
 * still be running on it and the next would wait behind that: it takes no more of them, and is closed when given back.
 */
function distrustful(client: pg.PoolClient): PostgresPoolClient {
  let lost: StoreError | undefined;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (lost) throw lost;
    try {
      return await client.query(text, [...parameters]);
    } catch (cause) {
      const error = postgresErrorOf(cause);
      if (error instanceof StoreError) lost = error;
      throw error;
    }
  };
  return {
    // Kysely's type has an overload for cursors, which needs a cursor class. We configure none.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(lost),
  };
}

/**
 * What the pool or one of its connections threw: errors of the server as they are, everything else as a StoreError
 * `unavailable`. Most of that has no code: refused TLS, no free connection in time, no answer in time, a closed pool.
 */
const postgresErrorOf = (error: unknown): pg.DatabaseError | StoreError =>
  error instanceof pg.DatabaseError
    ? error
    : new StoreError('unavailable', 'PostgreSQL cannot be reached or does not answer', { cause: error });

/**
 * Throws a StoreError for a database that cannot be used: one that takes no writes, which would fail later; one in any
 * encoding but UTF8, where a write with a character that it lacks would fail, months later; a role that lacks our schema and
 * may not make it. Resolves with whether the connection has TLS, as the server sees it.
 */
export async function checkPostgres(db: Db): Promise<{ readonly hasTls: boolean }> {
  const { rows } = await sql<{
    encoding: string;
    isReadOnly: string;
    mayHaveSchema: boolean;
    hasTls: boolean;
  }>`
    select current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as "isReadOnly",
      to_regnamespace(${POSTGRES_SCHEMA}) is not null
        or has_database_privilege(current_database(), 'create') as "mayHaveSchema",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "hasTls"`.execute(db);
  const [row] = rows;
  if (row?.encoding !== 'UTF8')
    throw new StoreError('wrong-encoding', `its encoding is ${row?.encoding}, not UTF8`);
  if (row.isReadOnly === 'on') throw new StoreError('read-only', 'it takes no writes');
  if (!row.mayHaveSchema) throw new StoreError('read-only', 'the role may make no schema');
  return { hasTls: row.hasTls };
}

/** Longer than a login takes, and the longest that a frozen holder keeps others waiting. */
const MAX_LOCK_MS = 6_000;
const TRY_AGAIN_MS = 100;
/** Of connecting, and of each statement. */
const LOGIN_TIMEOUT_MS = 1_000;

/**
 * PostgreSQL's advisory lock, in a transaction on a connection of its own that ends with the lock: whatever happens to
 * the holder or its connection, PostgreSQL releases it. Connected only while somebody logs in.
 */
export const createLoginLock = (url: string, log: Logger, maxLockMs = MAX_LOCK_MS) => ({
  /**
   * Waits until no other process holds the lock of `key`, and resolves with the function that releases it. Never rejects.
   * Without a lock when the signal aborts first, and when PostgreSQL fails or is slow, which is logged.
   */
  async acquire(key: string, signal: AbortSignal): Promise<() => void> {
    const client = new pg.Client(connectionTo(url, LOGIN_TIMEOUT_MS));
    // Found out at the next statement.
    client.on('error', () => {});
    const release = () => void client.end().catch(() => {});
    const id = createHash('sha256').update(`login ${key}`).digest().readBigInt64BE().toString();
    const tryLock = 'select pg_try_advisory_xact_lock($1) as is_held';
    try {
      await client.connect();
      await client.query(`begin; set local idle_in_transaction_session_timeout = ${maxLockMs}`);
      while (!signal.aborted && !(await client.query(tryLock, [id])).rows[0]?.is_held) {
        await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      // The code alone: messages of drivers hold addresses.
      const { code } = postgresErrorOf(error);
      log.warn({ reason: code }, 'the login lock failed; going on without it');
      release();
    }
    return release;
  },
});
